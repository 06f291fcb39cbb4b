// The store credit that examples are about: a gift to the first customer, taken back in part, and one for a company.
import { companyExample } from '#http/admin-api/companies/company-examples.ts';
import { customerExample } from '#http/admin-api/customers/customer-examples.ts';

/** What credit is issued with. */
export const creditIssueExample = { amount: 25, currency: 'EUR', note: 'For the long wait on Tuesday' };

/** The entry that `creditIssueExample` makes for a customer. */
export const customerCreditExample = {
  id: '019d4335-0c1f-7d3b-a2e6-4f8b7710c9d5',
  entityType: 'customer' as const,
  customerId: customerExample.id,
  customerNumber: customerExample.customerNumber,
  type: 'credit' as const,
  reason: 'issue' as const,
  amount: creditIssueExample.amount,
  currency: creditIssueExample.currency,
  balance: creditIssueExample.amount,
  note: creditIssueExample.note,
  source: 'api' as const,
  createdBy: { type: 'api_key', id: '019d4329-5b20-7e11-8c47-d0a91f6e2b83', name: 'Website' },
  createdAt: '2026-03-31T09:24:04.127Z',
};

const { customerId: _customerId, customerNumber: _customerNumber, ...creditFields } = customerCreditExample;

/** The entry that `creditIssueExample` makes for a company. */
export const companyCreditExample = {
  ...creditFields,
  id: '019d4336-6a91-7b08-9e3c-15d2f4b80a67',
  entityType: 'company' as const,
  companyId: companyExample.id,
  companyNumber: companyExample.companyNumber,
};

/** What is taken away with. */
export const creditDebitExample = { amount: 5, currency: 'EUR', note: 'Paid at the bar' };

/** The entry that `creditDebitExample` makes after the first one of a customer. */
export const customerDebitExample = {
  ...customerCreditExample,
  id: '019d4337-f2d4-7c15-b0a8-96e1c37d5f20',
  type: 'debit' as const,
  reason: 'adjustment' as const,
  amount: creditDebitExample.amount,
  balance: creditIssueExample.amount - creditDebitExample.amount,
  note: creditDebitExample.note,
};

/** The entry that `creditDebitExample` makes after the first one of a company. */
export const companyDebitExample = {
  ...companyCreditExample,
  id: '019d4338-1e57-7f42-8d60-0b93a5c81e74',
  type: 'debit' as const,
  reason: 'adjustment' as const,
  amount: creditDebitExample.amount,
  balance: customerDebitExample.balance,
  note: creditDebitExample.note,
};

/** What an entry is reversed with. */
export const creditReversalExample = { note: 'The wrong guest' };

const { note: _note, ...reversed } = customerDebitExample;

/** The entry that takes back `customerDebitExample`. */
export const reversalExample = {
  ...reversed,
  id: '019d4339-5d80-7a26-9f14-c7e208b6d391',
  type: 'credit' as const,
  reason: 'reversal' as const,
  balance: creditIssueExample.amount,
  note: creditReversalExample.note,
  reversesEntryId: customerDebitExample.id,
};
