// The SQL of importing orders.
import { insertEvents, type NewEvent } from '#core/events/event-queries.ts';
import type { Order } from '#core/orders/order.ts';
import { insertOrder, insertPayment, insertRefund } from '#core/orders/order-queries.ts';
import type { Tx } from '#db/tx.ts';

/** The numbers of the orders that have these ids in another system, by id. */
export async function selectOrdersThere(tx: Tx, externalIds: string[]): Promise<Map<string, string>> {
  const rows = await tx<{ externalId: string; orderNumber: string }[]>`
    select external_id, order_number from orders
    where organization_id = ${tx.organizationId} and external_id = any(${externalIds}::text[]) and deleted_at is null
  `;
  return new Map(rows.map(({ externalId, orderNumber }) => [externalId, orderNumber]));
}

/** Stores new orders with their payments, refunds and events, all in one flight. */
export async function insertNewOrders(tx: Tx, orders: Order[], events: NewEvent[]): Promise<void> {
  await Promise.all([
    ...orders.map((order) => insertOrder(tx, order)),
    ...orders.flatMap(({ id, payments }) => payments.map((payment) => insertPayment(tx, id, payment))),
    ...orders.flatMap(({ id, refunds }) => refunds.map((refund) => insertRefund(tx, id, refund))),
    insertEvents(tx, tx`select json_array_elements(${JSON.stringify(events)}::text::json)`),
  ]);
}
