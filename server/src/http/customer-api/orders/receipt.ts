// GET /receipt. Source: Spec, A, GET /receipt.
import { Type } from 'typebox';
import { getReceipt } from '#core/orders/receipts.ts';
import { enveloped, strict, success } from '#http/customer-api/envelope.ts';
import { failures } from '#http/customer-api/errors.ts';
import { receiptShape, receiptView } from '#http/customer-api/orders/order-view.ts';
import type { Routes } from '#http/wire/request.ts';

/** Receipts of the customer's own orders. */
export async function receipt(app: Routes): Promise<void> {
  app.get(
    '/receipt',
    {
      config: { permission: 'any' },
      schema: {
        operationId: 'getReceipt',
        summary: 'Get a receipt',
        description: 'There is one once an order is paid, refunded or completed.',
        tags: ['Orders'],
        querystring: strict({
          orderId: Type.String({
            maxLength: 100,
            description: 'Record id of the order.',
            examples: ['019d3dc9-70a2-7e14-b6c8-3f91d05e2a7c'],
          }),
        }),
        response: { 200: success(receiptShape, { description: 'The receipt.' }), ...failures(404) },
      },
    },
    async ({ scope, standing, query }) => {
      return enveloped(receiptView(await getReceipt(scope, standing.customerId, query.orderId), scope));
    },
  );
}
