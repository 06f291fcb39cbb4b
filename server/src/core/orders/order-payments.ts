// Paying for an order and giving money back. Source: additive to the contract (G-075, G-076).
import { changeOrder } from '#core/orders/changing-orders.ts';
import { checkedAmount } from '#core/orders/checking/order-items.ts';
import { type Order, orderBounds, type PaymentMethod, type PaymentState } from '#core/orders/order.ts';
import { withPayment, withRefund } from '#core/orders/order-moves.ts';
import { getOrder } from '#core/orders/orders.ts';
import type { Scope } from '#core/scope.ts';
import { type FaultDetail, invalidFields, missing } from '#kit/fault.ts';
import { checkedOptionalText, problem } from '#kit/field-checks.ts';
import { newId } from '#kit/id.ts';

/** A payment as it is sent. */
export interface PaymentInput {
  /** In decimals of the order's currency, more than 0. */
  amount: number;
  method: PaymentMethod;
  cardBrand?: string | undefined;
  /** The last four digits, never more. */
  cardLast4?: string | undefined;
  /** Default paid. */
  status?: PaymentState | undefined;
  /** Default now. */
  processedAt?: Date | undefined;
  /** Refuse unless the order still has this version. */
  version?: number | undefined;
}

/**
 * Adds a payment to the order named by record id or number. One that covers what is due makes the order paid. Throws
 * `not_found`, `version_conflict`, `invalid_transition`, and `invalid_field` for more than is due (G-075).
 */
export async function addPayment(scope: Scope, reference: string, input: PaymentInput): Promise<Order> {
  const known = await getOrder(scope, reference);
  const now = scope.clock.now();
  const problems: FaultDetail[] = [];
  const payment = {
    id: newId(now),
    amountMinor: checkedPrice(input.amount, known, problems),
    method: input.method,
    cardBrand: checkedOptionalText('cardBrand', input.cardBrand ?? '', orderBounds.sourceLength, problems),
    cardLast4: checkedDigits(input.cardLast4, problems),
    status: input.status ?? ('paid' as const),
    processedAt: input.processedAt ?? now,
  };
  if (problems.length > 0) throw invalidFields(problems);
  return changeOrder(scope, known, {
    version: input.version,
    next(order) {
      if (order.deletedAt) throw missing('The order');
      if (order.payments.length >= orderBounds.payments) {
        throw invalidFields([
          problem('amount', `is one payment more than the ${orderBounds.payments} of an order.`),
        ]);
      }
      return withPayment(order, payment);
    },
  });
}

/** A refund as it is sent. */
export interface RefundInput {
  /** In decimals of the order's currency, more than 0. Default all that is left. */
  amount?: number | undefined;
  reason?: string | undefined;
  /** Refuse unless the order still has this version. */
  version?: number | undefined;
}

/**
 * Gives back a part of what was paid for the order named by record id or number, or all of it, which makes the order
 * refunded and returns its store credit. Throws `not_found`, `version_conflict`, `invalid_transition`, and
 * `invalid_field` for more than was paid (G-076).
 */
export async function refundOrder(scope: Scope, reference: string, input: RefundInput): Promise<Order> {
  const known = await getOrder(scope, reference);
  const now = scope.clock.now();
  const problems: FaultDetail[] = [];
  const amountMinor = input.amount === undefined ? undefined : checkedPrice(input.amount, known, problems);
  const reason = checkedOptionalText('reason', input.reason ?? '', orderBounds.textLength, problems);
  if (problems.length > 0) throw invalidFields(problems);
  return changeOrder(scope, known, {
    version: input.version,
    next(order) {
      if (order.deletedAt) throw missing('The order');
      return withRefund(order, { amountMinor, reason }, now);
    },
  });
}

function checkedPrice(amount: number, { currency }: Order, problems: FaultDetail[]): number {
  const minor = checkedAmount(amount, 'amount', currency, problems);
  if (minor === 0 && problems.length === 0) problems.push(problem('amount', 'must be more than 0.'));
  return minor;
}

function checkedDigits(digits: string | undefined, problems: FaultDetail[]): string | undefined {
  if (digits === undefined || digits === '') return undefined;
  if (!/^[0-9]{4}$/.test(digits))
    problems.push(problem('cardLast4', 'must be the last four digits of the card.'));
  return digits;
}
