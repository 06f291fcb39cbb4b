// Availability on a real database: who asks gets what can be booked, and exactly that.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type AvailabilityQuery,
  findAlternatives,
  listAvailability,
} from '#core/bookings/availability/availability.ts';
import type { Slot } from '#core/bookings/availability/slots.ts';
import type { Booking } from '#core/bookings/booking.ts';
import { updateBooking } from '#core/bookings/bookings.ts';
import { createBooking } from '#core/bookings/placing/create-booking.ts';
import { createEquipment } from '#core/equipment/equipment.ts';
import { addDays } from '#core/places/local-date.ts';
import { wallTimeAt } from '#core/places/local-time.ts';
import { replaceLocationSchedule } from '#core/places/locations.ts';
import { createSublocation, replaceSublocationSchedule } from '#core/places/sublocations.ts';
import type { Scope } from '#core/scope.ts';
import { createService, updateService } from '#core/services/services.ts';
import { createStaffMember, replaceStaffMemberSchedule } from '#core/staff/staff.ts';
import { Fault } from '#kit/fault.ts';
import { type Bookable, dailyHours, makeBookable } from '#test/bookable.ts';
import { makeOrganization, world } from '#test/world.ts';

suite('availability', () => {
  test('tells room, hours and staff of what can be booked, and what is taken', async () => {
    const { scope, bookable, date } = await openHouse({ capacities: [4, 2] });
    const [first, second] = bookable.rooms;
    const { id: staffId } = await createStaffMember(scope, { firstName: 'Ada' });
    await replaceStaffMemberSchedule(scope, staffId, dailyHours(9, 11));
    await replaceSublocationSchedule(scope, second!.id, dailyHours(10, 24));
    await updateService(scope, bookable.service.id, { staffIds: [staffId] });
    await book(scope, bookable, { startTime: '10:00', sublocationId: first!.id });

    const slots = await onDay(scope, bookable, date);
    assert.deepEqual(
      slots.map((slot) => [slot.startTime, slot.placesLeft, slot.sublocationIds, slot.staffIds]),
      [
        ['09:00', 4, [first!.id], [staffId]],
        ['10:00', 2, [second!.id], [staffId]],
        ['11:00', 4, [first!.id, second!.id], []],
      ],
    );
    const [slot] = slots;
    assert.deepEqual(
      [slot!.date, slot!.endTime, slot!.timezone, slot!.locationId],
      [date, '10:00', 'Europe/Berlin', bookable.location.id],
    );
  });

  test('can be asked for a larger group, a longer time, one room or one person', async () => {
    const { scope, bookable, date } = await openHouse({ capacities: [4, 2] });
    const { id: staffId } = await createStaffMember(scope, { firstName: 'Ada' });
    await replaceStaffMemberSchedule(scope, staffId, dailyHours(9, 10));
    await updateService(scope, bookable.service.id, { staffIds: [staffId] });
    const [first, second] = bookable.rooms;
    const found = async (query: Partial<AvailabilityQuery>) =>
      (await onDay(scope, bookable, date, query)).map(({ startTime, sublocationIds }) => [
        startTime,
        ...sublocationIds,
      ]);
    assert.deepEqual(await found({ attendeeCount: 3 }), [
      ['09:00', first!.id],
      ['10:00', first!.id],
      ['11:00', first!.id],
    ]);
    assert.deepEqual(await found({ durationMinutes: 120, sublocationId: second!.id }), [
      ['09:00', second!.id],
      ['10:00', second!.id],
    ]);
    assert.deepEqual(await found({ staffId }), [['09:00', first!.id, second!.id]]);
    assert.deepEqual(await found({ attendeeCount: 5 }), []);
  });

  test('keeps the notice and the horizon of a service', async () => {
    const { scope, bookable, date } = await openHouse({
      service: { minimumNoticeMinutes: 24 * 60, horizonDays: 2 },
    });
    const today = addDays(date, -1);
    const slots = await listAvailability(scope, {
      serviceId: bookable.service.id,
      from: addDays(today, -10),
      to: addDays(today, 10),
    });
    const earliest = scope.clock.now().getTime() + 24 * 3_600_000;
    assert.ok(slots.length > 0 && slots.every(({ startsAt }) => startsAt.getTime() >= earliest - 1000));
    assert.equal(slots.at(-1)!.date, addDays(today, 2));
  });

  test('of a service without rooms is where it takes place, or in the organization’s zone', async () => {
    const { scope, bookable, date } = await openHouse({});
    const base = { name: 'Advice', durationMinutes: 60, capacity: 2, capacityMode: 'shared' as const };
    const there = await createService(scope, { ...base, locationId: bookable.location.id });
    const anywhere = await createService(scope, base);
    const day = { from: date, to: date };
    const known = await listAvailability(scope, { serviceId: there.id, ...day });
    assert.deepEqual(
      known.map(({ startTime, placesLeft, sublocationIds }) => [startTime, placesLeft, sublocationIds]),
      [
        ['09:00', 2, []],
        ['10:00', 2, []],
        ['11:00', 2, []],
      ],
    );
    const free = await listAvailability(scope, { serviceId: anywhere.id, ...day });
    assert.equal(free.length, 24);
    assert.equal(free[0]!.locationId, undefined);
    assert.equal(free[0]!.timezone, scope.organization.timeZone);
  });

  test('refuses dates that can’t be, and what can’t be booked', async () => {
    const { scope, bookable, date } = await openHouse({});
    const stranger = await makeOrganization(await world());
    const theirs = await makeBookable(stranger.scope);
    const serviceId = bookable.service.id;
    const day = { from: date, to: date };
    const refused: [string, AvailabilityQuery][] = [
      ['from', { serviceId, from: '2026-02-29', to: date }],
      ['to', { serviceId, from: date, to: 'tomorrow' }],
      ['to', { serviceId, from: date, to: addDays(date, -1) }],
      ['to', { serviceId, from: date, to: addDays(date, 62) }],
      ['serviceId', { serviceId: 'yoga', ...day }],
      ['serviceId', { serviceId: theirs.service.id, ...day }],
      ['locationId', { serviceId, locationId: theirs.location.id, ...day }],
      ['sublocationId', { serviceId, sublocationId: theirs.rooms[0]!.id, ...day }],
      ['staffId', { serviceId, staffId: bookable.location.id, ...day }],
    ];
    for (const [path, query] of refused) {
      await assert.rejects(
        listAvailability(scope, query),
        (error) =>
          error instanceof Fault && error.code === 'invalid_field' && error.details?.[0]?.path === path,
        `${path} of ${JSON.stringify(query)}`,
      );
    }
    await updateService(scope, serviceId, { status: 'archived' });
    await assert.rejects(listAvailability(scope, { serviceId, ...day }), { code: 'invalid_field' });
  });

  test('asked for too much at once says so, and a shorter time is answered', async () => {
    const { scope, bookable, date } = await openHouse({
      capacities: [1, 1, 1, 1],
      service: { intervalMinutes: 1 },
    });
    const ask = (days: number) =>
      listAvailability(scope, { serviceId: bookable.service.id, from: date, to: addDays(date, days) });
    await assert.rejects(ask(61), { code: 'invalid_field' });
    assert.equal((await ask(0)).length, 121);
  });

  test('finds the three nearest slots to one that is gone', async () => {
    const { scope, bookable, date } = await openHouse({ capacities: [1] });
    const { startsAt } = await book(scope, bookable, { startTime: '10:00' });
    await book(scope, bookable, { startTime: '11:00' });
    const found = await findAlternatives(scope, { serviceId: bookable.service.id }, { startsAt });
    assert.deepEqual(
      found.map((slot) => [slot.date, slot.startTime]),
      [
        [date, '09:00'],
        [addDays(date, 1), '09:00'],
        [addDays(date, 1), '10:00'],
      ],
    );
    assert.deepEqual(await findAlternatives(scope, { serviceId: scope.organization.id }, { startsAt }), []);
  });

  // To see it fail: leave the buffers out of slotAt() in slots.ts, or count the sum instead of the peak in taken.ts.
  for (const capacityMode of ['exclusive', 'shared'] as const) {
    test(`offers exactly what can then be booked: ${capacityMode} places`, async () => {
      const { scope, bookable, date } = await openHouse({
        capacities: [3, 5],
        service: {
          capacityMode,
          capacity: 4,
          intervalMinutes: 30,
          bufferBeforeMinutes: 20,
          bufferAfterMinutes: 20,
        },
      });
      await addStaffAndEquipment(scope, bookable);
      const draw = drawer(capacityMode === 'shared' ? 7 : 11);
      const made: Booking[] = [];
      for (let round = 0; round < 30; round += 1) {
        if (round % 4 === 3) await cancelOne(scope, made, draw);
        const attendeeCount = 1 + draw(4);
        const duration = [30, 60, 90][draw(3)]!;
        const startTime = gridTimes[draw(gridTimes.length)]!;
        const slots = await onDay(scope, bookable, date, { attendeeCount, durationMinutes: duration });
        const slot = slots.find((one) => one.startTime === startTime);
        if (!slot) {
          await assert.rejects(
            book(scope, bookable, { startTime, attendeeCount, duration }),
            (error) => error instanceof Fault && error.code === 'slot_unavailable',
            `${startTime} for ${attendeeCount}, ${duration} minutes, was not offered`,
          );
          continue;
        }
        if (slot.placesLeft < 4) {
          const more = { startTime, attendeeCount: slot.placesLeft + 1, duration };
          await assert.rejects(book(scope, bookable, more));
        }
        const sublocationId = slot.sublocationIds[draw(slot.sublocationIds.length)]!;
        const booked = await book(scope, bookable, { startTime, attendeeCount, duration, sublocationId });
        assert.equal(booked.sublocationId, sublocationId);
        made.push(booked);
      }
    });
  }
});

const gridTimes = ['09:00', '09:30', '10:00', '10:30', '11:00'];

/** Numbers below a bound, the same in every run. */
function drawer(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
}

async function cancelOne(scope: Scope, made: Booking[], draw: (bound: number) => number): Promise<void> {
  const [booking] = made.splice(draw(made.length), 1);
  if (booking) await updateBooking(scope, booking.id, { status: 'cancelled' });
}

/** A house that is open from nine to twelve, and tomorrow there. */
async function openHouse(options: Parameters<typeof makeBookable>[1]) {
  const { scope } = await makeOrganization(await world());
  const bookable = await makeBookable(scope, options);
  await replaceLocationSchedule(scope, bookable.location.id, dailyHours(9, 12));
  const date = addDays(wallTimeAt(bookable.location.timeZone, scope.clock.now()).date, 1);
  return { scope, bookable, date };
}

async function addStaffAndEquipment(scope: Scope, { location, service }: Bookable): Promise<void> {
  const people = [];
  for (const firstName of ['Ada', 'Ben', 'Cleo']) people.push(await createStaffMember(scope, { firstName }));
  const mats = await createEquipment(scope, { locationId: location.id, name: 'Mats', quantity: 5 });
  const room = await createSublocation(scope, { locationId: location.id, name: 'Hall', capacity: 1 });
  await replaceStaffMemberSchedule(scope, people[0]!.id, dailyHours(9, 11));
  await replaceSublocationSchedule(scope, room.id, dailyHours(10, 12));
  await updateService(scope, service.id, {
    staffIds: people.map(({ id }) => id),
    requiresStaff: true,
    sublocationIds: [...service.sublocationIds, room.id],
    equipment: [{ equipmentId: mats.id, quantity: 2 }],
  });
}

function onDay(
  scope: Scope,
  { service }: Bookable,
  date: string,
  query: Partial<AvailabilityQuery> = {},
): Promise<Slot[]> {
  return listAvailability(scope, { serviceId: service.id, from: date, to: date, ...query });
}

/** A booking of tomorrow. */
function book(
  scope: Scope,
  { location, service }: Bookable,
  wanted: { startTime: string; attendeeCount?: number; duration?: number; sublocationId?: string },
) {
  const date = addDays(wallTimeAt(location.timeZone, scope.clock.now()).date, 1);
  return createBooking(scope, { serviceId: service.id, date, ...wanted });
}
