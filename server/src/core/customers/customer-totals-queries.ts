// The SQL that keeps customers' totals of orders, in the transaction that changes the orders.
import type { Tx } from '#db/tx.ts';

/** What an order's change does to the totals of its customer; money in minor units of the organization's currency. */
export interface CustomerTotalsChange {
  orders: number;
  spentMinor: number;
  lifetimeMinor: number;
  /** When the last order that counts was made, as it is now. */
  lastOrderAt: Date | undefined;
  now: Date;
}

/**
 * When each of these customers made the last order that counts, by customer's id, locked in the order of ids until the
 * transaction ends; without those who do not exist. Who only refers to the customers need not wait for it.
 */
export async function lockCustomerTotals(
  tx: Tx,
  ids: string[],
): Promise<Map<string, { lastOrderAt: Date | undefined }>> {
  const rows = await tx<{ id: string; lastOrderAt: Date | null }[]>`
    select id, last_order_at from customers
    where organization_id = ${tx.organizationId} and id = any(${ids}::uuid[])
    order by id for no key update
  `;
  return new Map(rows.map(({ id, lastOrderAt }) => [id, { lastOrderAt: lastOrderAt ?? undefined }]));
}

/**
 * Adds to a customer's totals. The record is updated by it, so that whoever reads the latest changes finds it, but under
 * the same version and without an event: nobody who edits it is in the way, and the order's event says it (G-204). The
 * caller holds the row's lock.
 */
export async function addToCustomerTotals(tx: Tx, id: string, change: CustomerTotalsChange): Promise<void> {
  await tx`
    update customers set total_orders = total_orders + ${change.orders},
      total_spent_minor = total_spent_minor + ${change.spentMinor},
      lifetime_value_minor = lifetime_value_minor + ${change.lifetimeMinor},
      last_order_at = ${change.lastOrderAt}, updated_at = ${change.now}
    where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

/** Does the same for many customers in one statement. */
export async function addToManyTotals(
  tx: Tx,
  changes: (CustomerTotalsChange & { customerId: string })[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx`
    update customers set total_orders = total_orders + change.orders,
      total_spent_minor = total_spent_minor + change."spentMinor",
      lifetime_value_minor = lifetime_value_minor + change."lifetimeMinor",
      last_order_at = change."lastOrderAt", updated_at = change.now
    from json_to_recordset(${JSON.stringify(changes)}::text::json) as change ("customerId" uuid, orders integer,
      "spentMinor" bigint, "lifetimeMinor" bigint, "lastOrderAt" timestamptz, now timestamptz)
    where organization_id = ${tx.organizationId} and id = change."customerId"
  `;
}
