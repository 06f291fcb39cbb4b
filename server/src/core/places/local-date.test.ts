// Dates of the calendar, as text.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays, addMonths, datesBetween, isLocalDate, weekdayOf } from '#core/places/local-date.ts';

suite('dates', () => {
  test('are of the calendar', () => {
    for (const date of ['1900-01-01', '2024-02-29', '2026-12-31', '9999-12-31'])
      assert.ok(isLocalDate(date), date);
    for (const text of ['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '1899-12-31', '20260101', ''])
      assert.ok(!isLocalDate(text), text);
  });

  test('are counted over the ends of months and years', () => {
    assert.equal(addDays('2026-12-31', 1), '2027-01-01');
    assert.equal(addDays('2024-03-01', -1), '2024-02-29');
    assert.deepEqual(datesBetween('2026-02-27', '2026-03-01'), ['2026-02-27', '2026-02-28', '2026-03-01']);
    assert.deepEqual(datesBetween('2026-03-01', '2026-02-27'), []);
  });

  test('a month later than a day that the month lacks is its last day', () => {
    assert.equal(addMonths('2026-01-31', 1), '2026-02-28');
    assert.equal(addMonths('2023-12-31', 2), '2024-02-29');
    assert.equal(addMonths('2026-01-31', 2), '2026-03-31');
    assert.equal(addMonths('2026-11-15', 3), '2027-02-15');
  });

  test('weeks begin with Monday', () => {
    assert.equal(weekdayOf('2026-11-23'), 1);
    assert.equal(weekdayOf('2026-11-22'), 7);
  });
});
