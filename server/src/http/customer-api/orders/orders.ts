// GET /orders. Source: Spec, A, GET /orders.
import { Type } from 'typebox';
import { type OrderStatus, orderStatuses } from '#core/orders/order.ts';
import { listOwnOrders } from '#core/orders/order-list.ts';
import { enveloped, strict, success } from '#http/customer-api/envelope.ts';
import { failures } from '#http/customer-api/errors.ts';
import { orderShape, orderView } from '#http/customer-api/orders/order-view.ts';
import type { Routes } from '#http/wire/request.ts';

const ordersShape = Type.Object({
  orders: Type.Array(orderShape),
  hasMore: Type.Boolean({ description: 'Whether another page follows.' }),
  nextCursor: Type.Optional(Type.String({ description: 'Pass it as cursor to get the next page.' })),
});
const { examples } = orderShape as { examples?: object[] };

/** The customer's own orders. */
export async function orders(app: Routes): Promise<void> {
  app.get(
    '/orders',
    {
      config: { permission: 'any' },
      schema: {
        operationId: 'listOwnOrders',
        summary: 'List your orders',
        description: 'Newest first. Without a profile there are none.',
        tags: ['Orders'],
        querystring: strict({
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Orders on a page.' }),
          cursor: Type.Optional(
            Type.String({ maxLength: 200, description: '`nextCursor` of the previous page.' }),
          ),
          status: Type.Optional(Type.Enum([...orderStatuses], { description: 'How far they have come.' })),
        }),
        response: {
          200: success(ordersShape, {
            description: 'A page of orders.',
            example: { orders: examples, hasMore: false } as never,
          }),
          ...failures(),
        },
      },
    },
    async ({ scope, standing, query }) => {
      const page = await listOwnOrders(scope, standing.customerId, {
        ...query,
        status: query.status as OrderStatus | undefined,
      });
      const { hasMore, nextCursor } = page;
      return enveloped({ orders: page.items.map(orderView), hasMore, nextCursor });
    },
  );
}
