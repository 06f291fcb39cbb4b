// Merging two customers with all that points at them, and undoing it.
import { recordRelinkedCompanies } from '#core/companies/relinked-companies.ts';
import type { Customer } from '#core/customers/customer.ts';
import {
  findCustomerById,
  findCustomerByNumber,
  insertCustomer,
  lockCustomer,
  markProven,
  updateCustomerRow,
} from '#core/customers/customer-queries.ts';
import { addToCustomerTotals } from '#core/customers/customer-totals-queries.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import { creditLinks, moveLinks, moveLinksBack, recordLinks } from '#core/people/customer-link-queries.ts';
import { type CustomerMerge, combined, separated } from '#core/people/customer-merge.ts';
import {
  deleteCustomerRow,
  endMerge,
  findMerge,
  insertMerge,
  lockAround,
  lockMerge,
  selectOrderSums,
  updateHandedOver,
} from '#core/people/customer-merge-queries.ts';
import { isErasureUnderWay } from '#core/people/erasing/erasure-queries.ts';
import { joinAccount, partAccounts, removeSessions } from '#core/people/joined-sign-in-queries.ts';
import type { Scope } from '#core/scope.ts';
import { transferCredit } from '#core/store-credit/transfer.ts';
import { type Tx, violatedConstraint } from '#db/tx.ts';
import { Fault, invalidField, missing } from '#kit/fault.ts';
import { isUuid, newId } from '#kit/id.ts';

/** A merge that was made, with the survivor as it is now. */
export interface MergedCustomers {
  merge: CustomerMerge;
  customer: Customer;
  /** Sessions that ended with a sign-in. */
  endedSessionIds: string[];
}

/**
 * Merges the customer `otherReference` into `reference`, both named by record id or number, in one transaction: all that
 * points at the other points at the survivor, store credit goes over by the ledger, totals add up, and the other's id
 * and number lead to the survivor. When both can sign in, `endsSignIn` ends the other's sessions, and the survivor signs in
 * by the other's address too (G-195). Throws `not_found`, `invalid_field`, `both_can_sign_in`,
 * `version_conflict` when one of them was merged at this moment, `erasure_under_way` (G-151, G-152).
 */
export async function mergeCustomer(
  scope: Scope,
  reference: string,
  otherReference: string,
  { endsSignIn = false }: { endsSignIn?: boolean | undefined } = {},
): Promise<MergedCustomers> {
  const [survivor, other] = await scope.read((tx) =>
    Promise.all([findNamed(tx, reference), findNamed(tx, otherReference)]),
  );
  if (!survivor) throw missing('The customer');
  if (!other) throw invalidField('customerId', 'must be the record id or number of a customer.');
  if (survivor.id === other.id) {
    throw invalidField('customerId', 'must be another customer: both are the same already.');
  }
  const merged = await scope.write((tx) =>
    mergeInto(tx, scope, survivor.id, { mergedId: other.id, endsSignIn }),
  );
  for (const id of merged.endedSessionIds) scope.tools.sessionEnded(id);
  return merged;
}

/** Who is merged, and how. */
export interface CustomerToMerge {
  mergedId: string;
  /** The address to take over if there is room for one only. */
  firstAddress?: string | undefined;
  /** Ends the merged one's sign-in when both have one. */
  endsSignIn?: boolean | undefined;
}

/**
 * Merges one customer into another, inside the caller's transaction, which holds no lock of companies or later things.
 * Throws what `mergeCustomer` throws.
 */
export async function mergeInto(
  tx: Tx,
  scope: Scope,
  survivorId: string,
  { mergedId, firstAddress, endsSignIn = false }: CustomerToMerge,
): Promise<MergedCustomers> {
  const { signIns, companies } = await lockAround(tx, [survivorId, mergedId]);
  const [kept, other] = [signIns.get(survivorId), signIns.get(mergedId)];
  if (kept && other && !endsSignIn) throw bothCanSignIn();
  const { survivor, merged } = await lockPair(tx, survivorId, mergedId);
  if (await isErasureUnderWay(tx, [survivorId, mergedId])) throw beingErased();
  const now = scope.clock.now();
  const merge = mergeOf(scope, survivor, merged, now);
  const { customer, handedOver } = combined(survivor, merged, firstAddress ?? (kept && other?.email));
  if (kept && other && !handedOver.emails.includes(other.email)) throw noRoomToSignIn();
  await insertMerge(tx, merge);
  const note = `${merged.customerNumber} was merged into ${survivor.customerNumber}.`;
  const transfer = { fromCustomerId: merged.id, toCustomerId: survivor.id, note };
  const move = { mergeId: merge.id, fromId: merged.id, toId: survivor.id, now };
  const signIn = kept && other && (await joinAccount(tx, other.accountId, kept.accountId));
  const endedSessionIds = signIn ? await removeSessions(tx, [signIn.accountId]) : [];
  await moveLinks(tx, recordLinks, move);
  await recordRelinkedCompanies(tx, scope, companies);
  const credit = await transferCredit(tx, scope, transfer);
  await moveLinks(tx, creditLinks, move);
  await deleteCustomerRow(tx, merged.id);

  const updated = await storeChanged(tx, scope, customer);
  const isLater = !survivor.lastOrderAt || (merged.lastOrderAt && merged.lastOrderAt > survivor.lastOrderAt);
  const lastOrderAt = isLater ? merged.lastOrderAt : survivor.lastOrderAt;
  const change = {
    orders: merged.totalOrders,
    spentMinor: merged.totalSpentMinor,
    lifetimeMinor: merged.lifetimeValueMinor,
    lastOrderAt,
    now,
  };
  await addToCustomerTotals(tx, survivor.id, change);
  if (!merged.isGuest) await markProven(tx, survivor.id);
  const done = { ...merge, handedOver: { ...handedOver, credit, signIn } };
  await updateHandedOver(tx, merge.id, done.handedOver);
  const summed = {
    ...updated,
    totalOrders: survivor.totalOrders + change.orders,
    totalSpentMinor: survivor.totalSpentMinor + change.spentMinor,
    lifetimeValueMinor: survivor.lifetimeValueMinor + change.lifetimeMinor,
    lastOrderAt,
  };
  await recordEvent(tx, scope, eventOf(scope, 'customer.updated', summed, survivor));
  await recordEvent(tx, scope, eventOf(scope, 'customer_merge.created', done));
  return { merge: done, customer: summed, endedSessionIds };
}

/**
 * Undoes a merge: the merged customer is there again, with what moved and still is where it went. What came since stays
 * with the survivor. A sign-in that ended begins anew, and the survivor's sessions end. Throws `not_found`, `already_undone`, `invalid_transition` while the survivor is merged itself and
 * for a person who was erased, `number_in_use`, `email_in_use` (G-153).
 */
export async function undoCustomerMerge(scope: Scope, mergeId: string): Promise<MergedCustomers> {
  const known = isUuid(mergeId) ? await scope.read((tx) => findMerge(tx, mergeId)) : undefined;
  if (!known) throw missing('The merge');
  try {
    const undone = await scope.write((tx) => undoLocked(tx, scope, known));
    for (const id of undone.endedSessionIds) scope.tools.sessionEnded(id);
    return undone;
  } catch (error) {
    throw takenMeanwhile(error);
  }
}

async function undoLocked(tx: Tx, scope: Scope, known: CustomerMerge): Promise<MergedCustomers> {
  const { signIns, companies } = await lockAround(tx, [known.customerId]);
  const current = await lockCustomer(tx, known.customerId);
  const merge = await lockMerge(tx, known.id);
  if (!merge || merge.undoneAt) {
    throw new Fault('conflict', 'already_undone', 'This merge has been undone already.');
  }
  const { mergedCustomer, handedOver } = merge;
  if (!current) throw cannotUndo('Who it was merged into has been merged too: undo that first.');
  if (!mergedCustomer || !handedOver) throw cannotUndo('The person was erased.');

  const now = scope.clock.now();
  const { survivor, merged } = separated(current, mergedCustomer, handedOver);
  await endMerge(tx, merge.id, now);
  await storeChanged(tx, scope, survivor);
  const back = { ...merged, version: merged.version + 1, updatedAt: now };
  await insertCustomer(tx, back, eventOf(scope, 'customer.updated', back));
  const move = { mergeId: merge.id, fromId: current.id, toId: back.id, now };
  await moveLinksBack(tx, recordLinks, move);
  await recordRelinkedCompanies(tx, scope, companies);
  await moveLinksBack(tx, creditLinks, move);
  if (handedOver.signIn) await partAccounts(tx, handedOver.signIn, back.id);
  // Who signed in by the other's address meanwhile did so as the survivor.
  const kept = handedOver.signIn && signIns.get(current.id);
  const endedSessionIds = kept ? await removeSessions(tx, [kept.accountId]) : [];
  await moveTotalsBack(tx, scope, current.id, back.id);
  const note = `The merge of ${back.customerNumber} into ${current.customerNumber} was undone.`;
  const transfer = { fromCustomerId: current.id, toCustomerId: back.id, note };
  await transferCredit(tx, scope, { ...transfer, portions: handedOver.credit });

  const [survivorNow, mergedNow] = [
    await findCustomerById(tx, current.id),
    await findCustomerById(tx, back.id),
  ];
  const undone = { ...merge, survivorId: undefined, undoneAt: now };
  await recordEvent(tx, scope, eventOf(scope, 'customer.updated', survivorNow!, current));
  await recordEvent(tx, scope, eventOf(scope, 'customer_merge.undone', undone));
  return { merge: undone, customer: mergedNow!, endedSessionIds };
}

async function lockPair(tx: Tx, survivorId: string, mergedId: string) {
  const locked = new Map<string, Customer>();
  for (const id of [survivorId, mergedId].sort()) {
    const customer = await lockCustomer(tx, id);
    if (!customer) {
      const sentence = 'One of them was merged just now by another request; look again first.';
      throw new Fault('conflict', 'version_conflict', sentence);
    }
    locked.set(id, customer);
  }
  return { survivor: locked.get(survivorId)!, merged: locked.get(mergedId)! };
}

function mergeOf(scope: Scope, survivor: Customer, merged: Customer, now: Date): CustomerMerge {
  return {
    id: newId(now),
    organizationId: scope.organization.id,
    customerId: survivor.id,
    mergedCustomerId: merged.id,
    mergedCustomerNumber: merged.customerNumber,
    survivorId: survivor.id,
    mergedCustomer: merged,
    handedOver: undefined,
    createdBy: scope.actor,
    createdAt: now,
    undoneAt: undefined,
  };
}

/** Stores a survivor with its lists. The event comes when all is known. */
async function storeChanged(tx: Tx, scope: Scope, customer: Customer): Promise<Customer> {
  const updated = { ...customer, version: customer.version + 1, updatedAt: scope.clock.now() };
  await updateCustomerRow(tx, updated, new Set(['emails', 'phones', 'parameterValues'] as const));
  return updated;
}

async function moveTotalsBack(tx: Tx, scope: Scope, survivorId: string, mergedId: string): Promise<void> {
  const { currency } = scope.organization;
  const moved = await selectOrderSums(tx, mergedId, currency);
  const left = await selectOrderSums(tx, survivorId, currency);
  const now = scope.clock.now();
  await addToCustomerTotals(tx, mergedId, { ...moved, now });
  await addToCustomerTotals(tx, survivorId, {
    orders: -moved.orders,
    spentMinor: -moved.spentMinor,
    lifetimeMinor: -moved.lifetimeMinor,
    lastOrderAt: left.lastOrderAt,
    now,
  });
}

function findNamed(tx: Tx, reference: string): Promise<Customer | undefined> {
  return isUuid(reference) ? findCustomerById(tx, reference) : findCustomerByNumber(tx, reference);
}

function noRoomToSignIn(): Fault {
  const sentence =
    'The address that the other signs in with finds no room with the survivor, or is not theirs.';
  return new Fault('conflict', 'email_limit_reached', sentence);
}

function bothCanSignIn(): Fault {
  const sentence =
    'Both can sign in, each with an address of their own. Send endsSignIn to let one person sign in with either.';
  return new Fault('conflict', 'both_can_sign_in', sentence);
}

function beingErased(): Fault {
  const sentence = 'One of them is being erased at this moment; try again in a few minutes.';
  return new Fault('conflict', 'erasure_under_way', sentence);
}

function cannotUndo(sentence: string): Fault {
  return new Fault('conflict', 'invalid_transition', sentence);
}

/** What the merged customer had may have gone to somebody else since. */
function takenMeanwhile(error: unknown): unknown {
  switch (violatedConstraint(error)) {
    case 'customers_organization_id_customer_number_key':
      return new Fault('conflict', 'number_in_use', 'The merged customer’s number is another one’s now.');
    case 'customer_emails_organization_id_address_key':
      return new Fault('conflict', 'email_in_use', 'An address of the merged customer is another one’s now.');
    default:
      return error;
  }
}
