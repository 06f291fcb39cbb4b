// POST /customers/{customerId}/merge (G-151).
import { Type } from 'typebox';
import { mergeCustomer } from '#core/people/merging.ts';
import { customerExample, customerMergeExample } from '#http/admin-api/customers/customer-examples.ts';
import { customerMergeShape, customerMergeView } from '#http/admin-api/customers/customer-merge-view.ts';
import { enveloped, strict, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

/** Merging customers. */
export async function customersMerge(app: Routes): Promise<void> {
  app.post(
    '/customers/:customerId/merge',
    {
      config: { permission: 'customers:write' },
      schema: {
        operationId: 'mergeCustomer',
        summary: 'Merge another customer into this one',
        description:
          'Orders, bookings, enquiries, tasks, companies, store credit and sign-in of the other go to this one, and addresses and values that it does not have. Id and number of the other lead here from then on. When both can sign in it needs `endsSignIn`. It can be undone.',
        tags: ['Customers'],
        params: strict({
          customerId: Type.String({
            maxLength: 320,
            description: 'Record id or number of the customer who stays.',
            examples: [customerExample.id],
          }),
        }),
        body: strict(
          {
            customerId: Type.String({
              minLength: 1,
              maxLength: 64,
              description: 'Record id or number of the customer who is merged.',
            }),
            endsSignIn: Type.Optional(
              Type.Boolean({
                description:
                  'When both can sign in: ends the sessions of the one who is merged; whoever proves either address signs in as the one who stays.',
              }),
            ),
          },
          { examples: [{ customerId: customerMergeExample.mergedCustomerId }] },
        ),
        response: {
          201: success(customerMergeShape, { description: 'The merge.' }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, body }, reply) => {
      const { merge } = await mergeCustomer(scope, params.customerId, body.customerId, body);
      reply.code(201);
      return enveloped(customerMergeView(merge), scope.clock.now());
    },
  );
}
