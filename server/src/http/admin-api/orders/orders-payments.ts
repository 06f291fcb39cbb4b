// POST /orders/{orderId}/payments. Source: additive to the contract (G-075).
import type { PaymentMethod, PaymentState } from '#core/orders/order.ts';
import { addPayment } from '#core/orders/order-payments.ts';
import { envelopedVersion, momentOf, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import { addPaymentBody } from '#http/admin-api/orders/order-bodies.ts';
import { paidOrderExample } from '#http/admin-api/orders/order-examples.ts';
import { orderShape, orderView } from '#http/admin-api/orders/order-view.ts';
import { orderParams } from '#http/admin-api/orders/orders.ts';
import type { Routes } from '#http/wire/request.ts';

/** Payments of orders. */
export async function ordersPayments(app: Routes): Promise<void> {
  app.post(
    '/orders/:orderId/payments',
    {
      config: { permission: 'orders:write' },
      schema: {
        operationId: 'addPayment',
        summary: 'Add a payment',
        description:
          'Notes that something was paid, at most what is due; it moves no money. What covers the rest makes the order paid. Send an `Idempotency-Key`, so that a repeated call pays once.',
        tags: ['Orders'],
        params: orderParams,
        body: addPaymentBody,
        response: {
          201: success(orderShape, {
            description: 'The order with the payment.',
            headers: ['ETag'],
            example: paidOrderExample,
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, body }, reply) => {
      const order = await addPayment(scope, params.orderId, {
        ...body,
        method: body.method as PaymentMethod,
        status: body.status as PaymentState | undefined,
        processedAt: momentOf(body.processedAt),
      });
      reply.code(201);
      return envelopedVersion(reply, order, orderView(order), scope.clock.now());
    },
  );
}
