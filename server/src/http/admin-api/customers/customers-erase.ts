// POST /customers/{customerId}/erase (G-156).
import { Type } from 'typebox';
import { customerNumberLength } from '#core/customers/customer.ts';
import { eraseCustomer } from '#core/people/erasing/erasure.ts';
import { customerExample, erasedCustomerExample } from '#http/admin-api/customers/customer-examples.ts';
import { customerShape, customerView } from '#http/admin-api/customers/customer-view.ts';
import { envelopedVersion, strict, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

/** Erasing people. */
export async function customersErase(app: Routes): Promise<void> {
  app.post(
    '/customers/:customerId/erase',
    {
      config: { permission: 'customers:delete' },
      schema: {
        operationId: 'eraseCustomer',
        summary: 'Erase the person behind a customer',
        description:
          'Removes names, addresses, photo, values and sign-in, and what was written by and about the person in orders, bookings, enquiries, tasks, notes of store credit, events, unsent mail and stored answers. The books stay, under the customer’s number. It can’t be undone, and can be repeated: it goes on where it was cut off.',
        tags: ['Customers'],
        params: strict({
          customerId: Type.String({
            maxLength: 320,
            description: 'Customer number, email, phone or record id.',
            examples: [customerExample.id],
          }),
        }),
        body: strict(
          {
            customerNumber: Type.String({
              minLength: customerNumberLength.min,
              maxLength: customerNumberLength.max,
              description: 'The customer’s number once more, so that nobody is erased by mistake.',
            }),
          },
          { examples: [{ customerNumber: customerExample.customerNumber }] },
        ),
        response: {
          200: success(customerShape, {
            description: 'What is left of the customer.',
            headers: ['ETag'],
            example: erasedCustomerExample,
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, body }, reply) => {
      const customer = await eraseCustomer(scope, params.customerId, body);
      return envelopedVersion(reply, customer, customerView(customer, scope), scope.clock.now());
    },
  );
}
