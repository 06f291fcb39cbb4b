// Operations on the organization's orders. Creating one is in create-order.ts, payments are in order-payments.ts.
import { changeOrder, findOrder } from '#core/orders/changing-orders.ts';
import { type OrderChanges, withOrderChanges } from '#core/orders/checking/order-changes.ts';
import { type CreditChanges, withCredit } from '#core/orders/checking/order-credit.ts';
import { servicesOf } from '#core/orders/checking/order-services.ts';
import {
  hasOpenItems,
  isPayable,
  type Order,
  type OrderPaymentStatus,
  type OrderStatus,
  orderBounds,
} from '#core/orders/order.ts';
import { settled, withPaymentStatus, withStatus } from '#core/orders/order-moves.ts';
import type { Scope } from '#core/scope.ts';
import { Fault, type FaultDetail, invalidFields, missing } from '#kit/fault.ts';
import { checkedOptionalText, problem } from '#kit/field-checks.ts';
import { toDecimal } from '#kit/money.ts';

/** The order named by record id or number. Throws `not_found`. Source: Spec, C, GET /orders/{orderId}. */
export async function getOrder(scope: Scope, reference: string): Promise<Order> {
  const order = await scope.read((tx) => findOrder(tx, reference));
  if (!order || order.deletedAt) throw missing('The order');
  return order;
}

/** Changes that come with the version of the record they were made from, so that nobody's are overwritten unseen. */
export interface OrderUpdate extends OrderChanges, CreditChanges {
  status?: OrderStatus | undefined;
  paymentStatus?: OrderPaymentStatus | undefined;
  cancelReason?: string | undefined;
  /** Refuse unless the record still has this version. */
  version?: number | undefined;
}

/**
 * Changes the order named by record id or number. Throws `not_found`, `version_conflict`, `invalid_transition` naming the
 * moves that are allowed, `items_frozen`, `insufficient_credit`, and `invalid_field` naming what is wrong. Source: Spec,
 * C, PATCH /orders/{orderId} (G-073, G-074).
 */
export async function updateOrder(scope: Scope, reference: string, update: OrderUpdate): Promise<Order> {
  const known = await getOrder(scope, reference);
  const services = await servicesOf(scope, update.items ?? []);
  const now = scope.clock.now();
  return changeOrder(scope, known, {
    version: update.version,
    next(order) {
      if (order.deletedAt) throw missing('The order');
      const problems: FaultDetail[] = [];
      const changed = withOrderChanges(order, update, { services, now }, problems);
      checkEditable(order, changed, update);
      const credited = withCredit(changed, update, problems);
      const cancelReason = checkedReason(credited, update, problems);
      if (problems.length > 0) throw invalidFields(problems);
      const next = settled({ ...credited, cancelReason });
      const moved = update.status ? withStatus(next, update.status, now) : next;
      return update.paymentStatus ? withPaymentStatus(moved, update.paymentStatus, now) : moved;
    },
  });
}

/** What may still change depends on what was paid: items until money has come, other amounts until all has (G-073). */
function checkEditable(before: Order, after: Order, changes: OrderChanges): void {
  const isPriced =
    changes.items ||
    after.taxSetting !== before.taxSetting ||
    after.orderDiscountMinor !== before.orderDiscountMinor;
  const isExtra =
    after.tipMinor !== before.tipMinor || after.serviceChargeMinor !== before.serviceChargeMinor;
  const isFinal = before.status !== 'draft' && !isPayable(before);
  if ((isPriced && !hasOpenItems(before)) || (isExtra && isFinal)) {
    const message = `The order is ${before.status} and its payment ${before.paymentStatus}: what it comes to can’t be changed any more.`;
    throw new Fault('conflict', 'items_frozen', message);
  }
  const paidMinor = after.amountPaidMinor + after.storeCreditMinor;
  if (after.totalMinor < paidMinor) {
    const paid = `${toDecimal(paidMinor, after.currency)} ${after.currency}`;
    throw invalidFields([problem('items', `come to less than what was paid, which is ${paid}.`)]);
  }
}

function checkedReason(order: Order, update: OrderUpdate, problems: FaultDetail[]): string | undefined {
  if (update.cancelReason === undefined) return order.cancelReason;
  if (update.status !== 'cancelled' && order.status !== 'cancelled') {
    problems.push(problem('cancelReason', 'goes with the status cancelled.'));
  }
  return checkedOptionalText('cancelReason', update.cancelReason, orderBounds.textLength, problems);
}
