// Money in whole minor units.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currencyExponent, toDecimal } from '#kit/money.ts';

test('minor units become decimals by the currency', () => {
  assert.deepEqual(['EUR', 'JPY', 'JOD'].map(currencyExponent), [2, 0, 3]);
  assert.equal(toDecimal(1999, 'EUR'), 19.99);
  assert.equal(toDecimal(1999, 'JPY'), 1999);
  assert.equal(toDecimal(-1999, 'JOD'), -1.999);
  assert.equal(JSON.stringify(toDecimal(1_000_000_029, 'EUR')), '10000000.29');
});

test('parts of a minor unit are rounded to the nearest', () => {
  assert.equal(toDecimal(1000 / 3, 'EUR'), 3.33);
  assert.equal(toDecimal(0.5, 'EUR'), 0.01);
});
