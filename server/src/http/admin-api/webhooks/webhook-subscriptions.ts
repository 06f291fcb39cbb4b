// GET and POST /webhook-subscriptions, GET and DELETE /webhook-subscriptions/{subscriptionId}, POST …/enable: what staff
// and integrations do with subscriptions beside the contract's two calls, which are in zapier-subscriptions.ts.
// Source: G-130, G-133.
import { Type } from 'typebox';
import type { EventType } from '#core/events/event.ts';
import {
  createWebhookSubscription,
  enableSubscription,
  endSubscription,
  getSubscription,
  listSubscriptions,
} from '#core/webhooks/subscriptions.ts';
import {
  enveloped,
  envelopedPage,
  listQuery,
  noContent,
  strict,
  success,
  successPage,
} from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import { requireReading } from '#http/admin-api/webhooks/event-permissions.ts';
import {
  bookingSubscriptionExample,
  eventTypeShape,
  secretExample,
  subscriptionExample,
  subscriptionPath,
  subscriptionShape,
  subscriptionView,
  unsubscribeTokenExample,
} from '#http/admin-api/webhooks/subscription-view.ts';
import type { Routes } from '#http/wire/request.ts';

const tags = ['Webhooks'];
const config = { permission: 'subscriptions:manage' } as const;

const createBody = strict(
  {
    events: Type.Array(eventTypeShape, {
      minItems: 1,
      maxItems: 100,
      description: 'What the receiver is told of.',
    }),
    targetUrl: Type.String({
      format: 'uri',
      maxLength: 2048,
      description: 'An https address of its own at one of the hosts that calls may go to.',
    }),
  },
  {
    examples: [
      { events: bookingSubscriptionExample.events, targetUrl: bookingSubscriptionExample.targetUrl },
    ],
  },
);

const madeShape = Type.Object(
  {
    ...subscriptionShape.properties,
    secret: Type.String({ description: 'Signs the calls (`v1`), as receivers enter it; shown only here.' }),
    unsubscribeToken: Type.String({
      description: 'Ends the subscription without an API key; shown only here.',
    }),
  },
  {
    title: 'MadeWebhookSubscription',
    examples: [
      {
        ...bookingSubscriptionExample,
        secret: secretExample,
        unsubscribeToken: unsubscribeTokenExample.replace('06uUk', '0vTs2'),
      },
    ],
  },
);

const endedPath = strict({
  subscriptionId: {
    ...subscriptionPath.properties.subscriptionId,
    examples: [bookingSubscriptionExample.id],
  },
});

/** Subscriptions to every kind of event, for those who look after them. */
export async function webhookSubscriptions(app: Routes): Promise<void> {
  app.get(
    '/webhook-subscriptions',
    {
      config,
      schema: {
        operationId: 'listSubscriptions',
        summary: 'List webhook subscriptions',
        description: 'However they were made, newest first; those that were unsubscribed are left out.',
        tags,
        querystring: strict(listQuery),
        response: {
          200: successPage(subscriptionShape, {
            description: 'A page of subscriptions.',
            example: [bookingSubscriptionExample, subscriptionExample],
          }),
          ...failures(),
        },
      },
    },
    async ({ scope, query }) => {
      const { items, nextCursor } = await listSubscriptions(scope, query);
      return envelopedPage(items.map(subscriptionView), nextCursor, scope.clock.now());
    },
  );

  app.post(
    '/webhook-subscriptions',
    {
      config,
      schema: {
        operationId: 'createWebhookSubscription',
        summary: 'Create a webhook subscription',
        description:
          'Has a receiver called with every event of these kinds from now on. Takes every kind of event there is, and shows the secret that calls are signed with. The key also needs the permission to read the records that the events bring.',
        tags,
        body: createBody,
        response: {
          201: success(madeShape, { description: 'The subscription, its secret and its token.' }),
          ...failures(409),
        },
      },
    },
    async ({ scope, apiKey, body }, reply) => {
      const events = body.events as EventType[];
      requireReading(apiKey, events);
      const made = await createWebhookSubscription(scope, { events, targetUrl: body.targetUrl });
      const { subscription, secret, unsubscribeToken } = made;
      reply.code(201);
      return enveloped({ ...subscriptionView(subscription), secret, unsubscribeToken }, scope.clock.now());
    },
  );

  app.get(
    '/webhook-subscriptions/:subscriptionId',
    {
      config,
      schema: {
        operationId: 'getSubscription',
        summary: 'Get a webhook subscription',
        description: 'Also one that ended because its receiver failed or was gone.',
        tags,
        params: subscriptionPath,
        response: {
          200: success(subscriptionShape, { description: 'The subscription.' }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params }) =>
      enveloped(subscriptionView(await getSubscription(scope, params.subscriptionId)), scope.clock.now()),
  );

  app.delete(
    '/webhook-subscriptions/:subscriptionId',
    {
      config,
      schema: {
        operationId: 'endSubscription',
        summary: 'End a webhook subscription',
        description: 'Its receiver is not called any more, and what was not sent yet is dropped.',
        tags,
        params: endedPath,
        response: { 204: noContent('The receiver is not called any more.'), ...failures(404) },
      },
    },
    async ({ scope, params }, reply) => {
      await endSubscription(scope, params.subscriptionId);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/webhook-subscriptions/:subscriptionId/enable',
    {
      config,
      schema: {
        operationId: 'enableSubscription',
        summary: 'Enable a webhook subscription',
        description:
          'Begins anew with a subscription that ended because its receiver failed for days or answered 410. It is told of what happens from now on; replay what it missed. One that has not ended stays as it is.',
        tags,
        params: subscriptionPath,
        response: {
          200: success(subscriptionShape, { description: 'The subscription.' }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params }) =>
      enveloped(subscriptionView(await enableSubscription(scope, params.subscriptionId)), scope.clock.now()),
  );
}
