// Store credit of companies: the operations of store-credit.ts by the names that routes and their documents use.
import type { Scope } from '#core/scope.ts';
import type { CreditEntry } from '#core/store-credit/credit-entry.ts';
import { type CreditEntryQuery, listStoreCreditEntries } from '#core/store-credit/credit-list.ts';
import {
  type CreditAnswer,
  type CreditBalances,
  type CreditRequest,
  debitStoreCredit,
  getStoreCredit,
  issueStoreCredit,
} from '#core/store-credit/store-credit.ts';
import type { Page } from '#kit/cursor.ts';

const holder = (reference: string) => ({ entityType: 'company' as const, reference });

/** The balances of the company named by record id or company number. See `getStoreCredit`. */
export function getCompanyStoreCredit(
  scope: Scope,
  reference: string,
  currency?: string,
): Promise<CreditBalances> {
  return getStoreCredit(scope, holder(reference), currency);
}

/** Adds to a company's balance. See `issueStoreCredit`. */
export function issueCompanyStoreCredit(
  scope: Scope,
  reference: string,
  request: CreditRequest & { expiresAt?: Date | undefined },
): Promise<CreditAnswer> {
  return issueStoreCredit(scope, holder(reference), request);
}

/** Takes from a company's balance. See `debitStoreCredit`. */
export function debitCompanyStoreCredit(
  scope: Scope,
  reference: string,
  request: CreditRequest,
): Promise<CreditAnswer> {
  return debitStoreCredit(scope, holder(reference), request);
}

/** One page of a company's entries. See `listStoreCreditEntries`. */
export function listCompanyStoreCreditEntries(
  scope: Scope,
  reference: string,
  query: CreditEntryQuery,
): Promise<Page<CreditEntry>> {
  return listStoreCreditEntries(scope, holder(reference), query);
}
