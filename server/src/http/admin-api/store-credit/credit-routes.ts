// The routes of store credit, the same for customers and companies: each function is a route's options, what it says of
// itself and its handler. The operation’s name is the route’s operationId.
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Scope } from '#core/scope.ts';
import type { CreditEntry } from '#core/store-credit/credit-entry.ts';
import type { CreditEntryQuery } from '#core/store-credit/credit-list.ts';
import type { CreditAnswer, CreditBalances, CreditRequest } from '#core/store-credit/store-credit.ts';
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
import { creditEntryShape, creditEntryView, sendEntry } from '#http/admin-api/store-credit/credit-view.ts';
import type { WholeRoute } from '#http/wire/request.ts';
import type { Page } from '#kit/cursor.ts';

/** Whose store credit it is, as its routes show it. */
export interface CreditHolder<Balances extends TSchema> {
  one: 'customer' | 'company';
  params: TObject;
  balancesShape: Balances;
  balancesView(credit: CreditBalances): Static<Balances>;
  /** Examples of entries. */
  creditExample: Static<typeof creditEntryShape>;
  debitExample: Static<typeof creditEntryShape>;
}

const tags = ['Store credit'];

/** GET: the balances. */
export function balancesRoute<Balances extends TSchema>(
  { one, params, balancesShape, balancesView }: CreditHolder<Balances>,
  get: (scope: Scope, reference: string, currency?: string) => Promise<CreditBalances>,
): WholeRoute {
  const querystring = strict({ currency: Type.Optional(currencyShape) });
  return {
    config: { permission: 'store_credit:read' },
    schema: {
      operationId: get.name,
      summary: `Get a ${one}’s store credit`,
      description: 'What can be spent, by currency. A currency that there was never credit in has 0.',
      tags,
      params,
      querystring,
      response: {
        200: success(balancesShape, { description: 'The balances.' }),
        ...failures(404),
      },
    },
    handler: async ({ scope, params, query }) => {
      const { currency } = query as Static<typeof querystring>;
      return enveloped(balancesView(await get(scope, referenceIn(params), currency)), scope.clock.now());
    },
  };
}

/** POST: adding to a balance. */
export function issueRoute<Balances extends TSchema>(
  holder: CreditHolder<Balances>,
  issue: (
    scope: Scope,
    reference: string,
    request: CreditRequest & { expiresAt?: Date | undefined },
  ) => Promise<CreditAnswer>,
): WholeRoute {
  const { one, params, creditExample: example } = holder;
  return {
    config: { permission: 'store_credit:issue', keepsAnswers: true },
    schema: {
      operationId: issue.name,
      summary: `Issue store credit to a ${one}`,
      description:
        'Adds to the balance in one currency. The same key with the same request gets the same answer for ever, and adds nothing again.',
      tags,
      params,
      headers: requiredKey(`${one}-gift-2026-03-31`),
      body: issueCreditBody,
      response: entryResponse(example),
    },
    handler: async ({ scope, params, body, headers }, reply) => {
      const sent = body as Static<typeof issueCreditBody>;
      const request = { ...sent, expiresAt: momentOf(sent.expiresAt), key: keyIn(headers) };
      return sendEntry(reply, await issue(scope, referenceIn(params), request));
    },
  };
}

/** POST: taking away. */
export function debitRoute<Balances extends TSchema>(
  holder: CreditHolder<Balances>,
  debit: (scope: Scope, reference: string, request: CreditRequest) => Promise<CreditAnswer>,
): WholeRoute {
  const { one, params, debitExample: example } = holder;
  return {
    config: { permission: 'store_credit:issue', keepsAnswers: true },
    schema: {
      operationId: debit.name,
      summary: `Take store credit from a ${one}`,
      description: 'What expires first goes first. Refused when the balance does not suffice.',
      tags,
      params,
      headers: requiredKey(`${one}-bar-2026-03-31`),
      body: debitCreditBody,
      response: entryResponse(example),
    },
    handler: async ({ scope, params, body, headers }, reply) => {
      const request = { ...(body as Static<typeof debitCreditBody>), key: keyIn(headers) };
      return sendEntry(reply, await debit(scope, referenceIn(params), request));
    },
  };
}

/** GET: the ledger. */
export function entriesRoute<Balances extends TSchema>(
  { one, params, creditExample, debitExample }: CreditHolder<Balances>,
  list: (scope: Scope, reference: string, query: CreditEntryQuery) => Promise<Page<CreditEntry>>,
): WholeRoute {
  return {
    config: { permission: 'store_credit:read' },
    schema: {
      operationId: list.name,
      summary: `List a ${one}’s store credit entries`,
      description: 'The ledger, newest first: every change of a balance, by whom and why.',
      tags,
      params,
      querystring: creditEntriesQuery,
      response: {
        200: successPage(creditEntryShape, {
          description: 'A page of entries.',
          example: [debitExample, creditExample],
        }),
        ...failures(404),
      },
    },
    handler: async ({ scope, params, query }) => {
      const sent = query as Static<typeof creditEntriesQuery>;
      const times = {
        createdAfter: momentOf(sent.createdAfter),
        createdBefore: momentOf(sent.createdBefore),
      };
      const { items, nextCursor } = await list(scope, referenceIn(params), { ...sent, ...times });
      return envelopedPage(items.map(creditEntryView), nextCursor, scope.clock.now());
    },
  };
}

function entryResponse(example: Static<typeof creditEntryShape>) {
  return {
    201: success(creditEntryShape, {
      description: 'The entry of the ledger.',
      headers: ['Idempotent-Replayed'],
      example,
    }),
    ...failures(404, 409),
  };
}

function referenceIn(params: unknown): string {
  return Object.values(params as Record<string, string>)[0]!;
}

// The shape of the headers says that it is there.
function keyIn(headers: Record<string, unknown>): string {
  return headers['idempotency-key'] as string;
}
