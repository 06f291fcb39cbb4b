// The SQL of merges: their records, the locks they take beside the customers', and the totals they move.
import type { Customer } from '#core/customers/customer.ts';
import type { CustomerMerge, HandedOver } from '#core/people/customer-merge.ts';
import type { Actor } from '#core/scope.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

/** The merge with this record id. */
export function findMerge(tx: Tx, id: string): Promise<CustomerMerge | undefined> {
  return findOne(tx, tx`id = ${id}`);
}

/** The merge with this record id, locked until the transaction ends. */
export function lockMerge(tx: Tx, id: string): Promise<CustomerMerge | undefined> {
  return findOne(tx, tx`id = ${id} for update`);
}

/** Stores a merge; what the survivor got is told by `updateHandedOver`. */
export async function insertMerge(tx: Tx, merge: CustomerMerge): Promise<void> {
  const { createdBy } = merge;
  await tx`
    insert into customer_merges (organization_id, id, customer_id, merged_customer_id, merged_customer_number,
      survivor_id, merged_customer, created_by_type, created_by_id, created_by_name, created_at)
    values (${tx.organizationId}, ${merge.id}, ${merge.customerId}, ${merge.mergedCustomerId},
      ${merge.mergedCustomerNumber}, ${merge.survivorId}, ${JSON.stringify(merge.mergedCustomer)}::text::jsonb,
      ${createdBy.type}, ${createdBy.id}, ${createdBy.name}, ${merge.createdAt})
  `;
}

/** Stores what the survivor got. */
export async function updateHandedOver(tx: Tx, id: string, handedOver: HandedOver): Promise<void> {
  await tx`
    update customer_merges set handed_over = ${JSON.stringify(handedOver)}::text::jsonb
    where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

/** Ends a merge: nobody answers for the merged customer any more, who is about to be there again. */
export async function endMerge(tx: Tx, id: string, undoneAt: Date): Promise<void> {
  await tx`
    update customer_merges
    set survivor_id = null, merged_customer = null, handed_over = null, undone_at = ${undoneAt}
    where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

/**
 * Locks the accounts, then the companies of these customers, each in the order of ids: a sign-in goes from its account
 * to its customer, and companies come before customers. Returns who of the customers can sign in.
 */
export async function lockAround(tx: Tx, customerIds: string[]): Promise<Set<string>> {
  const accounts = await tx<{ customerId: string }[]>`
    select customer_id from accounts
    where organization_id = ${tx.organizationId} and customer_id = any(${customerIds}::uuid[])
    order by id for no key update
  `;
  await tx`
    select from companies
    where organization_id = ${tx.organizationId} and primary_customer_id = any(${customerIds}::uuid[])
    order by id for no key update
  `;
  return new Set(accounts.map(({ customerId }) => customerId));
}

/** Removes a customer's record, at which nothing points any more but its own addresses, numbers and values. */
export async function deleteCustomerRow(tx: Tx, id: string): Promise<void> {
  await tx`delete from customers where organization_id = ${tx.organizationId} and id = ${id}`;
}

/** What a customer's orders come to, in minor units of `currency`; as G-077 counts them. */
export interface OrderSums {
  orders: number;
  spentMinor: number;
  lifetimeMinor: number;
  lastOrderAt: Date | undefined;
}

/** The sums over a customer's orders that count. */
export async function selectOrderSums(tx: Tx, customerId: string, currency: string): Promise<OrderSums> {
  const rows = await tx<(Omit<OrderSums, 'lastOrderAt'> & { lastOrderAt: Date | null })[]>`
    select count(*)::integer as orders, coalesce(sum(amount_paid_minor), 0)::bigint as spent_minor,
      coalesce(sum(amount_paid_minor - refund_amount_minor), 0)::bigint as lifetime_minor,
      max(created_at) as last_order_at
    from orders
    where organization_id = ${tx.organizationId} and customer_id = ${customerId} and currency = ${currency}
      and status in ('processing', 'completed', 'refunded') and condition is null and deleted_at is null
  `;
  return { ...rows[0]!, lastOrderAt: rows[0]!.lastOrderAt ?? undefined };
}

interface MergeRow {
  id: string;
  customerId: string;
  mergedCustomerId: string;
  mergedCustomerNumber: string;
  survivorId: string | null;
  mergedCustomer: Customer | null;
  handedOver: HandedOver | null;
  createdByType: Actor['type'];
  createdById: string;
  createdByName: string;
  createdAt: Date;
  undoneAt: Date | null;
}

async function findOne(tx: Tx, condition: SqlFragment): Promise<CustomerMerge | undefined> {
  const [row] = await tx<MergeRow[]>`
    select * from customer_merges where organization_id = ${tx.organizationId} and ${condition}
  `;
  if (!row) return undefined;
  return {
    id: row.id,
    organizationId: tx.organizationId,
    customerId: row.customerId,
    mergedCustomerId: row.mergedCustomerId,
    mergedCustomerNumber: row.mergedCustomerNumber,
    survivorId: row.survivorId ?? undefined,
    mergedCustomer: row.mergedCustomer ? withMoments(row.mergedCustomer) : undefined,
    handedOver: row.handedOver ?? undefined,
    createdBy: { type: row.createdByType, id: row.createdById, name: row.createdByName },
    createdAt: row.createdAt,
    undoneAt: row.undoneAt ?? undefined,
  };
}

/** A record that came back from JSON, its moments read. */
function withMoments(stored: Customer): Customer {
  const moment = (value: Date | undefined) => (value === undefined ? undefined : new Date(value));
  return {
    ...stored,
    lastOrderAt: moment(stored.lastOrderAt),
    lastActivityAt: moment(stored.lastActivityAt),
    firstActiveAt: moment(stored.firstActiveAt),
    createdAt: new Date(stored.createdAt),
    updatedAt: new Date(stored.updatedAt),
  };
}
