// Which status may follow which, and what following does to an order.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  emptyOrder,
  type Order,
  type OrderStatus,
  orderPaymentStatuses,
  orderStatuses,
} from '#core/orders/order.ts';
import { withPaymentStatus, withRefund, withStatus } from '#core/orders/order-moves.ts';
import { Fault } from '#kit/fault.ts';

const now = new Date('2026-03-31T09:00:00Z');
const later = new Date('2026-03-31T10:00:00Z');
const actor = { type: 'system', id: 'test', name: 'Test' } as const;

/** An order of 10.00 with an item, of which this much was paid. */
function orderWith(changes: Partial<Order>): Order {
  const organization = { id: '019d432a-b3fe-7a52-9d0b-3f6a1c84e2b7', currency: 'EUR' };
  const items = [{ name: 'Tea' }] as Order['items'];
  return { ...emptyOrder(organization, actor, now), items, totalMinor: 1_000, ...changes };
}

/** The values of a list to which a move does not throw `invalid_transition`. */
function reachable<Value extends string>(values: readonly Value[], move: (to: Value) => unknown): Value[] {
  return values.filter((to) => {
    try {
      move(to);
      return true;
    } catch (error) {
      assert.ok(error instanceof Fault && error.code === 'invalid_transition', String(error));
      return false;
    }
  });
}

suite('an order', () => {
  test('moves as the table has it, to itself without a change, and is refunded only when something was paid', () => {
    const table: [from: OrderStatus, to: OrderStatus[], toWhenPaid: OrderStatus[]][] = [
      ['draft', ['draft', 'open_tab', 'processing', 'cancelled'], []],
      ['open_tab', ['open_tab', 'processing', 'completed', 'cancelled'], []],
      ['processing', ['processing', 'completed', 'cancelled'], ['refunded']],
      ['completed', ['completed'], ['refunded']],
      ['cancelled', ['cancelled'], ['refunded']],
      ['refunded', ['refunded'], []],
    ];
    for (const [status, free, paid] of table) {
      const moves = (order: Order) => reachable(orderStatuses, (to) => withStatus(order, to, later));
      assert.deepEqual(moves(orderWith({ status })), free, status);
      const paidFor = orderWith({ status, amountPaidMinor: 400 });
      assert.deepEqual(moves(paidFor), [...free, ...paid], `${status}, partly paid`);
      assert.equal(withStatus(paidFor, status, later), paidFor);
    }
  });

  test('keeps the time it was first completed, and gives back credit when it is cancelled', () => {
    const completed = withStatus(orderWith({ status: 'processing', completedAt: now }), 'completed', later);
    assert.equal(completed.completedAt, now);
    const cancelled = withStatus(
      orderWith({ status: 'open_tab', storeCreditMinor: 300 }),
      'cancelled',
      later,
    );
    assert.deepEqual([cancelled.cancelledAt, cancelled.storeCreditMinor], [later, 0]);
  });

  test('goes on with an item only, and is paid at once when it costs nothing', () => {
    const empty = orderWith({ items: [], totalMinor: 0 });
    assert.equal(withStatus(empty, 'open_tab', later).paymentStatus, 'pending');
    assert.throws(() => withStatus(empty, 'processing', later), { code: 'invalid_field' });
    assert.equal(withStatus(orderWith({ totalMinor: 0 }), 'processing', later).paymentStatus, 'paid');
  });
});

suite('a payment', () => {
  test('moves as the table has it', () => {
    const table = {
      pending: ['pending', 'paid', 'failed'],
      failed: ['pending', 'paid', 'failed'],
      paid: ['paid', 'refunded'],
      refunded: ['refunded'],
    };
    for (const paymentStatus of orderPaymentStatuses) {
      const amountPaidMinor = paymentStatus === 'paid' || paymentStatus === 'refunded' ? 1_000 : 0;
      const order = orderWith({ status: 'processing', paymentStatus, amountPaidMinor });
      const moves = reachable(orderPaymentStatuses, (to) => withPaymentStatus(order, to, later));
      assert.deepEqual(moves, table[paymentStatus], paymentStatus);
    }
  });

  test('stays paid while a part is given back, and all of it makes the order refunded', () => {
    const paid = orderWith({ status: 'completed', paymentStatus: 'paid', amountPaidMinor: 1_000 });
    const part = withRefund(paid, { amountMinor: 999, reason: undefined }, later);
    assert.deepEqual([part.status, part.paymentStatus, part.refundAmountMinor], ['completed', 'paid', 999]);
    const whole = withRefund(part, { amountMinor: 1, reason: 'All' }, later);
    assert.deepEqual([whole.status, whole.paymentStatus, whole.refundedAt], ['refunded', 'refunded', later]);
    assert.equal(
      whole.refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      1_000,
    );
    assert.throws(() => withRefund(part, { amountMinor: 2, reason: undefined }, later), {
      code: 'invalid_field',
    });
  });
});
