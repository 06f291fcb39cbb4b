// How an order moves on: which status of it and of its payment may follow which, and what paying, refunding and
// cancelling do to the record. Pure: each takes a record and returns the next one, or throws `invalid_transition`.
import {
  balanceDueMinor,
  type Order,
  type OrderPayment,
  type OrderPaymentStatus,
  type OrderRefund,
  type OrderStatus,
} from '#core/orders/order.ts';
import { Fault, invalidField } from '#kit/fault.ts';
import { newId } from '#kit/id.ts';
import { toDecimal } from '#kit/money.ts';

const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  draft: ['open_tab', 'processing', 'cancelled'],
  open_tab: ['processing', 'completed', 'cancelled'],
  processing: ['completed', 'cancelled', 'refunded'],
  completed: ['refunded'],
  cancelled: ['refunded'],
  refunded: [],
};

const nextPaymentStatuses: Record<OrderPaymentStatus, readonly OrderPaymentStatus[]> = {
  pending: ['paid', 'failed'],
  failed: ['pending', 'paid'],
  paid: ['refunded'],
  refunded: [],
};

/** The statuses an order may move to. It is refunded only when something was paid (G-074). */
export function allowedStatuses(
  order: Pick<Order, 'status' | 'amountPaidMinor' | 'storeCreditMinor'>,
): readonly OrderStatus[] {
  const hasPaid = order.amountPaidMinor > 0 || order.storeCreditMinor > 0;
  return nextStatuses[order.status].filter((status) => status !== 'refunded' || hasPaid);
}

/** The order with another status and what follows from it: times, money and credit given back (G-074). */
export function withStatus(order: Order, status: OrderStatus, now: Date): Order {
  if (status === order.status) return order;
  const allowed = allowedStatuses(order);
  if (!allowed.includes(status)) throw moveRefused('The order', order.status, status, allowed);
  if (status === 'refunded') return fullyRefunded(order, undefined, now);
  if (status === 'cancelled') return { ...order, status, storeCreditMinor: 0, cancelledAt: now };
  if (status !== 'open_tab' && order.items.length === 0) {
    throw invalidField('items', 'must have an entry before the order goes on.');
  }
  const completedAt = status === 'completed' ? (order.completedAt ?? now) : order.completedAt;
  return settled({ ...order, status, completedAt });
}

/**
 * The order with another payment status. Paid without a payment, it gets one of what was due; refunded, everything is
 * given back (G-075).
 */
export function withPaymentStatus(order: Order, status: OrderPaymentStatus, now: Date): Order {
  if (status === order.paymentStatus) return order;
  const allowed = nextPaymentStatuses[order.paymentStatus];
  if (!allowed.includes(status)) {
    throw moveRefused('The payment', order.paymentStatus, status, allowed);
  }
  if (status === 'refunded') return fullyRefunded(order, undefined, now);
  if (status !== 'paid') return { ...order, paymentStatus: status };
  return withPayment(order, {
    id: newId(now),
    amountMinor: balanceDueMinor(order),
    method: 'other',
    cardBrand: undefined,
    cardLast4: undefined,
    status: 'paid',
    processedAt: now,
  });
}

/**
 * The order with a further payment. A paid one counts at once, and makes a purchase of a cart; a failed one marks an order
 * that nothing was paid of. Throws `invalid_field` for more than is due.
 */
export function withPayment(order: Order, payment: OrderPayment): Order {
  if (['draft', 'cancelled', 'refunded'].includes(order.status)) throw notPayable(order);
  const dueMinor = balanceDueMinor(order);
  if (payment.amountMinor > dueMinor || dueMinor === 0) {
    const due = `${toDecimal(dueMinor, order.currency)} ${order.currency}`;
    throw invalidField('amount', `is more than what is due, which is ${due}.`);
  }
  const payments = [...order.payments, payment];
  if (payment.status === 'pending') return { ...order, payments };
  if (payment.status === 'failed') {
    return { ...order, payments, paymentStatus: 'failed' };
  }
  return settled({
    ...order,
    payments,
    amountPaidMinor: order.amountPaidMinor + payment.amountMinor,
    paymentStatus: 'pending',
    condition: undefined,
  });
}

/**
 * The order with a part of its payments given back, or all that is left of them. When everything is given back, the order
 * is refunded, and its store credit returned. Throws `invalid_field` for more than was paid.
 */
export function withRefund(
  order: Order,
  { amountMinor, reason }: { amountMinor: number | undefined; reason: string | undefined },
  now: Date,
): Order {
  const allowed = allowedStatuses(order);
  if (!allowed.includes('refunded')) throw moveRefused('The order', order.status, 'refunded', allowed);
  const leftMinor = order.amountPaidMinor - order.refundAmountMinor;
  if (amountMinor === undefined || amountMinor === leftMinor) return fullyRefunded(order, reason, now);
  if (amountMinor > leftMinor) {
    const left = `${toDecimal(leftMinor, order.currency)} ${order.currency}`;
    throw invalidField('amount', `is more than what is left of the payments, which is ${left}.`);
  }
  const refund = { id: newId(now), amountMinor, reason, createdAt: now };
  return {
    ...order,
    refunds: [...order.refunds, refund],
    refundAmountMinor: order.refundAmountMinor + amountMinor,
  };
}

/** An order whose balance is 0 is paid; one without a price is when it goes into work. */
export function settled(order: Order): Order {
  const isOpen = order.paymentStatus === 'pending' || order.paymentStatus === 'failed';
  const isUnderWay = order.status === 'processing' || order.status === 'completed';
  const hasPaid = order.amountPaidMinor > 0 || order.storeCreditMinor > 0;
  const isSettled = isOpen && (isUnderWay || hasPaid) && balanceDueMinor(order) === 0;
  return isSettled ? { ...order, paymentStatus: 'paid' } : order;
}

function fullyRefunded(order: Order, reason: string | undefined, now: Date): Order {
  const leftMinor = order.amountPaidMinor - order.refundAmountMinor;
  const rest: OrderRefund = { id: newId(now), amountMinor: leftMinor, reason, createdAt: now };
  return {
    ...order,
    status: 'refunded',
    paymentStatus: 'refunded',
    refunds: leftMinor > 0 ? [...order.refunds, rest] : order.refunds,
    refundAmountMinor: order.amountPaidMinor,
    storeCreditMinor: 0,
    refundedAt: now,
  };
}

function notPayable({ status }: Order): Fault {
  const message = `The order is ${status} and takes no payment; an order that is open_tab, processing or completed does.`;
  return new Fault('conflict', 'invalid_transition', message);
}

function moveRefused(what: string, from: string, to: string, allowed: readonly string[]): Fault {
  const moves =
    allowed.length === 0 ? 'There is no move from there' : `It may become ${allowed.join(' or ')}`;
  return new Fault('conflict', 'invalid_transition', `${what} is ${from} and can’t become ${to}. ${moves}.`);
}
