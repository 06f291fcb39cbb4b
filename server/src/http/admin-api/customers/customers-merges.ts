// GET /customers/{customerId}/merges and POST /customers/merges/{mergeId}/undo (G-153, G-191).
import { Type } from 'typebox';
import { listCustomerMerges } from '#core/people/customer-merges.ts';
import { undoCustomerMerge } from '#core/people/merging.ts';
import { customerExample, customerMergeExample } from '#http/admin-api/customers/customer-examples.ts';
import { customerMergeShape, customerMergeView } from '#http/admin-api/customers/customer-merge-view.ts';
import {
  enveloped,
  envelopedPage,
  listQuery,
  strict,
  success,
  successPage,
} from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

/** Merges that were made. */
export async function customersMerges(app: Routes): Promise<void> {
  app.get(
    '/customers/:customerId/merges',
    {
      config: { permission: 'customers:read' },
      schema: {
        operationId: 'listCustomerMerges',
        summary: 'List the merges of a customer',
        description:
          'Newest first: those in which the customer stayed, those in which they were merged, and those of whoever was merged into them. To undo a merge whose survivor has been merged too, undo the later one first.',
        tags: ['Customers'],
        params: strict({
          customerId: Type.String({
            maxLength: 320,
            description: 'Customer number, email, phone or record id, also of somebody who was merged.',
            examples: [customerExample.id],
          }),
        }),
        querystring: strict(listQuery),
        response: {
          200: successPage(customerMergeShape, { description: 'A page of merges.' }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params, query }) => {
      const { items, nextCursor } = await listCustomerMerges(scope, params.customerId, query);
      return envelopedPage(items.map(customerMergeView), nextCursor, scope.clock.now());
    },
  );

  app.post(
    '/customers/merges/:mergeId/undo',
    {
      config: { permission: 'customers:write' },
      schema: {
        operationId: 'undoCustomerMerge',
        summary: 'Undo a merge of two customers',
        description:
          'The merged customer is there again with all that moved, as far as it still is where it went; what came since stays with the survivor. While the survivor has been merged itself, that comes first.',
        tags: ['Customers'],
        params: strict({
          mergeId: Type.String({
            maxLength: 64,
            description: 'Record id of the merge.',
            examples: [customerMergeExample.id],
          }),
        }),
        response: {
          200: success(customerMergeShape, {
            description: 'The merge, undone.',
            example: { ...customerMergeExample, undoneAt: customerMergeExample.createdAt + 60_000 },
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params }) => {
      const { merge } = await undoCustomerMerge(scope, params.mergeId);
      return enveloped(customerMergeView(merge), scope.clock.now());
    },
  );
}
