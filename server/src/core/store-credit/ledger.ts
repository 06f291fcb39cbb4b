// Writing the ledger: every change of a balance, whoever asks for it, is made here, under the lock of the account and
// with its entry and its event in one transaction.
import { eventOf, recordEvent } from '#core/events/events.ts';
import type { FieldChange } from '#core/events/record-changes.ts';
import type { Actor, Scope } from '#core/scope.ts';
import {
  type CreditEntry,
  type CreditKey,
  type CreditLot,
  type CreditSource,
  expiredMinorOf,
  type LotUse,
} from '#core/store-credit/credit-entry.ts';
import {
  insertEntry,
  insertLot,
  type KeptEntry,
  type LockedAccount,
  refillLots,
  takeLots,
} from '#core/store-credit/ledger-queries.ts';
import type { Tx } from '#db/tx.ts';
import { Fault, invalidField } from '#kit/fault.ts';
import { equalDigests } from '#kit/hash.ts';
import { newId } from '#kit/id.ts';
import { amountMinorMax, toDecimal } from '#kit/money.ts';

/** A change of a balance that is about to be written. */
export interface Posting {
  type: CreditEntry['type'];
  reason: CreditEntry['reason'];
  amountMinor: number;
  note?: string | undefined;
  orderId?: string | undefined;
  reversesEntryId?: string | undefined;
  /** The part that lots of expiring credit give (debit) or get (credit). */
  lotUses?: LotUse[] | undefined;
  /** Of new credit: when what is left of it expires. */
  expiresAt?: Date | undefined;
  key?: CreditKey | undefined;
}

/** An entry that has been written. */
export interface Posted {
  entry: CreditEntry;
  /** The entry as the Admin API shows it, as JSON text. */
  answer: string;
}

/** Who takes out of the books what has expired, whoever was there when it was noticed. */
export const bookkeeper: Actor = { type: 'system', id: 'store-credit', name: 'Store credit' };

/** How long credit is good that comes back after it has expired (G-096). */
const extendedMs = 30 * 24 * 3_600_000;

/**
 * Writes changes of one locked account in their order, in one flight, and before them those of what has expired: each
 * balance that an entry tells can be spent. Returns what was asked for. Throws `insufficient_credit` when the balance
 * would fall below 0, `invalid_field` when it would rise above what can be counted (G-201).
 */
export async function post(
  tx: Tx,
  scope: Scope,
  account: LockedAccount,
  postings: Posting[],
): Promise<Posted[]> {
  const due = expiryPostings(account.lots, scope.clock.now());
  const posted: Posted[] = [];
  const writes: Promise<void>[] = [];
  let balanceMinor = account.balanceMinor;
  for (const posting of [...due, ...postings]) {
    const by = posting.reason === 'expiry' ? { ...scope, actor: bookkeeper } : scope;
    const beforeMinor = balanceMinor;
    balanceMinor += posting.type === 'credit' ? posting.amountMinor : -posting.amountMinor;
    checkBalance(account, balanceMinor, posting);
    const entry = entryOf(by, account, balanceMinor, posting);
    const changesJson = JSON.stringify(changesOf(entry, beforeMinor));
    const shown = eventOf(by, 'store_credit.changed', entry);
    const answer = shown.dataJson;
    posted.push({ entry, answer });
    writes.push(
      insertEntry(tx, entry, posting.key && { ...posting.key, answer }),
      ...lotWrites(tx, entry),
      recordEvent(tx, by, { ...shown, recordId: entry.entityId, changesJson }),
    );
  }
  await Promise.all(writes);
  return posted.slice(due.length);
}

/** The changes that take out of a balance what has expired, one for each lot. */
function expiryPostings(lots: CreditLot[], now: Date): Posting[] {
  return lots
    .filter(({ expiresAt }) => expiresAt <= now)
    .map(({ entryId, remainingMinor }) => ({
      type: 'debit',
      reason: 'expiry',
      amountMinor: remainingMinor,
      lotUses: [{ entryId, amountMinor: remainingMinor }],
    }));
}

/** Throws `insufficient_credit` unless an amount can be taken, leaving aside what has expired. */
export function checkFunds(
  account: LockedAccount,
  { amountMinor, now }: { amountMinor: number; now: Date },
): void {
  const usableMinor = account.balanceMinor - expiredMinorOf(account.lots, now);
  if (amountMinor > usableMinor) throw insufficient(account, usableMinor);
}

/** The entry that a key has already made. Throws `idempotency_key_reused` when it was made by another request. */
export function sameRequest(kept: KeptEntry, key: CreditKey): KeptEntry {
  if (kept.fingerprint && equalDigests(kept.fingerprint, key.fingerprint)) return kept;
  throw keyReused();
}

/** What is told when a key comes with another request than at first. */
export function keyReused(): Fault {
  return new Fault(
    'conflict',
    'idempotency_key_reused',
    'This Idempotency-Key was used with another request; use a new key for a new request.',
  );
}

/** What is told when a balance does not suffice. */
export function insufficient(account: { currency: string }, usableMinor: number): Fault {
  const { currency } = account;
  return new Fault(
    'conflict',
    'insufficient_credit',
    `The store credit does not suffice: there is ${toDecimal(usableMinor, currency)} ${currency}.`,
  );
}

function checkBalance(account: LockedAccount, balanceMinor: number, { type, amountMinor }: Posting): void {
  if (balanceMinor < 0) throw insufficient(account, balanceMinor + amountMinor);
  if (type === 'credit' && balanceMinor > amountMinorMax) {
    const most = toDecimal(amountMinorMax, account.currency);
    throw invalidField('amount', `must not take the balance above ${most}.`);
  }
}

function entryOf(scope: Scope, account: LockedAccount, balanceMinor: number, posting: Posting): CreditEntry {
  const createdAt = scope.clock.now();
  const { id, type, name } = scope.actor;
  return {
    // Made under the lock, so that entries of an account sort as they followed each other.
    id: newId(createdAt),
    organizationId: scope.organization.id,
    entityType: account.entityType,
    entityId: account.entityId,
    entityNumber: account.entityNumber,
    type: posting.type,
    reason: posting.reason,
    amountMinor: posting.amountMinor,
    currency: account.currency,
    balanceMinor,
    note: posting.note,
    orderId: posting.orderId,
    reversesEntryId: posting.reversesEntryId,
    lotUses: posting.lotUses ?? [],
    source: sourceOf(scope.actor),
    createdBy: { type, id, name },
    expiresAt: posting.expiresAt,
    createdAt,
  };
}

/** What the audit log says of an entry: what was done with how much, and the balance it made of which. */
function changesOf({ reason, currency, ...entry }: CreditEntry, balanceBeforeMinor: number): FieldChange[] {
  const decimal = (minor: number) => toDecimal(minor, currency);
  return [
    { field: 'reason', to: reason },
    { field: 'amount', to: decimal(entry.amountMinor) },
    { field: 'currency', to: currency },
    { field: 'balance', from: decimal(balanceBeforeMinor), to: decimal(entry.balanceMinor) },
  ];
}

function sourceOf({ type }: Actor): CreditSource {
  if (type === 'system') return 'system';
  return type === 'staff' ? 'dashboard' : 'api';
}

function lotWrites(tx: Tx, entry: CreditEntry): Promise<void>[] {
  const { type, lotUses, expiresAt, createdAt } = entry;
  const writes: Promise<void>[] = [];
  if (type === 'credit' && expiresAt) writes.push(insertLot(tx, { ...entry, expiresAt }));
  if (lotUses.length > 0 && type === 'debit') writes.push(takeLots(tx, lotUses));
  if (lotUses.length > 0 && type === 'credit') {
    const extendedTo = new Date(createdAt.getTime() + extendedMs);
    writes.push(refillLots(tx, lotUses, { now: createdAt, extendedTo }));
  }
  return writes;
}
