// The arithmetic of orders: known cases, and what holds for any order.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type PricedLine, type PricedOrder, spread, totalsOf } from '#core/orders/checking/order-totals.ts';
import { taxSettings } from '#core/services/service.ts';
import { amountMinorMax, currencyExponent, toDecimal, toMinor } from '#kit/money.ts';
import { makeDraw } from '#src/demo/demo-draw.ts';

const plain: PricedLine = { quantity: 1, unitPriceMinor: 0, ownDiscountMinor: 0, taxRate: 0 };

function calculated(order: Partial<PricedOrder>) {
  const whole = {
    taxSetting: 'exclusive' as const,
    lines: [],
    orderDiscountMinor: 0,
    serviceChargeMinor: 0,
    tipMinor: 0,
    ...order,
  };
  const result = totalsOf(whole);
  assert.ok('lines' in result, JSON.stringify(result));
  return result;
}

function problemOf(order: Partial<PricedOrder>) {
  const result = totalsOf({
    taxSetting: 'exclusive',
    lines: [],
    orderDiscountMinor: 0,
    serviceChargeMinor: 0,
    tipMinor: 0,
    ...order,
  });
  assert.ok('problem' in result);
  return result.problem;
}

suite('an order comes to', () => {
  test('nothing when there is nothing in it', () => {
    const { totals } = calculated({});
    assert.deepEqual(totals, { subtotalMinor: 0, discountTotalMinor: 0, taxTotalMinor: 0, totalMinor: 0 });
  });

  test('its lines with their tax on top, its service charge and its tip', () => {
    const { lines, totals } = calculated({
      lines: [
        { ...plain, quantity: 2, unitPriceMinor: 1999, taxRate: 19 },
        { ...plain, unitPriceMinor: 500, ownDiscountMinor: 100, taxRate: 7 },
      ],
      serviceChargeMinor: 250,
      tipMinor: 300,
    });
    assert.deepEqual(lines, [
      { subtotalMinor: 3998, discountMinor: 0, taxMinor: 760, totalMinor: 4758 },
      { subtotalMinor: 500, discountMinor: 100, taxMinor: 28, totalMinor: 428 },
    ]);
    assert.deepEqual(totals, {
      subtotalMinor: 4498,
      discountTotalMinor: 100,
      taxTotalMinor: 788,
      totalMinor: 4758 + 428 + 250 + 300,
    });
  });

  test('what the prices say when they hold the tax', () => {
    const { lines } = calculated({
      taxSetting: 'inclusive',
      lines: [{ ...plain, unitPriceMinor: 11900, ownDiscountMinor: 1190, taxRate: 19 }],
    });
    assert.deepEqual(lines, [
      { subtotalMinor: 10190, discountMinor: 1190, taxMinor: 1710, totalMinor: 10710 },
    ]);
  });

  test('quantity times price, half a minor unit rounded up, also for parts of a whole', () => {
    const totalOf = (quantity: number, unitPriceMinor: number) =>
      calculated({ lines: [{ ...plain, quantity, unitPriceMinor }] }).totals.totalMinor;
    assert.equal(totalOf(1.5, 333), 500);
    assert.equal(totalOf(0.001, 499), 0);
    assert.equal(totalOf(0.001, 500), 1);
    assert.equal(totalOf(2.675, 100), 268);
  });

  test('the same in a currency without minor units and in one with a thousand of them', () => {
    for (const currency of ['JPY', 'EUR', 'JOD']) {
      const price = toMinor(1000, currency)!;
      const { totals } = calculated({
        lines: [{ ...plain, quantity: 3, unitPriceMinor: price, taxRate: 10 }],
      });
      assert.equal(toDecimal(totals.totalMinor, currency), 3300, `${currencyExponent(currency)} digits`);
    }
  });
});

suite('an order can’t be calculated with', () => {
  const line = { ...plain, unitPriceMinor: 1000 };

  test('a discount larger than what it is on', () => {
    assert.deepEqual(problemOf({ lines: [line, { ...line, ownDiscountMinor: 1001 }] }), {
      line: 1,
      field: 'discount',
      mostMinor: 1000,
    });
    assert.deepEqual(problemOf({ lines: [{ ...line, ownDiscountMinor: 400 }], orderDiscountMinor: 601 }), {
      field: 'orderDiscount',
      mostMinor: 600,
    });
  });

  test('a line or a sum that is over the largest amount', () => {
    const huge = { ...plain, unitPriceMinor: amountMinorMax };
    assert.equal(problemOf({ lines: [{ ...huge, quantity: 1.001 }] }).line, 0);
    assert.equal(problemOf({ lines: [huge, line] }).field, 'total');
    assert.equal(problemOf({ lines: [huge], tipMinor: 1 }).field, 'total');
    assert.equal(problemOf({ lines: [{ ...huge, taxRate: 0.0001 }] }).field, 'total');
    assert.equal(calculated({ lines: [huge] }).totals.totalMinor, amountMinorMax);
  });
});

suite('an amount that is spread', () => {
  test('gives the units that are left over to those who lost the most by rounding down', () => {
    assert.deepEqual(spread(100, [1000, 1000, 1000]), [34, 33, 33]);
    assert.deepEqual(spread(10, [1, 2, 996]), [0, 0, 10]);
    assert.deepEqual(spread(5, [3, 3]), [3, 2]);
  });

  test('is nothing where there is nothing to spread it over', () => {
    assert.deepEqual(spread(0, [0, 0]), [0, 0]);
    assert.deepEqual(spread(0, []), []);
  });
});

test('of any order the totals are the sums of its lines, no unit is lost, and nothing is below nothing', () => {
  const random = makeDraw(20_260_331).below;
  for (let round = 0; round < 5_000; round += 1) {
    const order = anyOrder(random);
    const result = totalsOf(order);
    if ('problem' in result) {
      assert.ok(result.problem.mostMinor >= 0, JSON.stringify(order));
      continue;
    }
    const { lines, totals } = result;
    const told = `round ${round}: ${JSON.stringify(order)}`;
    const sum = (field: keyof (typeof lines)[number]) => lines.reduce((all, line) => all + line[field], 0);
    assert.equal(totals.subtotalMinor, sum('subtotalMinor'), told);
    assert.equal(totals.discountTotalMinor, sum('discountMinor'), told);
    assert.equal(totals.taxTotalMinor, sum('taxMinor'), told);
    assert.equal(totals.totalMinor, sum('totalMinor') + order.serviceChargeMinor + order.tipMinor, told);
    const own = order.lines.reduce((all, line) => all + line.ownDiscountMinor, 0);
    assert.equal(totals.discountTotalMinor, own + order.orderDiscountMinor, told);
    for (const [place, line] of lines.entries()) {
      assert.equal(line.totalMinor, line.subtotalMinor - line.discountMinor + line.taxMinor, told);
      assert.ok(line.discountMinor >= order.lines[place]!.ownDiscountMinor, told);
      assert.ok(
        Object.values(line).every((minor) => Number.isSafeInteger(minor) && minor >= 0),
        told,
      );
    }
  }
});

test('the tax of a line is off the exact one by half a minor unit at most', () => {
  const random = makeDraw(7).below;
  for (let round = 0; round < 2_000; round += 1) {
    const taxRate = random(1_000_000) / 10_000;
    const line = { ...plain, unitPriceMinor: random(1_000_000), taxRate };
    for (const taxSetting of taxSettings) {
      const [one] = calculated({ taxSetting, lines: [line] }).lines;
      const part = taxSetting === 'exclusive' ? taxRate / 100 : taxRate / (100 + taxRate);
      assert.ok(Math.abs(one!.taxMinor - line.unitPriceMinor * part) <= 0.5 + 1e-6, JSON.stringify(line));
    }
  }
});

function anyOrder(random: (below: number) => number): PricedOrder {
  const dear = random(50) === 0 ? amountMinorMax : 100_000;
  const lines = Array.from({ length: random(8) }, () => {
    const unitPriceMinor = random(dear);
    const quantity = random(2) === 0 ? 1 + random(5) : (1 + random(9_999)) / 1_000;
    const gross = Math.round(unitPriceMinor * quantity);
    const ownDiscountMinor = random(3) === 0 ? random(gross + 1) : 0;
    return { quantity, unitPriceMinor, ownDiscountMinor, taxRate: [0, 7, 19, 8.875, 99.9999][random(5)]! };
  });
  return {
    taxSetting: taxSettings[random(2)]!,
    lines,
    orderDiscountMinor: random(2) === 0 ? random(lines.length * dear + 1) % 5_000 : 0,
    serviceChargeMinor: random(1_000),
    tipMinor: random(1_000),
  };
}
