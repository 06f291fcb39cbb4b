// Moving a customer's store credit to another customer: two entries of the ledger, with what expires still expiring.
import type { Scope } from '#core/scope.ts';
import { sumOf } from '#core/store-credit/credit-entry.ts';
import { type Posting, post } from '#core/store-credit/ledger.ts';
import {
  type LockedAccount,
  lockAccount,
  openAccount,
  selectFilledCurrencies,
} from '#core/store-credit/ledger-queries.ts';
import type { Tx } from '#db/tx.ts';

/** A part of a customer's credit: what one lot of expiring credit holds, or some that does not expire. */
export interface CreditPortion {
  /** ISO 4217, upper case. */
  currency: string;
  /** Minor units, more than 0. */
  amountMinor: number;
  /** The entry that made the lot. */
  lotId?: string | undefined;
}

/** Who gives whom what. */
export interface CreditTransfer {
  fromCustomerId: string;
  toCustomerId: string;
  /** At most `creditNoteLengthMax` characters. */
  note: string;
  /** As far as they are still there; left out, everything. */
  portions?: CreditPortion[] | undefined;
}

/**
 * Moves credit from one customer to another, in each currency by one entry that takes and one for each expiry that
 * gives, all of reason `adjustment`. Returns the portions as the receiver has them. Call it under the locks of both
 * customers: accounts are locked last (G-152).
 */
export async function transferCredit(
  tx: Tx,
  scope: Scope,
  { fromCustomerId, toCustomerId, note, portions }: CreditTransfer,
): Promise<CreditPortion[]> {
  const arrived: CreditPortion[] = [];
  for (const currency of await selectFilledCurrencies(tx, fromCustomerId)) {
    const wanted = portions?.filter((portion) => portion.currency === currency);
    if (wanted?.length === 0) continue;
    const [from, to] = await lockBoth(tx, { fromCustomerId, toCustomerId, currency });
    arrived.push(...(await passOn(tx, scope, from, { to, note, wanted })));
  }
  return arrived;
}

/** Moves credit between two locked accounts of one currency. See `transferCredit`. */
export async function passOn(
  tx: Tx,
  scope: Scope,
  from: LockedAccount,
  { to, note, wanted }: { to: LockedAccount; note: string; wanted?: CreditPortion[] | undefined },
): Promise<CreditPortion[]> {
  const { currency } = from;
  const given = portionsOf(from, scope.clock.now()).flatMap((portion) => limited(portion, wanted));
  const amountMinor = given.reduce((sum, portion) => sum + portion.amountMinor, 0);
  const lotUses = given.flatMap(({ lotId, amountMinor }) =>
    lotId === undefined ? [] : [{ entryId: lotId, amountMinor }],
  );
  const reason = 'adjustment' as const;
  const debit: Posting = { type: 'debit', reason, amountMinor, note, lotUses };
  await post(tx, scope, from, amountMinor > 0 ? [debit] : []);
  const credits = given.map(({ amountMinor, expiresAt }) => ({
    type: 'credit' as const,
    reason,
    amountMinor,
    note,
    expiresAt,
  }));
  const posted = await post(tx, scope, to, credits);
  return posted.map(({ entry }) => ({
    currency,
    amountMinor: entry.amountMinor,
    lotId: entry.expiresAt && entry.id,
  }));
}

type Held = CreditPortion & { expiresAt?: Date };

/** What an account holds that has not expired, lot by lot, and at the end what does not expire. */
function portionsOf({ currency, balanceMinor, lots }: LockedAccount, now: Date): Held[] {
  const held: Held[] = lots
    .filter(({ expiresAt }) => expiresAt > now)
    .map(({ entryId, remainingMinor, expiresAt }) => ({
      currency,
      amountMinor: remainingMinor,
      lotId: entryId,
      expiresAt,
    }));
  const lasting = balanceMinor - sumOf(lots);
  return lasting > 0 ? [...held, { currency, amountMinor: lasting }] : held;
}

/** As much of what is held as is wanted of it. */
function limited(held: Held, wanted: CreditPortion[] | undefined): Held[] {
  if (!wanted) return [held];
  const wantedMinor = wanted
    .filter(({ lotId }) => lotId === held.lotId)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const amountMinor = Math.min(held.amountMinor, wantedMinor);
  return amountMinor > 0 ? [{ ...held, amountMinor }] : [];
}

/** Both accounts of a currency, the receiver's opened if need be, locked in the order of their holders. */
async function lockBoth(
  tx: Tx,
  { fromCustomerId, toCustomerId, currency }: Omit<CreditTransfer, 'note'> & { currency: string },
): Promise<[LockedAccount, LockedAccount]> {
  const named = (reference: string) => ({ entityType: 'customer' as const, reference, currency });
  await openAccount(tx, named(toCustomerId));
  const locked = new Map<string, LockedAccount>();
  for (const id of [fromCustomerId, toCustomerId].sort()) {
    locked.set(id, (await lockAccount(tx, named(id)))!);
  }
  return [locked.get(fromCustomerId)!, locked.get(toCustomerId)!];
}
