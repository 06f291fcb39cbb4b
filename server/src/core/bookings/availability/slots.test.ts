// Which slots there are: hours, grid, buffers, capacity, staff and equipment, and both days on which clocks change.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type Slot,
  type SlotPlace,
  type SlotQuestion,
  type SlotStaff,
  slotsOf,
} from '#core/bookings/availability/slots.ts';
import { type TakenTime, takenBy } from '#core/bookings/availability/taken.ts';
import { clockText, minuteOf, momentAt, wallTimeAt } from '#core/places/local-time.ts';
import { alwaysOpen, type Schedule } from '#core/places/schedule.ts';
import { clockChanges, stillZones } from '#test/clock-changes.ts';

const timeZone = 'Europe/Berlin';
const monday = '2026-11-23';
const free = takenBy([]);

suite('slots', () => {
  test('lie on a grid that begins with the opening, and end before the closing', () => {
    const question = ask({ schedules: [daily('09:15', '12:00')], durationMinutes: 60, intervalMinutes: 30 });
    assert.deepEqual(timesOf(slotsOf(question)), [
      '09:15–10:15',
      '09:45–10:45',
      '10:15–11:15',
      '10:45–11:45',
    ]);
  });

  test('begin no sooner than the earliest moment', () => {
    const earliestMs = at('10:01');
    const slots = slotsOf(ask({ schedules: [daily('09:00', '12:00')], earliestMs }));
    assert.deepEqual(timesOf(slots), ['11:00–12:00']);
  });

  test('may run over midnight where the hours do', () => {
    const slots = slotsOf(ask({ from: monday, until: monday, earliestMs: at('23:00') }));
    assert.deepEqual(timesOf(slots), ['23:00–00:00']);
    const long = slotsOf(ask({ durationMinutes: 120, earliestMs: at('23:00') }));
    assert.deepEqual(timesOf(long), ['23:00–01:00']);
    const closing = slotsOf(
      ask({ durationMinutes: 120, earliestMs: at('22:00'), schedules: [daily('00:00', '23:59')] }),
    );
    assert.deepEqual(timesOf(closing), []);
  });

  test('keep their buffers free, which may lie outside the hours', () => {
    const question = ask({
      schedules: [daily('09:00', '13:00')],
      bufferBeforeMinutes: 30,
      bufferAfterMinutes: 15,
      places: [place('room', { takings: [taking('10:50', '11:15')] })],
    });
    assert.deepEqual(timesOf(slotsOf(question)), ['09:00–10:00', '12:00–13:00']);
    const edge = { ...question, places: [place('room', { takings: [taking('10:15', '11:30')] })] };
    assert.deepEqual(timesOf(slotsOf(edge)), ['09:00–10:00', '12:00–13:00']);
  });

  test('are for one booking alone where the service does not share', () => {
    const places = [place('room', { capacity: 8, takings: [taking('09:00', '10:00')] })];
    const slots = slotsOf(ask({ schedules: [daily('09:00', '11:00')], capacity: 6, places }));
    assert.deepEqual(timesOf(slots), ['10:00–11:00']);
    assert.equal(slots[0]!.placesLeft, 6);
  });

  test('share a place up to what it, and what the service, has room for at once', () => {
    const places = [
      place('room', {
        capacity: 10,
        takings: [taking('09:00', '09:30', 4), taking('09:30', '10:00', 4), taking('09:00', '10:00', 3)],
        forService: [taking('09:00', '09:30', 4), taking('09:30', '10:00', 4)],
      }),
    ];
    const shared = ask({ schedules: [daily('09:00', '11:00')], isShared: true, places });
    assert.deepEqual(
      slotsOf({ ...shared, capacity: 10 }).map(({ placesLeft }) => placesLeft),
      [3, 10],
    );
    assert.deepEqual(
      slotsOf({ ...shared, capacity: 5 }).map(({ placesLeft }) => placesLeft),
      [1, 5],
    );
  });

  test('are offered to whole groups only, in one place', () => {
    const places = [
      place('small', { capacity: 2 }),
      place('large', { capacity: 6, takings: [taking('09:00', '10:00')] }),
      place('middle', { capacity: 4 }),
    ];
    const question = ask({ schedules: [daily('09:00', '11:00')], capacity: 9, places });
    const found = (attendeeCount: number) =>
      slotsOf({ ...question, attendeeCount }).map(({ startTime, sublocationIds, placesLeft }) => [
        startTime,
        ...sublocationIds,
        placesLeft,
      ]);
    assert.deepEqual(found(1), [
      ['09:00', 'small', 'middle', 4],
      ['10:00', 'small', 'large', 'middle', 6],
    ]);
    assert.deepEqual(found(4), [
      ['09:00', 'middle', 4],
      ['10:00', 'large', 'middle', 6],
    ]);
    assert.deepEqual(found(7), []);
  });

  test('know the hours of each place', () => {
    const places = [place('early', { schedule: daily('09:00', '10:00') }), place('all day')];
    const slots = slotsOf(ask({ schedules: [daily('09:00', '11:00')], places }));
    assert.deepEqual(
      slots.map(({ sublocationIds }) => sublocationIds),
      [['early', 'all day'], ['all day']],
    );
  });

  test('need somebody who is on duty and free, where the service needs staff', () => {
    const staff = [
      { id: 'ada', schedule: daily('09:00', '10:00'), taken: free, times: [] },
      { id: 'ben', schedule: undefined, ...busy(taking('09:30', '10:00')) },
    ];
    const question = ask({ schedules: [daily('08:00', '11:00')], staff, needsStaff: true });
    assert.deepEqual(
      slotsOf(question).map(({ startTime, staffIds }) => [startTime, ...staffIds]),
      [
        ['08:00', 'ben'],
        ['09:00', 'ada'],
        ['10:00', 'ben'],
      ],
    );
    assert.deepEqual(timesOf(slotsOf({ ...question, staff: [] })), []);
    assert.equal(slotsOf({ ...question, staff: [], needsStaff: false }).length, 3);
  });

  test('share who holds a class, at its time and in its place only', () => {
    const places = [place('hall'), place('attic')];
    const schedules = [daily('09:00', '11:00')];
    const question = {
      schedules,
      intervalMinutes: 30,
      isShared: true,
      capacity: 5,
      needsStaff: true,
      places,
    };
    const inHall = (changes: object) => ({
      id: 'ada',
      schedule: undefined,
      ...busy({ ...taking('09:30', '10:30'), ...changes }),
    });
    const found = (changes: object, isShared = true) =>
      slotsOf(ask({ ...question, isShared, staff: [inHall(changes)] })).map(
        ({ startTime, sublocationIds }) => [startTime, ...sublocationIds],
      );
    assert.deepEqual(found({ isForService: true }), [['09:30', 'hall']]);
    assert.deepEqual(found({ isForService: false }), []);
    assert.deepEqual(found({ isForService: true, placeId: 'attic' }), [['09:30', 'attic']]);
    assert.deepEqual(found({ isForService: true }, false), []);
  });

  test('need the equipment that a booking uses', () => {
    const equipment = [{ quantity: 3, needed: 2, taken: takenBy([taking('09:30', '09:40', 2)]) }];
    const slots = slotsOf(ask({ schedules: [daily('09:00', '11:00')], equipment }));
    assert.deepEqual(timesOf(slots), ['10:00–11:00']);
  });

  for (const { timeZone, forward, back } of clockChanges) {
    test(`in ${timeZone}, on the day clocks skip, are shown as clocks show them and last as long as ever`, () => {
      const slots = slotsOf(ask({ timeZone, from: forward.date, until: forward.date, intervalMinutes: 30 }));
      checkClocks(slots, timeZone);
      assert.equal(slots.length, forward.hours * 2);
      assert.ok(!slots.some(({ startTime }) => startTime === forward.skipped.time));
      const moved = slots.filter(({ startsAt }) => startsAt.toISOString() === forward.skipped.at);
      assert.equal(moved.length, forward.skipped.time.endsWith('15') ? 0 : 1);
    });

    test(`in ${timeZone}, on the day clocks repeat, each time is offered once, its first`, () => {
      const slots = slotsOf(ask({ timeZone, from: back.date, until: back.date, intervalMinutes: 30 }));
      checkClocks(slots, timeZone);
      assert.equal(slots.length, 48);
      const twice = slots.filter(({ startTime }) => startTime === back.doubled.time);
      assert.deepEqual(
        twice.map(({ startsAt }) => startsAt.toISOString()),
        [back.doubled.first],
      );
    });

    test(`in ${timeZone}, what is taken over a change leaves the rest of the day free`, () => {
      for (const { date } of [forward, back]) {
        const day = { timeZone, from: date, until: date };
        const all = slotsOf(ask(day));
        const startMs = all[1]!.startsAt.getTime();
        const takings = [{ startMs, endMs: startMs + 4 * 3_600_000, quantity: 1 }];
        const left = slotsOf(ask({ ...day, places: [place('room', { takings })] }));
        const after = startMs + 4 * 3_600_000;
        assert.deepEqual(
          left.map(({ startsAt }) => startsAt.getTime()),
          all.map(({ startsAt }) => startsAt.getTime()).filter((ms) => ms < startMs || ms >= after),
        );
      }
    });
  }

  for (const timeZone of stillZones) {
    test(`in ${timeZone}, every day has its 24 hours`, () => {
      const slots = slotsOf(ask({ timeZone, from: '2026-03-28', until: '2026-03-30' }));
      checkClocks(slots, timeZone);
      assert.equal(slots.length, 72);
    });
  }
});

function checkClocks(slots: Slot[], timeZone: string): void {
  for (const [place, slot] of slots.entries()) {
    const start = wallTimeAt(timeZone, slot.startsAt);
    assert.equal(slot.date, start.date);
    assert.equal(slot.startTime, clockText(start.minute));
    assert.equal(slot.endTime, clockText(wallTimeAt(timeZone, slot.endsAt).minute));
    assert.equal(slot.endsAt.getTime() - slot.startsAt.getTime(), 3_600_000);
    assert.ok(place === 0 || slot.startsAt > slots[place - 1]!.startsAt);
  }
}

function ask(changes: Partial<SlotQuestion>): SlotQuestion {
  return {
    locationId: 'house',
    timeZone,
    from: monday,
    until: monday,
    earliestMs: 0,
    durationMinutes: 60,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    intervalMinutes: 60,
    capacity: 1,
    isShared: false,
    attendeeCount: 1,
    schedules: [alwaysOpen],
    places: [place('room')],
    staff: [],
    needsStaff: false,
    equipment: [],
    ...changes,
  };
}

interface PlaceOptions {
  capacity?: number;
  schedule?: Schedule;
  takings?: TakenTime[];
  forService?: TakenTime[];
}

/** What takes somebody's time: once, in the hall. */
function busy(time: TakenTime): Pick<SlotStaff, 'taken' | 'times'> {
  return { taken: takenBy([time]), times: [{ isForService: false, placeId: 'hall', ...time }] };
}

function place(
  id: string,
  { capacity = 10, schedule, takings = [], forService = [] }: PlaceOptions = {},
): SlotPlace {
  return {
    id,
    isSublocation: true,
    capacity,
    schedule,
    taken: takenBy(takings),
    takenForService: takenBy(forService),
  };
}

function taking(from: string, until: string, quantity = 1): TakenTime {
  return { startMs: at(from), endMs: at(until), quantity };
}

function at(time: string): number {
  return momentAt(timeZone, { date: monday, minute: minuteOf(time)! }).getTime();
}

function daily(from: string, until: string): Schedule {
  const interval = { startMinute: minuteOf(from)!, endMinute: minuteOf(until)! };
  const rules = Array.from({ length: 7 }, (_, day) => ({ weekday: day + 1, ...interval }));
  return { rules, exceptions: [] };
}

function timesOf(slots: Slot[]): string[] {
  return slots.map(({ startTime, endTime }) => `${startTime}–${endTime}`);
}
