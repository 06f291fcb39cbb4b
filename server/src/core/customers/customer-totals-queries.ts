// The SQL that keeps customers' totals of orders, in the transaction that changes the orders.
import type { Tx } from '#db/tx.ts';

/** What an order's change does to the totals of its customer; money in minor units of the organization's currency. */
export interface CustomerTotalsChange {
  orders: number;
  spentMinor: number;
  lifetimeMinor: number;
  /** When the last order that counts was made, as it is now. */
  lastOrderAt: Date | undefined;
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

/** Adds to a customer's totals. No change of the record: no version, no event. The caller holds the row's lock. */
export async function addToCustomerTotals(tx: Tx, id: string, change: CustomerTotalsChange): Promise<void> {
  await tx`
    update customers set total_orders = total_orders + ${change.orders},
      total_spent_minor = total_spent_minor + ${change.spentMinor},
      lifetime_value_minor = lifetime_value_minor + ${change.lifetimeMinor},
      last_order_at = ${change.lastOrderAt}
    where organization_id = ${tx.organizationId} and id = ${id}
  `;
}
