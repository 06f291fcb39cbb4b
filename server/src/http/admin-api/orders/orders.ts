// GET and POST /orders, GET, PATCH and DELETE /orders/{orderId}, and bringing one back. Source: Spec, C, Endpoints; G-072.
import { type Static, Type } from 'typebox';
import { createOrder, type OrderInput } from '#core/orders/create-order.ts';
import { deleteOrder, restoreOrder } from '#core/orders/deleting/deleted-orders.ts';
import type { InlineBooking } from '#core/orders/inline-bookings.ts';
import type { OrderPaymentStatus, OrderStatus } from '#core/orders/order.ts';
import { listOrders } from '#core/orders/order-list.ts';
import { getOrder, type OrderUpdate, updateOrder } from '#core/orders/orders.ts';
import { emptied } from '#http/admin-api/clearing.ts';
import {
  envelopedPage,
  envelopedVersion,
  listQuery,
  momentOf,
  noContent,
  recordIdQuery,
  strict,
  success,
  successPage,
  timeQuery,
} from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import {
  clearableOrderFields,
  createOrderBody,
  orderPaymentStatusShape,
  orderStatusShape,
  updateOrderBody,
} from '#http/admin-api/orders/order-bodies.ts';
import {
  changedOrderExample,
  orderExample,
  restoredOrderExample,
} from '#http/admin-api/orders/order-examples.ts';
import { orderShape, orderView } from '#http/admin-api/orders/order-view.ts';
import type { Routes } from '#http/wire/request.ts';
import { ifMatchHeader, versionOf } from '#http/wire/version.ts';

const tags = ['Orders'];

/** The parameter that names an order in a path. */
export const orderParams = strict({
  orderId: Type.String({
    maxLength: 128,
    description: 'Order number or record id.',
    examples: [orderExample.orderNumber],
  }),
});

/** Orders of the key's organization. */
export async function orders(app: Routes): Promise<void> {
  app.post(
    '/orders',
    {
      config: { permission: 'orders:write' },
      schema: {
        operationId: 'createOrder',
        summary: 'Create an order',
        description:
          'The order gets the next number, and we calculate what it comes to. Amounts are decimals of its currency. Subscribers of `order.created` are told.',
        tags,
        body: createOrderBody,
        response: {
          201: success(orderShape, { description: 'The order, as created.', headers: ['ETag'] }),
          ...failures(409),
        },
      },
    },
    async ({ scope, body }, reply) => {
      const order = await createOrder(scope, inputOf(body));
      reply.code(201);
      return envelopedVersion(reply, order, orderView(order), scope.clock.now());
    },
  );

  app.get(
    '/orders',
    {
      config: { permission: 'orders:read' },
      schema: {
        operationId: 'listOrders',
        summary: 'List orders',
        description: 'Newest first; narrowed by status, payment, customer, company or times.',
        tags,
        querystring: strict(
          {
            ...listQuery,
            status: Type.Optional(orderStatusShape),
            paymentStatus: Type.Optional(orderPaymentStatusShape),
            customerId: recordIdQuery('Of this primary customer.'),
            companyId: recordIdQuery('For this company.'),
            ...timeQuery,
          },
          { examples: [{ status: orderExample.status }] },
        ),
        response: { 200: successPage(orderShape, { description: 'A page of orders.' }), ...failures() },
      },
    },
    async ({ scope, query }) => {
      const { createdAfter, createdBefore, updatedAfter, ...rest } = query;
      const page = await listOrders(scope, {
        ...rest,
        status: rest.status as OrderStatus | undefined,
        paymentStatus: rest.paymentStatus as OrderPaymentStatus | undefined,
        createdAfter: momentOf(createdAfter),
        createdBefore: momentOf(createdBefore),
        updatedAfter: momentOf(updatedAfter),
      });
      return envelopedPage(page.items.map(orderView), page.nextCursor, scope.clock.now());
    },
  );

  app.get(
    '/orders/:orderId',
    {
      config: { permission: 'orders:read' },
      schema: {
        operationId: 'getOrder',
        summary: 'Get an order',
        tags,
        params: orderParams,
        response: {
          200: success(orderShape, { description: 'The order.', headers: ['ETag'] }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params }, reply) => {
      const order = await getOrder(scope, params.orderId);
      return envelopedVersion(reply, order, orderView(order), scope.clock.now());
    },
  );

  app.delete(
    '/orders/:orderId',
    {
      config: { permission: 'orders:delete' },
      schema: {
        operationId: 'deleteOrder',
        summary: 'Delete an order',
        description:
          'A draft or a cancelled order only. Bookings and store credit of a draft are released. It can be restored for 30 days.',
        tags,
        params: orderParams,
        headers: Type.Object(ifMatchHeader),
        response: {
          204: noContent('The order is deleted.'),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, headers }, reply) => {
      await deleteOrder(scope, params.orderId, versionOf(undefined, headers['if-match']));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/orders/:orderId/restore',
    {
      config: { permission: 'orders:delete' },
      schema: {
        operationId: 'restoreOrder',
        summary: 'Restore an order',
        description:
          'Brings back an order that was deleted in the last 30 days, without the bookings and the store credit it gave back.',
        tags,
        params: orderParams,
        response: {
          200: success(orderShape, {
            description: 'The order.',
            headers: ['ETag'],
            example: restoredOrderExample,
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params }, reply) => {
      const order = await restoreOrder(scope, params.orderId);
      return envelopedVersion(reply, order, orderView(order), scope.clock.now());
    },
  );

  app.patch(
    '/orders/:orderId',
    {
      config: { permission: 'orders:write' },
      schema: {
        operationId: 'updateOrder',
        summary: 'Change an order',
        description:
          'Only what is sent changes. Items are replaced whole, until something was paid. Cancelling releases bookings and store credit; refunding gives everything back. A move that is not allowed answers 409 and names those that are.',
        tags,
        params: orderParams,
        headers: Type.Object(ifMatchHeader),
        body: updateOrderBody,
        response: {
          200: success(orderShape, {
            description: 'The order, as changed.',
            headers: ['ETag'],
            example: changedOrderExample,
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, body, headers }, reply) => {
      const update = updateOf(body, headers['if-match']);
      const order = await updateOrder(scope, params.orderId, update);
      return envelopedVersion(reply, order, orderView(order), scope.clock.now());
    },
  );
}

function inputOf({ bookings, ...input }: Static<typeof createOrderBody>): OrderInput {
  return {
    ...(input as OrderInput),
    bookings: bookings?.map((booking) => ({
      ...(booking as InlineBooking),
      startsAt: momentOf(booking.startsAt),
    })),
  };
}

function updateOf(body: Static<typeof updateOrderBody>, ifMatch: string | undefined): OrderUpdate {
  const { version, ...changes } = emptied(body, clearableOrderFields);
  return { ...(changes as OrderUpdate), version: versionOf(version, ifMatch) };
}
