// Money in whole minor units.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  amountMinorMax,
  amountRule,
  currencyExponent,
  normalizeCurrency,
  normalizePastCurrency,
  toDecimal,
  toMinor,
} from '#kit/money.ts';

test('minor units become decimals by the currency', () => {
  assert.deepEqual(['EUR', 'JPY', 'JOD', 'CLF'].map(currencyExponent), [2, 0, 3, 4]);
  assert.equal(toDecimal(1999, 'EUR'), 19.99);
  assert.equal(toDecimal(1999, 'JPY'), 1999);
  assert.equal(toDecimal(-1999, 'JOD'), -1.999);
  assert.equal(JSON.stringify(toDecimal(1_000_000_029, 'EUR')), '10000000.29');
});

test('a currency has the digits of ISO 4217, also where people write prices without them', () => {
  assert.deepEqual(['HUF', 'IDR', 'PKR', 'ISK'].map(currencyExponent), [2, 2, 2, 0]);
});

test('parts of a minor unit are rounded to the nearest', () => {
  assert.equal(toDecimal(1000 / 3, 'EUR'), 3.33);
  assert.equal(toDecimal(0.5, 'EUR'), 0.01);
});

suite('a decimal number', () => {
  test('becomes the minor units it was made of, whatever their number', () => {
    for (const currency of ['EUR', 'JPY', 'JOD', 'CLF']) {
      for (let power = 1; power <= amountMinorMax; power *= 10) {
        for (const minor of [power - 1, power, power + 7, power * 3 + 29].filter(
          (n) => n <= amountMinorMax,
        )) {
          assert.equal(toMinor(toDecimal(minor, currency), currency), minor, `${minor} ${currency}`);
        }
      }
    }
  });

  test('is no amount with parts of a minor unit, below nothing, or beyond the largest', () => {
    const refused: [decimal: number, currency: string][] = [
      [0.5, 'JPY'],
      [0.001, 'EUR'],
      [0.1 + 0.2, 'EUR'],
      [19.999, 'EUR'],
      [1.0005, 'JOD'],
      [-0.01, 'EUR'],
      [1_000_000_000_000.01, 'EUR'],
      [1e21, 'JPY'],
      [Number.POSITIVE_INFINITY, 'EUR'],
      [Number.NaN, 'EUR'],
    ];
    for (const [decimal, currency] of refused) {
      assert.equal(toMinor(decimal, currency), undefined, `${decimal} ${currency}`);
    }
    assert.ok(Object.is(toMinor(-0, 'EUR'), 0));
    assert.equal(toMinor(1e12, 'EUR'), amountMinorMax);
  });

  test('that is refused is told what would be one', () => {
    assert.match(amountRule('JPY'), /from 0 to 100000000000000, without digits after the point/);
    assert.match(amountRule('JOD'), /from 0 to 100000000000, with at most 3 digits/);
  });
});

test('currency codes are read in any case, and others are none', () => {
  assert.deepEqual(['eur', 'JPY', 'Jod'].map(normalizeCurrency), ['EUR', 'JPY', 'JOD']);
  for (const text of ['', 'EU', 'EURO', 'XYZ', '€']) assert.equal(normalizeCurrency(text), undefined, text);
  for (const text of ['HRK', 'zwl', 'BGN']) {
    assert.equal(normalizeCurrency(text), undefined, `${text} is in use no more`);
    assert.equal(normalizePastCurrency(text), text.toUpperCase(), `${text} was in use`);
  }
});
