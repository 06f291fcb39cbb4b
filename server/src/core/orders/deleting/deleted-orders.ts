// Deleting orders, bringing them back, and removing what was deleted long ago.
import { changeOrder, findOrder } from '#core/orders/changing-orders.ts';
import { deleteOrdersDeletedBefore } from '#core/orders/deleting/deleted-order-queries.ts';
import type { Order } from '#core/orders/order.ts';
import { getOrder } from '#core/orders/orders.ts';
import type { Scope } from '#core/scope.ts';
import type { RootDb } from '#db/tx.ts';
import type { Clock } from '#kit/clock.ts';
import { Fault, missing } from '#kit/fault.ts';

/** How long a deleted order can be restored. */
const restorableMs = 30 * 24 * 3_600_000;

/**
 * Deletes a draft or a cancelled order; it can be restored for 30 days. Gives back the store credit of a draft. Throws
 * `not_found`, `invalid_transition`. Source: Spec, C, DELETE /orders/{orderId}.
 */
export async function deleteOrder(scope: Scope, reference: string, version?: number): Promise<void> {
  const known = await getOrder(scope, reference);
  const now = scope.clock.now();
  await changeOrder(scope, known, {
    version,
    next(order) {
      if (order.deletedAt) throw missing('The order');
      if (order.status !== 'draft' && order.status !== 'cancelled') throw notDeletable(order);
      return { ...order, storeCreditMinor: 0, deletedAt: now };
    },
  });
}

/**
 * Brings back an order that was deleted in the last 30 days; one that is not deleted stays as it is. Throws `not_found`
 * (G-078).
 */
export async function restoreOrder(scope: Scope, reference: string): Promise<Order> {
  const known = await scope.read((tx) => findOrder(tx, reference));
  const now = scope.clock.now();
  const isGone = known?.deletedAt && now.getTime() - known.deletedAt.getTime() >= restorableMs;
  if (!known || isGone) throw missing('The order');
  return changeOrder(scope, known, { next: (order) => ({ ...order, deletedAt: undefined }) });
}

/**
 * Removes up to `limit` orders that were deleted more than 30 days ago, of all organizations, and returns how many. Those
 * that a booking, an enquiry, a task or the credit ledger names stay, deleted (G-078).
 */
export function removeDeletedOrders(db: RootDb, clock: Clock, limit: number): Promise<number> {
  const moment = new Date(clock.now().getTime() - restorableMs);
  return db.root((tx) => deleteOrdersDeletedBefore(tx, moment, limit));
}

function notDeletable({ status }: Order): Fault {
  const message = `The order is ${status}; only a draft or a cancelled order can be deleted.`;
  return new Fault('conflict', 'invalid_transition', message);
}
