// POST /customers/merges/{mergeId}/undo (G-153).
import { Type } from 'typebox';
import { undoCustomerMerge } from '#core/people/merging.ts';
import { customerMergeExample } from '#http/admin-api/customers/customer-examples.ts';
import { customerMergeShape, customerMergeView } from '#http/admin-api/customers/customer-merge-view.ts';
import { enveloped, strict, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

/** Merges that were made. */
export async function customersMerges(app: Routes): Promise<void> {
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
