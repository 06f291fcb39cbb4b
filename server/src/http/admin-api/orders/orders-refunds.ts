// POST /orders/{orderId}/refunds. Source: additive to the contract (G-076).
import { refundOrder } from '#core/orders/order-payments.ts';
import { envelopedVersion, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import { refundOrderBody } from '#http/admin-api/orders/order-bodies.ts';
import { refundedOrderExample } from '#http/admin-api/orders/order-examples.ts';
import { orderShape, orderView } from '#http/admin-api/orders/order-view.ts';
import { orderParams } from '#http/admin-api/orders/orders.ts';
import type { Routes } from '#http/wire/request.ts';

/** Refunds of orders. */
export async function ordersRefunds(app: Routes): Promise<void> {
  app.post(
    '/orders/:orderId/refunds',
    {
      config: { permission: 'orders:write' },
      schema: {
        operationId: 'refundOrder',
        summary: 'Refund an order',
        description:
          'Notes that something was given back, at most what was paid; it moves no money. A part keeps the order paid. All of it makes the order refunded and returns its store credit. Send an `Idempotency-Key`, so that a repeated call refunds once.',
        tags: ['Orders'],
        params: orderParams,
        body: refundOrderBody,
        response: {
          201: success(orderShape, {
            description: 'The order with the refund.',
            headers: ['ETag'],
            example: refundedOrderExample,
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, body }, reply) => {
      const order = await refundOrder(scope, params.orderId, body);
      reply.code(201);
      return envelopedVersion(reply, order, orderView(order), scope.clock.now());
    },
  );
}
