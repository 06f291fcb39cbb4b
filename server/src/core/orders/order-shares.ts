// What orders add to the totals of their customers and companies, kept by the transaction that changes the order. The
// totals are always the sums over the orders that count: processing, completed and refunded ones that are a purchase, in
// the organization's currency (G-077).
import { addToCompanyTotals } from '#core/companies/companies.ts';
import { lockCompany } from '#core/companies/company-queries.ts';
import { addToCustomerTotals, lockCustomerTotals } from '#core/customers/customer-totals-queries.ts';
import { noRecord } from '#core/orders/checking/order-changes.ts';
import { noCustomer } from '#core/orders/checking/order-customers.ts';
import { isPurchase, type Order } from '#core/orders/order.ts';
import { selectLastOrderAt } from '#core/orders/order-queries.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import { invalidFields } from '#kit/fault.ts';

/** What one order adds to totals, in minor units of the organization's currency. */
export interface OrderShare {
  orders: number;
  spentMinor: number;
  lifetimeMinor: number;
}

/** Whose totals a change can touch, with the time of the last order that counted before it; their rows are locked. */
export interface LockedHolders {
  customers: Map<string, { lastOrderAt: Date | undefined }>;
  companies: Map<string, { lastOrderAt: Date | undefined }>;
}

type Holding = Pick<Order, 'customerId' | 'companyId'>;

/** What an order adds to totals that are kept in `currency`; nothing while it does not count. */
export function shareOf(order: Order | undefined, currency: string): OrderShare {
  const counts =
    order !== undefined &&
    ['processing', 'completed', 'refunded'].includes(order.status) &&
    isPurchase(order) &&
    order.currency === currency;
  if (!counts) return { orders: 0, spentMinor: 0, lifetimeMinor: 0 };
  const { amountPaidMinor, refundAmountMinor } = order;
  return { orders: 1, spentMinor: amountPaidMinor, lifetimeMinor: amountPaidMinor - refundAmountMinor };
}

/**
 * Locks the companies, then the customers of these states of an order, each kind in the order of ids. To be called before
 * the order is locked. Throws `invalid_field` naming the one that does not exist.
 */
export async function lockHolders(tx: Tx, states: Holding[]): Promise<LockedHolders> {
  const companyIds = idsOf(states.map(({ companyId }) => companyId));
  const customerIds = idsOf(states.map(({ customerId }) => customerId));
  const companies: LockedHolders['companies'] = new Map();
  for (const id of companyIds) {
    const company = await lockCompany(tx, id);
    if (company) companies.set(id, { lastOrderAt: company.lastOrderAt });
  }
  const customers = await lockCustomerTotals(tx, customerIds);
  const problems = [
    ...companyIds.filter((id) => !companies.has(id)).map(() => noRecord('companyId')),
    ...customerIds.filter((id) => !customers.has(id)).map(() => noCustomer('customerId')),
  ];
  if (problems.length > 0) throw invalidFields(problems);
  return { customers, companies };
}

/** Changes the totals by what an order adds now and added before. To be called when the order's row is written. */
export async function moveShares(
  tx: Tx,
  scope: Scope,
  holders: LockedHolders,
  { before, after }: { before?: Order; after: Order },
): Promise<void> {
  const { currency } = scope.organization;
  const now = scope.clock.now();
  const given = { share: shareOf(after, currency), order: after };
  const taken = { share: shareOf(before, currency), order: before };
  for (const [id, { lastOrderAt }] of holders.companies) {
    const change = difference(given, taken, (order) => order?.companyId === id);
    if (!isNone(change)) {
      const last = await lastOrderOf(tx, { companyId: id }, { change, after, known: lastOrderAt, currency });
      await addToCompanyTotals(tx, id, { ...change, lastOrderAt: last, now });
    }
  }
  for (const [id, { lastOrderAt }] of holders.customers) {
    const change = difference(given, taken, (order) => order?.customerId === id);
    if (!isNone(change)) {
      const last = await lastOrderOf(tx, { customerId: id }, { change, after, known: lastOrderAt, currency });
      await addToCustomerTotals(tx, id, { ...change, lastOrderAt: last, now });
    }
  }
}

interface Holder {
  share: OrderShare;
  order: Order | undefined;
}

function difference(given: Holder, taken: Holder, holds: (order: Order | undefined) => boolean): OrderShare {
  const amount = (field: keyof OrderShare) =>
    (holds(given.order) ? given.share[field] : 0) - (holds(taken.order) ? taken.share[field] : 0);
  return {
    orders: amount('orders'),
    spentMinor: amount('spentMinor'),
    lifetimeMinor: amount('lifetimeMinor'),
  };
}

function isNone({ orders, spentMinor, lifetimeMinor }: OrderShare): boolean {
  return orders === 0 && spentMinor === 0 && lifetimeMinor === 0;
}

// One more order is the last one unless a later one is known; with one less, what is left must be looked through.
function lastOrderOf(
  tx: Tx,
  of: { customerId: string } | { companyId: string },
  { change, after, known, currency }: LastOrderSearch,
): Promise<Date | undefined> | Date | undefined {
  if (change.orders < 0) return selectLastOrderAt(tx, of, currency);
  if (change.orders === 0 || (known && known > after.createdAt)) return known;
  return after.createdAt;
}

interface LastOrderSearch {
  change: OrderShare;
  after: Order;
  known: Date | undefined;
  currency: string;
}

function idsOf(ids: (string | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => id !== undefined))].sort();
}
