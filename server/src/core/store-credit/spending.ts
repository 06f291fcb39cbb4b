// Store credit and orders: parts that run inside the transaction of the order they pay.
import type { Scope } from '#core/scope.ts';
import {
  type CreditAccount,
  type CreditEntity,
  type CreditEntry,
  fingerprintOf,
  type LotUse,
  takeFromLots,
} from '#core/store-credit/credit-entry.ts';
import { checkFunds, insufficient, post, sameRequest } from '#core/store-credit/ledger.ts';
import {
  findEntryByKey,
  lockAccount,
  lockMergedAccount,
  openAccount,
  selectEntriesOfOrder,
} from '#core/store-credit/ledger-queries.ts';
import { passOn } from '#core/store-credit/transfer.ts';
import type { Tx } from '#db/tx.ts';
import { invalidField, missing } from '#kit/fault.ts';

/** What an order takes from whose store credit. */
export interface CreditSpending extends CreditEntity {
  /** ISO 4217, upper case. */
  currency: string;
  /** More than 0. */
  amountMinor: number;
  orderId: string;
  /** At most `creditNoteLengthMax` characters. */
  note?: string | undefined;
  /**
   * Makes the spending known by again, for ever: 1 to 128 of `A-Za-z0-9._:-`, unique in the organization and shared
   * with the keys of callers, so it begins with a word of the order's own.
   */
  key?: string | undefined;
}

/**
 * Takes store credit for an order, what expires first first. Call it under the order's lock: accounts are locked last.
 * Under a known key it takes nothing and returns the entry of then. Throws `insufficient_credit`,
 * `idempotency_key_reused` (G-095).
 */
export async function spendCredit(tx: Tx, scope: Scope, spending: CreditSpending): Promise<CreditEntry> {
  const { amountMinor, orderId, note } = spending;
  const key = keyOf(spending);
  const [account, earlier] = await Promise.all([
    lockAccount(tx, { ...spending, reference: spending.entityId }),
    key && findEntryByKey(tx, key.key),
  ]);
  if (key && earlier) return sameRequest(earlier, key).entry;
  if (!account) throw insufficient(spending, 0);
  const now = scope.clock.now();
  checkFunds(account, { amountMinor, now });
  const usable = account.lots.filter(({ expiresAt }) => expiresAt > now);
  const lotUses = takeFromLots(usable, amountMinor);
  const [posted] = await post(tx, scope, account, [
    { type: 'debit', reason: 'order_payment', amountMinor, orderId, note, lotUses, key },
  ]);
  return posted!.entry;
}

/** What of an order's store credit goes back. */
export interface CreditReturn {
  orderId: string;
  /** More than 0; left out, all that the order still holds. */
  amountMinor?: number | undefined;
  /** At most `creditNoteLengthMax` characters. */
  note?: string | undefined;
}

/** What an order has taken from an account and not given back. */
export interface HeldCredit extends CreditAccount {
  amountMinor: number;
  /** The part that came from expiring credit. */
  lotUses: LotUse[];
}

/**
 * Gives store credit of an order back to where it came from: the account that paid last first, and in it credit
 * without expiry first. Credit that has expired since comes back for 30 days. One entry for each account; none when the
 * order holds nothing. Call it under the order's lock. Throws `invalid_field` for more than the order holds (G-096).
 */
export async function returnCredit(tx: Tx, scope: Scope, giving: CreditReturn): Promise<CreditEntry[]> {
  const held = await creditHeldByOrder(tx, giving.orderId);
  const heldMinor = held.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  let leftMinor = giving.amountMinor ?? heldMinor;
  if (leftMinor > heldMinor) {
    throw invalidField('amount', 'must not be more than the store credit the order still holds.');
  }
  const shares: HeldCredit[] = [];
  for (const one of held.toReversed()) {
    const amountMinor = Math.min(leftMinor, one.amountMinor);
    leftMinor -= amountMinor;
    if (amountMinor > 0) shares.push({ ...one, amountMinor, lotUses: lotsGivenBack(one, amountMinor) });
  }
  // Accounts are locked in one order, whichever paid first.
  shares.sort((one, other) => (accountKey(one) < accountKey(other) ? -1 : 1));
  const entries: CreditEntry[] = [];
  for (const share of shares) entries.push(await giveBack(tx, scope, giving, share));
  return entries;
}

/** What an order has taken and not given back, by account, who paid first first. Minor units. */
export async function creditHeldByOrder(tx: Tx, orderId: string): Promise<HeldCredit[]> {
  const held = new Map<string, HeldCredit>();
  for (const entry of await selectEntriesOfOrder(tx, orderId)) {
    const { entityType, entityId, currency, amountMinor, lotUses } = entry;
    const sign = entry.type === 'debit' ? 1 : -1;
    const before = held.get(accountKey(entry)) ?? {
      entityType,
      entityId,
      currency,
      amountMinor: 0,
      lotUses: [],
    };
    held.set(accountKey(entry), {
      ...before,
      amountMinor: before.amountMinor + sign * amountMinor,
      lotUses: addedUses(before.lotUses, lotUses, sign),
    });
  }
  return [...held.values()].filter(({ amountMinor }) => amountMinor > 0);
}

async function giveBack(
  tx: Tx,
  scope: Scope,
  { orderId, note }: CreditReturn,
  share: HeldCredit,
): Promise<CreditEntry> {
  const own = await lockAccount(tx, { ...share, reference: share.entityId });
  const merged = own ? undefined : await lockMergedAccount(tx, share);
  const account = own ?? merged;
  if (!account) throw missing('The store credit account');
  const { amountMinor, lotUses } = share;
  const [posted] = await post(tx, scope, account, [
    { type: 'credit', reason: 'refund', amountMinor, orderId, note, lotUses },
  ]);
  if (merged) await passOnToSurvivor(tx, scope, share);
  return posted!.entry;
}

/** What comes back to a customer who has been merged goes on to whoever answers for them (G-152). */
async function passOnToSurvivor(tx: Tx, scope: Scope, share: HeldCredit): Promise<void> {
  const { survivorId, ...from } = (await lockMergedAccount(tx, share))!;
  const named = { entityType: 'customer' as const, reference: survivorId, currency: from.currency };
  const [, to] = await Promise.all([openAccount(tx, named), lockAccount(tx, named)]);
  const note = `Came back to ${from.entityNumber}, who is now ${to!.entityNumber}.`;
  await passOn(tx, scope, from, { to: to!, note });
}

/** What goes back into lots of an amount: what was taken last goes back first, and that is credit without expiry. */
function lotsGivenBack({ amountMinor: heldMinor, lotUses }: HeldCredit, amountMinor: number): LotUse[] {
  const fromLots = lotUses.reduce((sum, use) => sum + use.amountMinor, 0);
  let left = Math.max(0, amountMinor - (heldMinor - fromLots));
  return lotUses.toReversed().flatMap(({ entryId, amountMinor: used }) => {
    const back = Math.min(left, used);
    left -= back;
    return back > 0 ? [{ entryId, amountMinor: back }] : [];
  });
}

function addedUses(before: LotUse[], uses: LotUse[], sign: number): LotUse[] {
  const sums = new Map(before.map(({ entryId, amountMinor }) => [entryId, amountMinor]));
  for (const { entryId, amountMinor } of uses) {
    sums.set(entryId, (sums.get(entryId) ?? 0) + sign * amountMinor);
  }
  return [...sums]
    .map(([entryId, amountMinor]) => ({ entryId, amountMinor }))
    .filter(({ amountMinor }) => amountMinor > 0);
}

function keyOf({ key, entityId, currency, amountMinor, orderId }: CreditSpending) {
  if (key === undefined) return undefined;
  return { key, fingerprint: fingerprintOf('spend', entityId, currency, amountMinor, orderId) };
}

function accountKey({ entityId, currency }: CreditAccount): string {
  return `${entityId} ${currency}`;
}
