// GET /customers/{customerId}/export (G-155).
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { exportCustomer } from '#core/people/customer-export.ts';
import { customerExample } from '#http/admin-api/customers/customer-examples.ts';
import { strict } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import { withNotes } from '#http/wire/document/response-notes.ts';
import { attachmentNamed } from '#http/wire/pdf.ts';
import type { Routes } from '#http/wire/request.ts';

const description = 'One document with everything, to be kept.';
const documentShape = Type.Object(
  { exportedAt: Type.String({ format: 'date-time', description: 'When it was read.' }) },
  {
    title: 'CustomerExport',
    additionalProperties: Type.Array(Type.Object({}, { additionalProperties: true })),
    examples: [
      {
        exportedAt: '2026-03-31T09:12:45.310Z',
        customer: [{ id: customerExample.id, customer_number: customerExample.customerNumber }],
        orders: [],
      },
    ],
  },
);

/** Exports of customers. */
export async function customersExport(app: Routes): Promise<void> {
  app.get(
    '/customers/:customerId/export',
    {
      config: { permission: 'customers:export' },
      schema: {
        operationId: 'exportCustomer',
        summary: 'Export everything about a customer',
        description:
          'One list for each kind of record: the customer, who was merged into it, sign-ins, companies, orders, bookings, enquiries with their threads, tasks, store credit. It is sent while it is read, so it may be long; without the envelope of other answers.',
        tags: ['Customers'],
        params: strict({
          customerId: Type.String({
            maxLength: 320,
            description: 'Customer number, email, phone or record id.',
            examples: [customerExample.customerNumber],
          }),
        }),
        response: {
          200: withNotes(documentShape, { description, headers: ['Content-Disposition'] }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params }, reply) => {
      const { customerNumber, pieces } = await exportCustomer(scope, params.customerId);
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', attachmentNamed(`${customerNumber}.json`))
        .header('cache-control', 'private, no-store')
        .send(Readable.from(pieces, { objectMode: false }) as never);
    },
  );
}
