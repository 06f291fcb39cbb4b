// The record of the store-credit ledger and its pure rules.
import { type Fault, invalidField, missing } from '#kit/fault.ts';
import { sha256 } from '#kit/hash.ts';
import { currencyExponent, normalizeCurrency, toMinor } from '#kit/money.ts';

/** Who can have store credit. Source: Spec, Resources, store-credit ledger record. */
export const creditEntityTypes = ['customer', 'company'] as const;

/** One of `creditEntityTypes`. */
export type CreditEntityType = (typeof creditEntityTypes)[number];

/** Whether an entry adds to the balance or takes from it (G-093). */
export const creditEntryTypes = ['credit', 'debit'] as const;

/** What can bring about an entry (G-093). */
export const creditReasons = [
  'issue',
  'order_payment',
  'refund',
  'adjustment',
  'expiry',
  'reversal',
] as const;

/** One of `creditReasons`. */
export type CreditReason = (typeof creditReasons)[number];

/** Where an entry was made (G-093). */
export const creditSources = ['api', 'dashboard', 'system'] as const;

/** One of `creditSources`. */
export type CreditSource = (typeof creditSources)[number];

/** The most that can be issued at once, as a decimal number. Source: Spec, Limits, Store-credit amount. */
export const creditAmountMax = 1_000_000;
/** The most characters of a note. Source: Spec, Limits, Store-credit note. */
export const creditNoteLengthMax = 500;

/** A customer or company, by record id. */
export interface CreditEntity {
  entityType: CreditEntityType;
  entityId: string;
}

/** Whoever has store credit, named by record id or number. */
export interface NamedHolder {
  entityType: CreditEntityType;
  reference: string;
}

/** Whose balance in which currency. */
export interface CreditAccount extends CreditEntity {
  /** ISO 4217, upper case. */
  currency: string;
}

/** What there is in a currency. */
export interface CreditBalance {
  currency: string;
  balanceMinor: number;
}

/** How much of an entry's amount a lot of expiring credit gave or got. */
export interface LotUse {
  /** The entry that made the lot. */
  entryId: string;
  amountMinor: number;
}

/** An entry of the ledger. Entries are never changed and never removed. */
export interface CreditEntry extends CreditAccount {
  /** Record id, UUID version 7; entries of one account sort by it as they followed each other. */
  id: string;
  organizationId: string;
  /** The number of the customer or company at that time. */
  entityNumber: string;
  type: (typeof creditEntryTypes)[number];
  reason: CreditReason;
  /** Minor units, more than 0. */
  amountMinor: number;
  /** The balance after it. */
  balanceMinor: number;
  note: string | undefined;
  orderId: string | undefined;
  reversesEntryId: string | undefined;
  /** The part of the amount that expiring credit gave or got; the rest has no expiry. */
  lotUses: LotUse[];
  source: CreditSource;
  createdBy: { type: string; id: string; name: string };
  expiresAt: Date | undefined;
  createdAt: Date;
}

/** What a keyed request is known by again. */
export interface CreditKey {
  /** The Idempotency-Key, or a key of the house's own. */
  key: string;
  /** SHA-256 of what was asked for. */
  fingerprint: Buffer;
}

/** What is left of credit that expires. */
export interface CreditLot {
  /** The entry that gave it. */
  entryId: string;
  remainingMinor: number;
  expiresAt: Date;
}

/** An amount as it is sent: a decimal number and a currency in any case. */
export interface SentAmount {
  amount: number;
  currency: string;
}

/**
 * The amount in minor units and its currency. Throws `invalid_field` for an unknown currency and for an amount that is
 * not above 0, above `creditAmountMax`, not a multiple of 0.01 or not payable in the currency.
 */
export function checkedAmount({ amount, currency }: SentAmount): { amountMinor: number; currency: string } {
  const code = normalizeCurrency(currency);
  if (!code) throw invalidField('currency', 'must be a currency of ISO 4217, like EUR.');
  const amountMinor = toMinor(amount, code);
  const isMultiple = Number(amount.toFixed(2)) === amount;
  if (!amountMinor || !isMultiple || amount > creditAmountMax) {
    const digits = Math.min(2, currencyExponent(code));
    const message = `must be more than 0, at most ${creditAmountMax} and, in ${code}, have at most ${digits} digits after the point.`;
    throw invalidField('amount', message);
  }
  return { amountMinor, currency: code };
}

/** What is told of a holder who is not there. */
export function unknownHolder({ entityType }: { entityType: CreditEntityType }): Fault {
  return missing(entityType === 'customer' ? 'The customer' : 'The company');
}

/** The fingerprint of what is asked for under a key: equal for the same request, in whatever words it was sent. */
export function fingerprintOf(...details: (string | number | undefined)[]): Buffer {
  return sha256(JSON.stringify(details.map((detail) => detail ?? null)));
}

/** What expired lots still hold at a moment: part of the stored balance, but of no use any more. */
export function expiredMinorOf(lots: CreditLot[], now: Date): number {
  return sumOf(lots.filter(({ expiresAt }) => expiresAt <= now));
}

/** What to take from each lot to make up an amount, in the order of the lots; the rest comes from other credit. */
export function takeFromLots(lots: CreditLot[], amountMinor: number): LotUse[] {
  let left = amountMinor;
  return lots.flatMap(({ entryId, remainingMinor }) => {
    const taken = Math.min(left, remainingMinor);
    left -= taken;
    return taken > 0 ? [{ entryId, amountMinor: taken }] : [];
  });
}

/** What lots hold together, in minor units. */
export function sumOf(lots: CreditLot[]): number {
  return lots.reduce((sum, { remainingMinor }) => sum + remainingMinor, 0);
}
