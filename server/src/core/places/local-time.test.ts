// Wall time and moments, above all on the days on which clocks change.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  clockText,
  localDay,
  minuteOf,
  momentAt,
  momentOf,
  timeZoneNamed,
  wallTimeAt,
  wallTimeOn,
} from '#core/places/local-time.ts';
import { clockChanges, stillZones } from '#test/clock-changes.ts';

const hourMs = 3_600_000;

suite('wall time', () => {
  for (const { timeZone, forward, back } of clockChanges) {
    test(`in ${timeZone}, a time that clocks skip moves forward by what they skip`, () => {
      const { time, becomes, at } = forward.skipped;
      const moment = momentAt(timeZone, { date: forward.date, minute: minuteOf(time)! });
      assert.equal(moment.toISOString(), at);
      assert.deepEqual(wallTimeAt(timeZone, moment), { date: forward.date, minute: minuteOf(becomes) });
    });

    test(`in ${timeZone}, a time that clocks show twice is the first`, () => {
      const { time, first, second } = back.doubled;
      const shown = { date: back.date, minute: minuteOf(time)! };
      assert.equal(momentAt(timeZone, shown).toISOString(), first);
      assert.deepEqual(wallTimeAt(timeZone, new Date(first)), shown);
      assert.deepEqual(wallTimeAt(timeZone, new Date(second)), shown);
    });

    test(`in ${timeZone}, a day is as long as clocks make it`, () => {
      for (const { date, hours } of [forward, back]) {
        const { startMs, endMs } = localDay(timeZone, date);
        assert.equal((endMs - startMs) / hourMs, hours);
        assert.equal(momentOf(localDay(timeZone, date), 1440), endMs);
        assert.equal(wallTimeAt(timeZone, new Date(endMs - 1)).date, date);
        assert.notEqual(wallTimeAt(timeZone, new Date(endMs)).date, date);
      }
    });

    test(`in ${timeZone}, every time of a day is a moment of that day`, () => {
      for (const { date } of [forward, back]) {
        const day = localDay(timeZone, date);
        const moments = Array.from({ length: 1440 }, (_, minute) => momentOf(day, minute));
        assert.ok(Math.min(...moments) === day.startMs && Math.max(...moments) < day.endMs);
      }
    });
  }

  for (const timeZone of [...stillZones, ...clockChanges.map((change) => change.timeZone)]) {
    test(`in ${timeZone}, on other days every minute of the day is itself again`, () => {
      const day = localDay(timeZone, '2026-06-17');
      assert.equal(day.endMs - day.startMs, 24 * hourMs);
      for (const minute of [0, 1, 59, 60, 719, 720, 1439]) {
        const moment = momentOf(day, minute);
        assert.deepEqual(wallTimeOn(day, moment), { date: '2026-06-17', minute });
        assert.deepEqual(wallTimeAt(timeZone, new Date(moment)), { date: '2026-06-17', minute });
      }
      assert.deepEqual(wallTimeOn(day, day.endMs), { date: '2026-06-18', minute: 0 });
    });
  }

  test('a date that a zone left out takes no time', () => {
    const { startMs, endMs } = localDay('Pacific/Apia', '2011-12-30');
    assert.equal(startMs, endMs);
    assert.equal(new Date(startMs).toISOString(), '2011-12-30T10:00:00.000Z');
  });

  test('zones are known by their IANA names, in any case, old names too', () => {
    assert.equal(timeZoneNamed('europe/berlin'), 'Europe/Berlin');
    assert.equal(timeZoneNamed('Asia/Kathmandu'), 'Asia/Kathmandu');
    assert.equal(timeZoneNamed('Asia/Calcutta'), 'Asia/Calcutta');
    assert.equal(timeZoneNamed('utc'), 'UTC');
  });

  for (const text of ['', 'Mars/Olympus', '+01:00', '[Europe/Berlin]', 'Europe/Berlin ', 'x'.repeat(65)]) {
    test(`${JSON.stringify(text)} is no zone`, () => assert.equal(timeZoneNamed(text), undefined));
  }

  test('times of day are written and read as HH:mm', () => {
    assert.equal(clockText(0), '00:00');
    assert.equal(clockText(545), '09:05');
    assert.equal(minuteOf('23:59'), 1439);
    for (const text of ['24:00', '9:05', '09:60', '09:05:00', '']) assert.equal(minuteOf(text), undefined);
  });
});
