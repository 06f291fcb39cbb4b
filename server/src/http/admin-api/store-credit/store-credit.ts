// POST /store-credit/{entryId}/reverse (G-097).
import { Type } from 'typebox';
import { reverseStoreCredit } from '#core/store-credit/store-credit.ts';
import { strict, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import { requiredKey, reverseCreditBody } from '#http/admin-api/store-credit/credit-bodies.ts';
import { customerDebitExample, reversalExample } from '#http/admin-api/store-credit/credit-examples.ts';
import { creditEntryShape, sendEntry } from '#http/admin-api/store-credit/credit-view.ts';
import type { Routes } from '#http/wire/request.ts';

/** Entries of the ledger, whoever’s they are. */
export async function storeCredit(app: Routes): Promise<void> {
  app.post(
    '/store-credit/:entryId/reverse',
    {
      config: { permission: 'store_credit:issue', keepsAnswers: true },
      schema: {
        operationId: 'reverseStoreCredit',
        summary: 'Reverse a store credit entry',
        description:
          'Undoes an issue, an adjustment or an expiry with an entry of its own; nothing in the ledger is changed. Once for an entry, and only while what was issued has not been spent. Without a note, send `{}`.',
        tags: ['Store credit'],
        params: strict({
          entryId: Type.String({
            maxLength: 100,
            description: 'Record id of the entry.',
            examples: [customerDebitExample.id],
          }),
        }),
        headers: requiredKey('wrong-guest-2026-03-31'),
        body: reverseCreditBody,
        response: {
          201: success(creditEntryShape, {
            description: 'The entry that undoes it.',
            headers: ['Idempotent-Replayed'],
            example: reversalExample,
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, body, headers }, reply) => {
      const request = { ...body, key: headers['idempotency-key'] };
      return sendEntry(reply, await reverseStoreCredit(scope, params.entryId, request));
    },
  );
}
