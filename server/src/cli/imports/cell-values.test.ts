// What cells mean that lists of every kind can have.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAmount, readMoment, readTime } from '#src/cli/imports/cell-values.ts';

test('amounts are read as people write them, and nothing is guessed where two readings are possible', () => {
  const amounts: [string, number | undefined][] = [
    ['12', 12],
    ['12.50', 12.5],
    ['12,50', 12.5],
    ['€ 12,50', 12.5],
    ['12.50 EUR', 12.5],
    ['USD 1,234.56', 1234.56],
    ['1.234.567,8', 1234567.8],
    ["1'234.50", 1234.5],
    ['-3', -3],
    ['1,234', undefined],
    ['free', undefined],
    ['12.50 per hour', undefined],
  ];
  for (const [text, amount] of amounts) assert.equal(readAmount(text), amount, text);
});

test('times are read on the clock of 24 and of 12 hours', () => {
  const times: [string, string | undefined][] = [
    ['9:30', '09:30'],
    ['09:30:59', '09:30'],
    ['9.30', '09:30'],
    ['12:05 am', '00:05'],
    ['12:05 PM', '12:05'],
    ['2:30 p.m.', '14:30'],
    ['24:00', undefined],
    ['13:00 pm', undefined],
    ['9:60', undefined],
    ['soon', undefined],
  ];
  for (const [text, time] of times) assert.equal(readTime(text), time, text);
});

test('moments are exact with an offset, else of the place', () => {
  const exact = new Date('2026-03-31T12:30:00Z');
  for (const text of ['2026-03-31T12:30:00Z', '2026-03-31 14:30:00 +0200', '2026-03-31 12:30 UTC']) {
    assert.deepEqual(readMoment(text), exact, text);
  }
  assert.deepEqual(readMoment('2026-03-31'), { date: '2026-03-31' });
  assert.deepEqual(readMoment('31.03.2026, 14:30'), { date: '2026-03-31', time: '14:30' });
  assert.deepEqual(readMoment('31/03/2026 2:30 PM'), { date: '2026-03-31', time: '14:30' });
  for (const text of ['02/03/2026', 'March', '2026-03-31 soon', '']) {
    assert.equal(readMoment(text), undefined, text);
  }
});
