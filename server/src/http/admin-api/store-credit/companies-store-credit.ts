// POST /companies/{companyId}/store-credit, its balances, its ledger, and taking away. Source: Spec, C, Endpoints; G-097.
import { Type } from 'typebox';
import {
  debitCompanyStoreCredit,
  getCompanyStoreCredit,
  issueCompanyStoreCredit,
  listCompanyStoreCreditEntries,
} from '#core/store-credit/company-credit.ts';
import { companyParams } from '#http/admin-api/companies/companies.ts';
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
import { companyCreditExample, companyDebitExample } from '#http/admin-api/store-credit/credit-examples.ts';
import {
  companyBalancesShape,
  companyBalancesView,
  creditEntryShape,
  creditEntryView,
  sendEntry,
} from '#http/admin-api/store-credit/credit-view.ts';
import type { Routes } from '#http/wire/request.ts';

const tags = ['Store credit'];
/** Store credit of companies. */
export async function companiesStoreCredit(app: Routes): Promise<void> {
  app.get(
    '/companies/:companyId/store-credit',
    {
      config: { permission: 'store_credit:read' },
      schema: {
        operationId: 'getCompanyStoreCredit',
        summary: 'Get a company’s store credit',
        description: 'What can be spent, by currency. A currency that there was never credit in has 0.',
        tags,
        params: companyParams,
        querystring: strict({ currency: Type.Optional(currencyShape) }),
        response: {
          200: success(companyBalancesShape, { description: 'The balances.' }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params, query }) => {
      const credit = await getCompanyStoreCredit(scope, params.companyId, query.currency);
      return enveloped(companyBalancesView(credit), scope.clock.now());
    },
  );

  app.post(
    '/companies/:companyId/store-credit',
    {
      config: { permission: 'store_credit:issue', keepsAnswers: true },
      schema: {
        operationId: 'issueCompanyStoreCredit',
        summary: 'Issue store credit to a company',
        description:
          'Adds to the balance in one currency. The same key with the same request gets the same answer for ever, and adds nothing again.',
        tags,
        params: companyParams,
        headers: requiredKey('company-gift-2026-03-31'),
        body: issueCreditBody,
        response: {
          201: success(creditEntryShape, {
            description: 'The entry of the ledger.',
            headers: ['Idempotent-Replayed'],
            example: companyCreditExample,
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, body, headers }, reply) => {
      const request = { ...body, expiresAt: momentOf(body.expiresAt), key: headers['idempotency-key'] };
      return sendEntry(reply, await issueCompanyStoreCredit(scope, params.companyId, request));
    },
  );

  app.post(
    '/companies/:companyId/store-credit/debit',
    {
      config: { permission: 'store_credit:issue', keepsAnswers: true },
      schema: {
        operationId: 'debitCompanyStoreCredit',
        summary: 'Take store credit from a company',
        description: 'What expires first goes first. Refused when the balance does not suffice.',
        tags,
        params: companyParams,
        headers: requiredKey('company-bar-2026-03-31'),
        body: debitCreditBody,
        response: {
          201: success(creditEntryShape, {
            description: 'The entry of the ledger.',
            headers: ['Idempotent-Replayed'],
            example: companyDebitExample,
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, body, headers }, reply) => {
      const request = { ...body, key: headers['idempotency-key'] };
      return sendEntry(reply, await debitCompanyStoreCredit(scope, params.companyId, request));
    },
  );

  app.get(
    '/companies/:companyId/store-credit/entries',
    {
      config: { permission: 'store_credit:read' },
      schema: {
        operationId: 'listCompanyStoreCreditEntries',
        summary: 'List a company’s store credit entries',
        description: 'The ledger, newest first: every change of a balance, by whom and why.',
        tags,
        params: companyParams,
        querystring: creditEntriesQuery,
        response: {
          200: successPage(creditEntryShape, {
            description: 'A page of entries.',
            example: [companyDebitExample, companyCreditExample],
          }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params, query }) => {
      const page = await listCompanyStoreCreditEntries(scope, params.companyId, {
        ...query,
        createdAfter: momentOf(query.createdAfter),
        createdBefore: momentOf(query.createdBefore),
      });
      return envelopedPage(page.items.map(creditEntryView), page.nextCursor, scope.clock.now());
    },
  );
}
