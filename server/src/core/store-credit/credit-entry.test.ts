// The pure rules of store credit: which amounts there are, and what is taken from where.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkedAmount,
  expiredMinorOf,
  fingerprintOf,
  takeFromLots,
} from '#core/store-credit/credit-entry.ts';

const amounts: [amount: number, currency: string, minor: number | undefined][] = [
  [0.01, 'EUR', 1],
  [0.07, 'eur', 7],
  [1.1, 'Eur', 110],
  [1_000_000, 'EUR', 100_000_000],
  [500, 'JPY', 500],
  [1.23, 'JOD', 1230],
  [0, 'EUR', undefined],
  [-1, 'EUR', undefined],
  [0.001, 'EUR', undefined],
  [0.1 + 0.2, 'EUR', undefined],
  [1_000_000.01, 'EUR', undefined],
  [500.5, 'JPY', undefined],
  [1.234, 'JOD', undefined],
  [Number.POSITIVE_INFINITY, 'EUR', undefined],
];
for (const [amount, currency, minor] of amounts) {
  test(`${amount} ${currency} is ${minor ?? 'refused'}`, () => {
    if (minor !== undefined) {
      assert.deepEqual(checkedAmount({ amount, currency }), {
        amountMinor: minor,
        currency: currency.toUpperCase(),
      });
    } else assert.throws(() => checkedAmount({ amount, currency }), { code: 'invalid_field' });
  });
}

test('an unknown currency is refused by name', () => {
  assert.throws(() => checkedAmount({ amount: 1, currency: 'ZZZ' }), /^Fault: currency must be/);
});

test('lots give in their order, and no more than they hold', () => {
  const lots = [3, 5, 7].map((remainingMinor, place) => ({
    entryId: `lot ${place}`,
    remainingMinor,
    expiresAt: new Date(1000 * (place + 1)),
  }));
  assert.deepEqual(takeFromLots(lots, 4), [
    { entryId: 'lot 0', amountMinor: 3 },
    { entryId: 'lot 1', amountMinor: 1 },
  ]);
  assert.deepEqual(
    takeFromLots(lots, 100).map(({ amountMinor }) => amountMinor),
    [3, 5, 7],
  );
  assert.equal(expiredMinorOf(lots, new Date(1999)), 3);
  assert.equal(expiredMinorOf(lots, new Date(2000)), 8);
});

test('a detail that is missing is no empty one, and details do not run into each other', () => {
  assert.notDeepEqual(fingerprintOf('a', undefined), fingerprintOf('a', ''));
  assert.notDeepEqual(fingerprintOf('a', 'b'), fingerprintOf('ab'));
  assert.deepEqual(fingerprintOf('a', 1, undefined), fingerprintOf('a', 1, undefined));
});
