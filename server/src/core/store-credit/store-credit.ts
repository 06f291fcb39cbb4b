// Operations on the store credit of customers and companies: balances, issuing, taking away, reversing.
import type { Scope } from '#core/scope.ts';
import { inTurn } from '#core/store-credit/account-turns.ts';
import {
  type CreditBalance,
  type CreditEntry,
  type CreditKey,
  checkedAmount,
  fingerprintOf,
  type NamedHolder,
  type SentAmount,
  takeFromLots,
  unknownHolder,
} from '#core/store-credit/credit-entry.ts';
import { readAccounts } from '#core/store-credit/credit-expiry.ts';
import type { NamedEntity } from '#core/store-credit/credit-list-queries.ts';
import { checkFunds, keyReused, type Posting, post, sameRequest } from '#core/store-credit/ledger.ts';
import {
  findEntryById,
  findEntryByKey,
  findReversalOf,
  type KeptEntry,
  type LockedAccount,
  lockAccount,
  type NamedAccount,
  openAccount,
} from '#core/store-credit/ledger-queries.ts';
import { type Tx, violatedConstraint } from '#db/tx.ts';
import { Fault, invalidField, missing } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';
import { normalizeCurrency } from '#kit/money.ts';
import { trimmedOrNone } from '#kit/text.ts';

const keyConstraint = 'credit_entries_of_key';
const reversalConstraint = 'credit_entries_of_reversed';

/** A request that changes a balance, under its Idempotency-Key. */
export interface CreditRequest extends SentAmount {
  /** 1 to 128 of `A-Za-z0-9._:-`; one key makes one entry, for ever. */
  key: string;
  note?: string | undefined;
}

/** What a keyed request is answered: the same bytes whenever it is repeated. */
export interface CreditAnswer {
  /** The entry as the Admin API showed it when it was made, as JSON text. */
  answer: string;
  createdAt: Date;
  /** Whether the entry was made by an earlier request. */
  replayed: boolean;
}

/** What a customer or company has, by currency. */
export interface CreditBalances extends NamedEntity {
  balances: CreditBalance[];
}

/**
 * The balances of a customer or company by currency, without what has expired; with `currency` that one, 0 if there is
 * none. Throws `not_found`, `invalid_field`. Source: Spec, C, GET /customers/{customerId}/store-credit.
 */
export async function getStoreCredit(
  scope: Scope,
  holder: NamedHolder,
  currency?: string,
): Promise<CreditBalances> {
  const wanted = currency === undefined ? undefined : normalizeCurrency(currency);
  if (currency !== undefined && !wanted) {
    throw invalidField('currency', 'must be a currency of ISO 4217, like EUR.');
  }
  const { id, number, balances } = await readAccounts(scope, holder);
  const one = wanted && (balances.find((balance) => balance.currency === wanted) ?? none(wanted));
  return { id, number, balances: one ? [one] : balances };
}

/**
 * Adds to a balance. What is left at `expiresAt` expires. Throws `not_found`, `invalid_field`,
 * `idempotency_key_reused`. Source: Spec, C, POST /customers/{customerId}/store-credit; G-093, G-094.
 */
export async function issueStoreCredit(
  scope: Scope,
  holder: NamedHolder,
  request: CreditRequest & { expiresAt?: Date | undefined },
): Promise<CreditAnswer> {
  const { amountMinor, currency } = checkedAmount(request);
  const note = trimmedOrNone(request.note);
  const { key, expiresAt } = request;
  const details = ['issue', amountMinor, currency, note, expiresAt?.toISOString()] as const;
  return changeBalance(scope, { holder, currency, key, details }, () => {
    if (expiresAt && expiresAt <= scope.clock.now()) {
      throw invalidField('expiresAt', 'must be in the future.');
    }
    return [{ type: 'credit', reason: 'issue', amountMinor, note, expiresAt }];
  });
}

/**
 * Takes from a balance, what expires first first. Throws `insufficient_credit`, and what `issueStoreCredit` throws
 * (G-097).
 */
export async function debitStoreCredit(
  scope: Scope,
  holder: NamedHolder,
  request: CreditRequest,
): Promise<CreditAnswer> {
  const { amountMinor, currency } = checkedAmount(request);
  const note = trimmedOrNone(request.note);
  const details = ['debit', amountMinor, currency, note] as const;
  return changeBalance(scope, { holder, currency, key: request.key, details }, (_tx, account) =>
    debit(scope, account, { reason: 'adjustment', amountMinor, note }),
  );
}

/**
 * Undoes an entry with an entry of its own. Throws `not_found`, `already_reversed`, `invalid_transition` for entries of
 * orders and for reversals, `insufficient_credit` when what was issued is spent, `idempotency_key_reused` (G-097).
 */
export async function reverseStoreCredit(
  scope: Scope,
  entryId: string,
  request: { key: string; note?: string | undefined },
): Promise<CreditAnswer> {
  const reversed = isUuid(entryId) ? await scope.read((tx) => findEntryById(tx, entryId)) : undefined;
  if (!reversed) throw missing('The store credit entry');
  const note = trimmedOrNone(request.note);
  const { entityType, entityId: reference, currency } = reversed;
  const details = ['reverse', reversed.id, note] as const;
  const change = { holder: { entityType, reference }, currency, key: request.key, details };
  return changeBalance(scope, change, (tx, account) => reversal(tx, scope, account, { reversed, note }));
}

/** A change as it is asked for. */
interface Change {
  holder: NamedHolder;
  currency: string;
  key: string;
  /** What tells the request from others under the same key, beside the holder. */
  details: readonly (string | number | undefined)[];
}

/** Tells the changes of a locked account, the one that was asked for last. */
type PostingsOf = (tx: Tx, account: LockedAccount) => Posting[] | Promise<Posting[]>;

/** Makes the changes that `postingsOf` tells, of which the last answers the request; or repeats its answer. */
async function changeBalance(scope: Scope, change: Change, postingsOf: PostingsOf): Promise<CreditAnswer> {
  const { holder, currency } = change;
  const account = `${scope.organization.id} ${holder.reference.toLowerCase()} ${currency}`;
  try {
    return await inTurn(account, () => scope.write((tx) => changeLocked(tx, scope, change, postingsOf)));
  } catch (error) {
    if (violatedConstraint(error) === reversalConstraint) throw alreadyReversed();
    if (violatedConstraint(error) !== keyConstraint) throw error;
  }
  // The key has made an entry of another account at the same moment: that can't have been the same request.
  throw keyReused();
}

async function changeLocked(
  tx: Tx,
  scope: Scope,
  { holder, currency, key, details }: Change,
  postingsOf: PostingsOf,
): Promise<CreditAnswer> {
  const { account, earlier } = await lockOrOpen(tx, { ...holder, currency }, key);
  const creditKey = { key, fingerprint: fingerprintOf(...details) };
  // First of all the key: whoever was meant then may have another number by now, or be a part of somebody else.
  if (earlier) return repeated(earlier, creditKey, { holder, account });
  if (!account) throw unknownHolder(holder);
  const postings = await postingsOf(tx, account);
  const asked: Posting = { ...postings.at(-1)!, key: creditKey };
  const posted = await post(tx, scope, account, [...postings.slice(0, -1), asked]);
  const { answer, entry } = posted.at(-1)!;
  return { answer, createdAt: entry.createdAt, replayed: false };
}

/** An account with the entry that a key has made before. */
interface KeyedAccount {
  account: LockedAccount | undefined;
  earlier: KeptEntry | undefined;
}

/** The account, locked, and the entry of the key; both known in one flight once the account is open. */
async function lockOrOpen(tx: Tx, named: NamedAccount, key: string): Promise<KeyedAccount> {
  const [locked, earlier] = await Promise.all([lockAccount(tx, named), findEntryByKey(tx, key)]);
  if (locked || earlier) return { account: locked, earlier };
  const [, opened, since] = await Promise.all([
    openAccount(tx, named),
    lockAccount(tx, named),
    findEntryByKey(tx, key),
  ]);
  return { account: opened, earlier: since };
}

function repeated(
  earlier: KeptEntry,
  key: CreditKey,
  asked: { holder: NamedHolder; account: LockedAccount | undefined },
): CreditAnswer {
  const { entry, answer } = sameRequest(earlier, key);
  if (!isHolderOf(entry, asked)) throw keyReused();
  return { answer: answer!, createdAt: entry.createdAt, replayed: true };
}

/** Whether a request means the holder of an entry: by the id, by the number of that time or by today's. */
function isHolderOf(
  entry: CreditEntry,
  { holder, account }: { holder: NamedHolder; account: LockedAccount | undefined },
): boolean {
  if (holder.entityType !== entry.entityType) return false;
  const { reference } = holder;
  return (
    reference.toLowerCase() === entry.entityId ||
    reference === entry.entityNumber ||
    account?.entityId === entry.entityId
  );
}

function debit(
  scope: Scope,
  account: LockedAccount,
  posting: Omit<Posting, 'type' | 'lotUses'> & { firstLot?: string | undefined },
): Posting[] {
  const { firstLot, ...rest } = posting;
  const now = scope.clock.now();
  checkFunds(account, { amountMinor: rest.amountMinor, now });
  const usable = account.lots.filter(({ expiresAt }) => expiresAt > now);
  const ordered = [
    ...usable.filter(({ entryId }) => entryId === firstLot),
    ...usable.filter(({ entryId }) => entryId !== firstLot),
  ];
  return [{ ...rest, type: 'debit', lotUses: takeFromLots(ordered, rest.amountMinor) }];
}

async function reversal(
  tx: Tx,
  scope: Scope,
  account: LockedAccount,
  { reversed, note }: { reversed: CreditEntry; note: string | undefined },
): Promise<Posting[]> {
  if (!['issue', 'adjustment', 'expiry'].includes(reversed.reason)) {
    throw new Fault(
      'conflict',
      'invalid_transition',
      'Only issues, adjustments and expiries can be reversed; what an order took goes back through the order.',
    );
  }
  if (await findReversalOf(tx, reversed.id)) throw alreadyReversed();
  const { id: reversesEntryId, amountMinor, lotUses } = reversed;
  const posting = { reason: 'reversal' as const, amountMinor, note, reversesEntryId };
  // What was issued is taken from its own lot as far as it is still there.
  if (reversed.type === 'credit') return debit(scope, account, { ...posting, firstLot: reversed.id });
  return [{ ...posting, type: 'credit', lotUses }];
}

function none(currency: string) {
  return { currency, balanceMinor: 0 };
}

function alreadyReversed(): Fault {
  return new Fault('conflict', 'already_reversed', 'This entry of the ledger has been reversed already.');
}
