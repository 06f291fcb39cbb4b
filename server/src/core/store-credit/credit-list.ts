// Reading the ledger of a customer or company.
import type { Scope } from '#core/scope.ts';
import type { CreditEntry, NamedHolder } from '#core/store-credit/credit-entry.ts';
import { readAccounts } from '#core/store-credit/credit-expiry.ts';
import { selectEntries } from '#core/store-credit/credit-list-queries.ts';
import { type Page, pageOf, readCursor } from '#kit/cursor.ts';
import { invalidField } from '#kit/fault.ts';
import { normalizeCurrency } from '#kit/money.ts';

/** Which page of a ledger. */
export interface CreditEntryQuery {
  /** 1 to 100. */
  limit: number;
  cursor?: string | undefined;
  /** Only entries in this currency, in any case. */
  currency?: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
}

/** One page of the entries of a customer or company, newest first. Throws `not_found`, `invalid_cursor` (G-098). */
export async function listStoreCreditEntries(
  scope: Scope,
  holder: NamedHolder,
  { limit, cursor, currency: sent, ...times }: CreditEntryQuery,
): Promise<Page<CreditEntry>> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const currency = sent === undefined ? undefined : normalizeCurrency(sent);
  if (sent !== undefined && !currency) {
    throw invalidField('currency', 'must be a currency of ISO 4217, like EUR.');
  }
  const { id: entityId } = await readAccounts(scope, holder);
  const selection = { entityId, currency, ...times, after, count: limit + 1 };
  return pageOf(await scope.read((tx) => selectEntries(tx, selection)), limit);
}
