// The SQL of merges: their records, the locks they take beside the customers', and the totals they move.
import type { Company } from '#core/companies/company.ts';
import { lockCompaniesOf } from '#core/companies/company-queries.ts';
import type { Customer } from '#core/customers/customer.ts';
import type { CustomerMerge, HandedOver } from '#core/people/customer-merge.ts';
import { lockSignIns, type SignIn } from '#core/people/joined-sign-in-queries.ts';
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

/** Up to `count` merges that a customer took part in, or now answers for, newest first, after the one with that id. */
export async function selectMergesOf(
  tx: Tx,
  customerId: string,
  { after, count }: { after: string | undefined; count: number },
): Promise<CustomerMerge[]> {
  const rows = await tx<MergeRow[]>`
    select * from customer_merges
    where organization_id = ${tx.organizationId} ${after ? tx`and id < ${after}` : tx``}
      and (customer_id = ${customerId} or merged_customer_id = ${customerId} or survivor_id = ${customerId})
    order by id desc limit ${count}
  `;
  return rows.map((row) => toMerge(tx, row));
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

/** What is locked around customers: the account of each who can sign in, and the companies that show one of them. */
export interface LockedAround {
  signIns: Map<string, SignIn>;
  companies: Company[];
}

/**
 * Locks the accounts, then the companies of these customers, each in the order of ids: a sign-in goes from its account
 * to its customer, and companies come before customers.
 */
export async function lockAround(tx: Tx, customerIds: string[]): Promise<LockedAround> {
  const signIns = await lockSignIns(tx, customerIds);
  return { signIns, companies: await lockCompaniesOf(tx, customerIds) };
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
  return row && toMerge(tx, row);
}

function toMerge(tx: Tx, row: MergeRow): CustomerMerge {
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
