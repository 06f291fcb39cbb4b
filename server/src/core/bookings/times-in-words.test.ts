// Times as people read them.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { timesInWords } from '#core/bookings/times-in-words.ts';
import { minuteOf, momentAt } from '#core/places/local-time.ts';
import { clockChanges } from '#test/clock-changes.ts';

suite('times in words', () => {
  test('are what a clock in the place shows, in the reader’s language', () => {
    const times = {
      startsAt: new Date('2026-06-17T12:30:00Z'),
      endsAt: new Date('2026-06-17T13:15:00Z'),
      timeZone: 'Europe/Berlin',
    };
    assert.deepEqual(timesInWords(times, 'en-GB'), {
      date: 'Wednesday, 17 June 2026',
      startTime: '14:30',
      endTime: '15:15',
      endDate: undefined,
      zone: 'Central European Summer Time',
      endZone: undefined,
    });
    assert.equal(timesInWords(times, 'de').date, 'Mittwoch, 17. Juni 2026');
    const inNewYork = timesInWords({ ...times, timeZone: 'America/New_York' }, 'en-US');
    assert.match(inNewYork.startTime, /^8:30\sAM$/);
    assert.equal(timesInWords({ ...times, timeZone: 'Asia/Kathmandu' }, 'en-GB').startTime, '18:15');
  });

  test('an unknown language reads English', () => {
    const times = { startsAt: new Date(0), endsAt: new Date(60_000), timeZone: 'UTC' };
    for (const locale of ['', 'xx-Nowhere-and-more', 'no_such'])
      assert.equal(timesInWords(times, locale).date, 'Thursday, 1 January 1970');
  });

  test('an end on another date names it', () => {
    const times = {
      startsAt: new Date('2026-06-17T21:30:00Z'),
      endsAt: new Date('2026-06-17T22:30:00Z'),
      timeZone: 'Europe/Berlin',
    };
    assert.equal(timesInWords(times, 'en-GB').endDate, 'Thursday, 18 June 2026');
  });

  for (const { timeZone, forward, back } of clockChanges) {
    test(`in ${timeZone}, they tell apart what clocks show twice, and never show what clocks skip`, () => {
      const { first, second, time } = back.doubled;
      const twice = timesInWords({ startsAt: new Date(first), endsAt: new Date(second), timeZone }, 'en-GB');
      assert.equal(twice.startTime, time);
      assert.equal(twice.endTime, time);
      assert.ok(twice.endZone !== undefined && twice.endZone !== twice.zone, twice.endZone);

      const startsAt = momentAt(timeZone, { date: forward.date, minute: minuteOf(forward.skipped.time)! });
      const shown = timesInWords({ startsAt, endsAt: startsAt, timeZone }, 'en-GB');
      assert.equal(shown.startTime, forward.skipped.becomes);
    });
  }
});
