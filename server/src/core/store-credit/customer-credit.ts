// Store credit of customers: the operations of store-credit.ts by the names that routes and their documents use.
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

const holder = (reference: string) => ({ entityType: 'customer' as const, reference });

/** The balances of the customer named by record id or customer number. See `getStoreCredit`. */
export function getCustomerStoreCredit(
  scope: Scope,
  reference: string,
  currency?: string,
): Promise<CreditBalances> {
  return getStoreCredit(scope, holder(reference), currency);
}

/** Adds to a customer's balance. See `issueStoreCredit`. */
export function issueCustomerStoreCredit(
  scope: Scope,
  reference: string,
  request: CreditRequest & { expiresAt?: Date | undefined },
): Promise<CreditAnswer> {
  return issueStoreCredit(scope, holder(reference), request);
}

/** Takes from a customer's balance. See `debitStoreCredit`. */
export function debitCustomerStoreCredit(
  scope: Scope,
  reference: string,
  request: CreditRequest,
): Promise<CreditAnswer> {
  return debitStoreCredit(scope, holder(reference), request);
}

/** One page of a customer's entries. See `listStoreCreditEntries`. */
export function listCustomerStoreCreditEntries(
  scope: Scope,
  reference: string,
  query: CreditEntryQuery,
): Promise<Page<CreditEntry>> {
  return listStoreCreditEntries(scope, holder(reference), query);
}
