// How every change of an order is made: looked at first, locked with all whose totals it touches, made to what the lock
// found, and stored with everything that follows from it and its event in one transaction.
import { cancelBookings, markBookingsPaid } from '#core/bookings/order-bookings.ts';
import type { EventType } from '#core/events/event.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import { changedOrderFields, noRecord } from '#core/orders/checking/order-changes.ts';
import { orderConflict } from '#core/orders/checking/order-conflicts.ts';
import type { Order } from '#core/orders/order.ts';
import {
  findOrderById,
  findOrderByNumber,
  insertPayment,
  insertRefund,
  isEnquiry,
  lockOrder,
  updateOrderRow,
} from '#core/orders/order-queries.ts';
import { type LockedHolders, lockHolders, moveShares, shareOf } from '#core/orders/order-shares.ts';
import type { Scope } from '#core/scope.ts';
import { returnCredit, spendCredit } from '#core/store-credit/spending.ts';
import type { Tx } from '#db/tx.ts';
import { checkVersion, Fault, invalidFields, missing } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

/** A change of one order. */
export interface OrderChange {
  /** Refuse unless the record still has this version. */
  version?: number | undefined;
  /** The next state of a record. Pure: it is made twice, to what was read and to what the lock found. */
  next(order: Order): Order;
}

/** The order named by record id or number, also when it is deleted. */
export function findOrder(tx: Tx, reference: string): Promise<Order | undefined> {
  return isUuid(reference) ? findOrderById(tx, reference) : findOrderByNumber(tx, reference);
}

/**
 * Makes a change of an order and records what happened. A change that changes nothing is none. Throws `version_conflict`,
 * also when the order went to another customer or company at this very moment, and what the change throws.
 */
export async function changeOrder(scope: Scope, known: Order, change: OrderChange): Promise<Order> {
  checkVersion('The order', known, change.version);
  const expected = change.next(known);
  try {
    return await scope.write(async (tx) => {
      const holders = await lockBefore(tx, scope, known, expected);
      const before = await lockOrder(tx, known.id);
      if (!before) throw missing('The order');
      checkVersion('The order', before, change.version);
      const after = change.next(before);
      const changed = changedOrderFields(before, after);
      if (changed.size === 0) return before;
      if (!isCovered(scope, holders, { before, after })) throw changedMeanwhile(before);
      if (changed.has('enquiryId')) await checkEnquiry(tx, after);
      const updated = { ...after, version: before.version + 1, updatedAt: scope.clock.now() };
      await store(tx, scope, holders, { before, after: updated }, changed);
      return updated;
    });
  } catch (error) {
    throw orderConflict(error);
  }
}

/** Throws `invalid_field` when an order names an enquiry that is deleted or never was. */
export async function checkEnquiry(tx: Tx, { enquiryId }: Pick<Order, 'enquiryId'>): Promise<void> {
  if (enquiryId !== undefined && !(await isEnquiry(tx, enquiryId)))
    throw invalidFields([noRecord('enquiryId')]);
}

// In the order of locks: those whose totals will move, before the order itself.
async function lockBefore(tx: Tx, scope: Scope, known: Order, expected: Order): Promise<LockedHolders> {
  if (!movesTotals(scope, known, expected)) return { customers: new Map(), companies: new Map() };
  return lockHolders(tx, [known, expected]);
}

function movesTotals({ organization }: Scope, before: Order, after: Order): boolean {
  const was = shareOf(before, organization.currency);
  const is = shareOf(after, organization.currency);
  const hasMoved = before.customerId !== after.customerId || before.companyId !== after.companyId;
  return hasMoved || JSON.stringify(was) !== JSON.stringify(is);
}

function isCovered(
  scope: Scope,
  { customers, companies }: LockedHolders,
  { before, after }: { before: Order; after: Order },
): boolean {
  if (!movesTotals(scope, before, after)) return true;
  return [before, after].every(
    ({ customerId, companyId }) =>
      (!customerId || customers.has(customerId)) && (!companyId || companies.has(companyId)),
  );
}

async function store(
  tx: Tx,
  scope: Scope,
  holders: LockedHolders,
  states: { before: Order; after: Order },
  changed: Set<keyof Order>,
): Promise<void> {
  const { before, after } = states;
  const newPayments = after.payments.slice(before.payments.length);
  const newRefunds = after.refunds.slice(before.refunds.length);
  await Promise.all([
    updateOrderRow(tx, after, changed),
    ...newPayments.map((payment) => insertPayment(tx, after.id, payment)),
    ...newRefunds.map((refund) => insertRefund(tx, after.id, refund)),
    moveShares(tx, scope, holders, states),
    recordEvent(tx, scope, eventOf(scope, eventTypeOf(before, after), after, before)),
  ]);
  await followInBookings(tx, scope, states);
  await moveCredit(tx, scope, before, after);
}

// A cancelled order, and a draft that is deleted, release their bookings; all that is paid of it is paid of them.
async function followInBookings(
  tx: Tx,
  scope: Scope,
  { before, after }: { before: Order; after: Order },
): Promise<void> {
  if (before.bookingIds.length === 0) return;
  const isReleased =
    (after.status === 'cancelled' && before.status !== 'cancelled') ||
    (after.deletedAt !== undefined && before.deletedAt === undefined);
  if (isReleased) await cancelBookings(tx, scope, { ids: before.bookingIds, reason: after.cancelReason });
  const { paymentStatus } = after;
  if (paymentStatus !== before.paymentStatus) {
    await markBookingsPaid(tx, scope, { orderId: after.id, paymentStatus });
  }
}

/** Takes what more of store credit the order uses now, or gives back what it uses no more. */
export async function moveCredit(
  tx: Tx,
  scope: Scope,
  before: Pick<Order, 'storeCreditMinor'>,
  after: Order,
): Promise<void> {
  const amountMinor = after.storeCreditMinor - before.storeCreditMinor;
  if (amountMinor < 0) await returnCredit(tx, scope, { orderId: after.id, amountMinor: -amountMinor });
  if (amountMinor <= 0) return;
  const { id: orderId, customerId, companyId, currency } = after;
  const entityType = after.storeCreditFrom!;
  const entityId = entityType === 'customer' ? customerId! : companyId!;
  await spendCredit(tx, scope, { entityType, entityId, currency, amountMinor, orderId });
}

/** What has happened to an order, by the most special of its changes. */
function eventTypeOf(before: Order, after: Order): EventType {
  if (before.deletedAt !== after.deletedAt) return after.deletedAt ? 'order.deleted' : 'order.restored';
  if (after.refunds.length > before.refunds.length) return 'order.refunded';
  if (before.status !== after.status) {
    if (after.status === 'refunded') return 'order.refunded';
    if (after.status === 'cancelled') return 'order.cancelled';
    if (after.status === 'completed') return 'order.completed';
  }
  if (before.paymentStatus !== after.paymentStatus && after.paymentStatus === 'paid') return 'order.paid';
  return 'order.updated';
}

function changedMeanwhile({ version }: Order): Fault {
  const message = `The order has changed since: it has version ${version}. Read it again first.`;
  return new Fault('conflict', 'version_conflict', message);
}
