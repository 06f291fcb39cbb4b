// GET and POST /customers/{customerId}/store-credit, its ledger, and taking away. Source: Spec, C, Customers; G-097.
import { Type } from 'typebox';
import {
  debitCustomerStoreCredit,
  getCustomerStoreCredit,
  issueCustomerStoreCredit,
  listCustomerStoreCreditEntries,
} from '#core/store-credit/customer-credit.ts';
import { customerExample } from '#http/admin-api/customers/customer-examples.ts';
import {
  enveloped,
  envelopedPage,
  momentOf,
  strict,
  success,
  successPage,
} from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import {
  creditEntriesQuery,
  currencyShape,
  debitCreditBody,
  issueCreditBody,
  requiredKey,
} from '#http/admin-api/store-credit/credit-bodies.ts';
import { customerCreditExample, customerDebitExample } from '#http/admin-api/store-credit/credit-examples.ts';
import {
  creditEntryShape,
  creditEntryView,
  customerBalancesShape,
  customerBalancesView,
  sendEntry,
} from '#http/admin-api/store-credit/credit-view.ts';
import type { Routes } from '#http/wire/request.ts';

const tags = ['Store credit'];
const params = strict({
  customerId: Type.String({
    maxLength: 320,
    description: 'Customer number or record id.',
    examples: [customerExample.customerNumber],
  }),
});

/** Store credit of customers. */
export async function customersStoreCredit(app: Routes): Promise<void> {
  app.get(
    '/customers/:customerId/store-credit',
    {
      config: { permission: 'store_credit:read' },
      schema: {
        operationId: 'getCustomerStoreCredit',
        summary: 'Get a customer’s store credit',
        description: 'What can be spent, by currency. A currency that there was never credit in has 0.',
        tags,
        params,
        querystring: strict({ currency: Type.Optional(currencyShape) }),
        response: {
          200: success(customerBalancesShape, { description: 'The balances.' }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params, query }) => {
      const credit = await getCustomerStoreCredit(scope, params.customerId, query.currency);
      return enveloped(customerBalancesView(credit), scope.clock.now());
    },
  );

  app.post(
    '/customers/:customerId/store-credit',
    {
      config: { permission: 'store_credit:issue', keepsAnswers: true },
      schema: {
        operationId: 'issueCustomerStoreCredit',
        summary: 'Issue store credit to a customer',
        description:
          'Adds to the balance in one currency. The same key with the same request gets the same answer for ever, and adds nothing again.',
        tags,
        params,
        headers: requiredKey('customer-gift-2026-03-31'),
        body: issueCreditBody,
        response: {
          201: success(creditEntryShape, {
            description: 'The entry of the ledger.',
            headers: ['Idempotent-Replayed'],
            example: customerCreditExample,
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, body, headers }, reply) => {
      const request = { ...body, expiresAt: momentOf(body.expiresAt), key: headers['idempotency-key'] };
      return sendEntry(reply, await issueCustomerStoreCredit(scope, params.customerId, request));
    },
  );

  app.post(
    '/customers/:customerId/store-credit/debit',
    {
      config: { permission: 'store_credit:issue', keepsAnswers: true },
      schema: {
        operationId: 'debitCustomerStoreCredit',
        summary: 'Take store credit from a customer',
        description: 'What expires first goes first. Refused when the balance does not suffice.',
        tags,
        params,
        headers: requiredKey('customer-bar-2026-03-31'),
        body: debitCreditBody,
        response: {
          201: success(creditEntryShape, {
            description: 'The entry of the ledger.',
            headers: ['Idempotent-Replayed'],
            example: customerDebitExample,
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, body, headers }, reply) => {
      const request = { ...body, key: headers['idempotency-key'] };
      return sendEntry(reply, await debitCustomerStoreCredit(scope, params.customerId, request));
    },
  );

  app.get(
    '/customers/:customerId/store-credit/entries',
    {
      config: { permission: 'store_credit:read' },
      schema: {
        operationId: 'listCustomerStoreCreditEntries',
        summary: 'List a customer’s store credit entries',
        description: 'The ledger, newest first: every change of a balance, by whom and why.',
        tags,
        params,
        querystring: creditEntriesQuery,
        response: {
          200: successPage(creditEntryShape, {
            description: 'A page of entries.',
            example: [customerDebitExample, customerCreditExample],
          }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params, query }) => {
      const page = await listCustomerStoreCreditEntries(scope, params.customerId, {
        ...query,
        createdAfter: momentOf(query.createdAfter),
        createdBefore: momentOf(query.createdBefore),
      });
      return envelopedPage(page.items.map(creditEntryView), page.nextCursor, scope.clock.now());
    },
  );
}
