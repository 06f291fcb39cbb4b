// POST /companies/{companyId}/store-credit, its balances, its ledger, and taking away. Source: Spec, C, Endpoints; G-097.
import {
  debitCompanyStoreCredit,
  getCompanyStoreCredit,
  issueCompanyStoreCredit,
  listCompanyStoreCreditEntries,
} from '#core/store-credit/company-credit.ts';
import { companyParams } from '#http/admin-api/companies/companies.ts';
import { companyCreditExample, companyDebitExample } from '#http/admin-api/store-credit/credit-examples.ts';
import {
  balancesRoute,
  debitRoute,
  entriesRoute,
  issueRoute,
} from '#http/admin-api/store-credit/credit-routes.ts';
import { companyBalancesShape, companyBalancesView } from '#http/admin-api/store-credit/credit-view.ts';
import type { Routes } from '#http/wire/request.ts';

const company = {
  one: 'company' as const,
  params: companyParams,
  balancesShape: companyBalancesShape,
  balancesView: companyBalancesView,
  creditExample: companyCreditExample,
  debitExample: companyDebitExample,
};

/** Store credit of companies. */
export async function companiesStoreCredit(app: Routes): Promise<void> {
  app.get('/companies/:companyId/store-credit', balancesRoute(company, getCompanyStoreCredit));
  app.post('/companies/:companyId/store-credit', issueRoute(company, issueCompanyStoreCredit));
  app.post('/companies/:companyId/store-credit/debit', debitRoute(company, debitCompanyStoreCredit));
  app.get('/companies/:companyId/store-credit/entries', entriesRoute(company, listCompanyStoreCreditEntries));
}
