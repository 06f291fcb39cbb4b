// GET and POST /customers/{customerId}/store-credit, its ledger, and taking away. Source: Spec, C, Customers; G-097.
import { Type } from 'typebox';
import {
  debitCustomerStoreCredit,
  getCustomerStoreCredit,
  issueCustomerStoreCredit,
  listCustomerStoreCreditEntries,
} from '#core/store-credit/customer-credit.ts';
import { customerExample } from '#http/admin-api/customers/customer-examples.ts';
import { strict } from '#http/admin-api/envelope.ts';
import { customerCreditExample, customerDebitExample } from '#http/admin-api/store-credit/credit-examples.ts';
import {
  balancesRoute,
  debitRoute,
  entriesRoute,
  issueRoute,
} from '#http/admin-api/store-credit/credit-routes.ts';
import { customerBalancesShape, customerBalancesView } from '#http/admin-api/store-credit/credit-view.ts';
import type { Routes } from '#http/wire/request.ts';

const customer = {
  one: 'customer' as const,
  params: strict({
    customerId: Type.String({
      maxLength: 320,
      description: 'Customer number or record id.',
      examples: [customerExample.customerNumber],
    }),
  }),
  balancesShape: customerBalancesShape,
  balancesView: customerBalancesView,
  creditExample: customerCreditExample,
  debitExample: customerDebitExample,
};

/** Store credit of customers. */
export async function customersStoreCredit(app: Routes): Promise<void> {
  app.get('/customers/:customerId/store-credit', balancesRoute(customer, getCustomerStoreCredit));
  app.post('/customers/:customerId/store-credit', issueRoute(customer, issueCustomerStoreCredit));
  app.post('/customers/:customerId/store-credit/debit', debitRoute(customer, debitCustomerStoreCredit));
  app.get(
    '/customers/:customerId/store-credit/entries',
    entriesRoute(customer, listCustomerStoreCreditEntries),
  );
}
