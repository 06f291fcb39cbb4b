// What was paid of an imported order and given back, and which states follow from it. Pure.
import { checkedAmount } from '#core/orders/checking/order-items.ts';
import type { Order, OrderPaymentStatus, PaymentMethod } from '#core/orders/order.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';
import { newId } from '#kit/id.ts';
import { toDecimal } from '#kit/money.ts';

/** What rows say of an order's money, in decimals of its currency, and when it moved. */
export interface MoneySaid {
  paymentStatus?: OrderPaymentStatus | undefined;
  /** Default all of it when the order is said to be paid or refunded, else nothing. */
  amountPaid?: number | undefined;
  paymentMethod?: PaymentMethod | undefined;
  /** Default all that was paid when the order is said to be refunded, else nothing. */
  refundAmount?: number | undefined;
  paidAt: Date;
  refundedAt: Date;
  completedAt: Date;
  cancelledAt: Date;
}

/**
 * The order with its payment and refund, and the states and times that follow. What does not agree is added to
 * `problems`: more paid than the total, more given back than was paid, paid or refunded when it is not.
 */
export function paidAsSaid(order: Order, said: MoneySaid, problems: FaultDetail[]): Order {
  const isRefunded = order.status === 'refunded' || said.paymentStatus === 'refunded';
  const isPaid = isRefunded || said.paymentStatus === 'paid';
  const paidMinor = amountOf(order, 'amountPaid', said.amountPaid, isPaid ? order.totalMinor : 0, problems);
  const refundMinor = amountOf(
    order,
    'refundAmount',
    said.refundAmount,
    isRefunded ? paidMinor : 0,
    problems,
  );
  const isGivenBack = paidMinor > 0 && refundMinor === paidMinor;
  const moved = { ...order, amountPaidMinor: paidMinor, refundAmountMinor: refundMinor };
  checkMoney(moved, said, problems);
  if (problems.length > 0) return order;

  const status = isGivenBack ? 'refunded' : order.status;
  const isSettled = paidMinor === order.totalMinor && (paidMinor > 0 || status === 'completed');
  const open: OrderPaymentStatus = said.paymentStatus === 'failed' ? 'failed' : 'pending';
  return {
    ...moved,
    status,
    paymentStatus: isGivenBack ? 'refunded' : isSettled ? 'paid' : open,
    payments: paidMinor > 0 ? [paymentOf(paidMinor, said)] : [],
    refunds: refundMinor > 0 ? [refundOf(refundMinor, said.refundedAt)] : [],
    completedAt: order.status === 'completed' ? said.completedAt : undefined,
    cancelledAt: order.status === 'cancelled' ? said.cancelledAt : undefined,
    refundedAt: isGivenBack ? said.refundedAt : undefined,
  };
}

function amountOf(
  { currency }: Order,
  field: 'amountPaid' | 'refundAmount',
  said: number | undefined,
  usualMinor: number,
  problems: FaultDetail[],
): number {
  return said === undefined ? usualMinor : checkedAmount(said, field, currency, problems);
}

function checkMoney(order: Order, said: MoneySaid, problems: FaultDetail[]): void {
  const { status, currency, totalMinor, amountPaidMinor, refundAmountMinor } = order;
  const amount = (minor: number) => `${toDecimal(minor, currency)} ${currency}`;
  const wrong = (...told: Parameters<typeof problem>) => problems.push(problem(...told));
  if (amountPaidMinor > totalMinor)
    wrong('amountPaid', `is more than the order’s total of ${amount(totalMinor)}.`);
  if (status === 'draft' && amountPaidMinor > 0)
    wrong('amountPaid', 'must be nothing while the order is a draft.');
  if (refundAmountMinor > amountPaidMinor) {
    wrong('refundAmount', `is more than what was paid, which is ${amount(amountPaidMinor)}.`);
  }
  if (said.paymentStatus === 'paid' && amountPaidMinor < totalMinor) {
    wrong('paymentStatus', `does not add up: ${amount(amountPaidMinor)} of ${amount(totalMinor)} was paid.`);
  }
  const field =
    said.paymentStatus === 'refunded' ? 'paymentStatus' : status === 'refunded' ? 'status' : undefined;
  if (field && (amountPaidMinor === 0 || refundAmountMinor < amountPaidMinor)) {
    const told = `${amount(refundAmountMinor)} of the ${amount(amountPaidMinor)} paid was given back.`;
    wrong(field, `does not add up: ${told}`);
  }
}

function paymentOf(amountMinor: number, { paymentMethod, paidAt }: MoneySaid): Order['payments'][number] {
  return {
    id: newId(paidAt),
    amountMinor,
    method: paymentMethod ?? 'other',
    cardBrand: undefined,
    cardLast4: undefined,
    status: 'paid',
    processedAt: paidAt,
  };
}

function refundOf(amountMinor: number, createdAt: Date): Order['refunds'][number] {
  return { id: newId(createdAt), amountMinor, reason: undefined, createdAt };
}
