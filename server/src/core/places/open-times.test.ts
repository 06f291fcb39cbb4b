// Opening hours on days of all lengths.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { clockText, localDay, minuteOf, momentAt, wallTimeAt } from '#core/places/local-time.ts';
import { isOpenThroughout, openTimes, startMoments } from '#core/places/open-times.ts';
import { alwaysOpen, type Schedule } from '#core/places/schedule.ts';
import { clockChanges } from '#test/clock-changes.ts';

const hourMs = 3_600_000;

suite('open times', () => {
  for (const { timeZone, forward, back } of clockChanges) {
    test(`in ${timeZone}, a place that never closes is open without a gap over both changes`, () => {
      for (const { date, hours } of [forward, back]) {
        const [span, ...more] = openTimes([alwaysOpen], timeZone, date, date);
        assert.deepEqual(more, []);
        assert.equal((span!.endMs - span!.startMs) / hourMs, hours);
      }
    });

    test(`in ${timeZone}, starts every half hour of wall time are offered once each on the day clocks skip`, () => {
      const shown = startsShown(timeZone, forward.date, 30);
      const skipped = shownWithout(forward.skipped.time, forward.hours);
      assert.deepEqual(
        shown,
        halfHours().filter((time) => !skipped.includes(time)),
      );
    });

    test(`in ${timeZone}, starts every half hour of wall time are offered once each on the day clocks repeat`, () => {
      assert.deepEqual(startsShown(timeZone, back.date, 30), halfHours());
      const moments = startMoments([alwaysOpen], localDay(timeZone, back.date), 30);
      const { first, second } = back.doubled;
      assert.ok(moments.includes(Date.parse(first)));
      assert.ok(!moments.includes(Date.parse(second)));
    });

    test(`in ${timeZone}, hours by the clock are the hours of the clock on both days`, () => {
      for (const { date } of [forward, back]) {
        const [span] = openTimes([daily('09:00', '17:00')], timeZone, date, date);
        assert.equal(span!.startMs, momentAt(timeZone, { date, minute: 540 }).getTime());
        assert.equal((span!.endMs - span!.startMs) / hourMs, 8);
      }
    });
  }

  test('an opening that lies in what clocks skip comes to nothing', () => {
    const hours = daily('02:15', '02:45');
    assert.equal(openTimes([hours], 'Europe/Berlin', '2026-03-28', '2026-03-28').length, 1);
    const [span] = openTimes([daily('02:30', '03:15')], 'Europe/Berlin', '2026-03-29', '2026-03-29');
    assert.equal(span, undefined);
  });

  test('hours that go on over midnight are one', () => {
    const night: Schedule = {
      rules: [
        { weekday: 5, startMinute: 1320, endMinute: 1440 },
        { weekday: 6, startMinute: 0, endMinute: 120 },
      ],
      exceptions: [],
    };
    const at = (date: string, time: string) =>
      momentAt('Europe/Berlin', { date, minute: minuteOf(time)! }).getTime();
    const party = { startMs: at('2026-11-27', '23:00'), endMs: at('2026-11-28', '01:00') };
    assert.ok(isOpenThroughout([night], 'Europe/Berlin', party));
    assert.ok(!isOpenThroughout([night], 'Europe/Berlin', { ...party, endMs: at('2026-11-28', '02:01') }));
    assert.ok(isOpenThroughout([night], 'Europe/Berlin', { ...party, endMs: at('2026-11-28', '02:00') }));
    assert.ok(!isOpenThroughout([night], 'Europe/Berlin', { ...party, startMs: at('2026-11-27', '21:59') }));
  });

  test('a date that a zone left out is never open', () => {
    assert.deepEqual(openTimes([alwaysOpen], 'Pacific/Apia', '2011-12-30', '2011-12-30'), []);
    assert.deepEqual(startMoments([alwaysOpen], localDay('Pacific/Apia', '2011-12-30'), 60), []);
    const [span] = openTimes([alwaysOpen], 'Pacific/Apia', '2011-12-29', '2011-12-31');
    assert.equal((span!.endMs - span!.startMs) / hourMs, 48);
  });
});

function startsShown(timeZone: string, date: string, everyMinutes: number): string[] {
  return startMoments([alwaysOpen], localDay(timeZone, date), everyMinutes).map((moment) =>
    clockText(wallTimeAt(timeZone, new Date(moment)).minute),
  );
}

function halfHours(): string[] {
  return Array.from({ length: 48 }, (_, step) => clockText(step * 30));
}

/** The half hours that a day lacks, from the first one at or before a skipped time. */
function shownWithout(skippedTime: string, hours: number): string[] {
  const first = skippedTime.startsWith('00') ? 0 : 120;
  return hours === 23 ? [clockText(first), clockText(first + 30)] : [clockText(first)];
}

function daily(from: string, until: string): Schedule {
  const interval = { startMinute: minuteOf(from)!, endMinute: minuteOf(until)! };
  const rules = Array.from({ length: 7 }, (_, day) => ({ weekday: day + 1, ...interval }));
  return { rules, exceptions: [] };
}
