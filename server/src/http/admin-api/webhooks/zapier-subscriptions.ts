// POST /zapier/subscriptions, DELETE /zapier/subscriptions/{subscriptionId}: to the letter of the contract. Everything
// else about subscriptions is in webhook-subscriptions.ts. Source: Spec, C, Subscriptions.
import { Type } from 'typebox';
import type { SubscribableEvent } from '#core/events/event.ts';
import { createSubscription, deleteSubscription, invalidToken } from '#core/webhooks/subscriptions.ts';
import type { AdminAccess } from '#http/admin-api/authenticate.ts';
import { enveloped, strict, success } from '#http/admin-api/envelope.ts';
import { exampleFailure, failure, failures } from '#http/admin-api/errors.ts';
import { requireReading } from '#http/admin-api/webhooks/event-permissions.ts';
import {
  subscribableEventShape,
  subscriptionExample,
  subscriptionPath,
  unsubscribeTokenExample as tokenExample,
} from '#http/admin-api/webhooks/subscription-view.ts';
import {
  openUnsubscribeAccess,
  tokenHeader,
  tokenMissing,
  tooManyFailures,
} from '#http/admin-api/webhooks/unsubscribe-token.ts';
import type { Routes } from '#http/wire/request.ts';

const tags = ['Webhooks'];

const createBody = strict(
  {
    event: subscribableEventShape,
    events: Type.Optional(
      Type.Array(subscribableEventShape, {
        minItems: 1,
        maxItems: 20,
        description: 'Further kinds, told in the same way.',
      }),
    ),
    targetUrl: Type.String({
      format: 'uri',
      maxLength: 2048,
      description: 'An https address of its own at one of the hosts that calls may go to.',
    }),
  },
  { examples: [{ event: 'customer.created', targetUrl: subscriptionExample.targetUrl }] },
);

const createdShape = Type.Object(
  {
    id: Type.String({ description: 'Record id of the subscription.' }),
    unsubscribeToken: Type.String({ description: 'Ends the subscription; shown only here.' }),
  },
  {
    title: 'CreatedSubscription',
    examples: [{ id: subscriptionExample.id, unsubscribeToken: tokenExample }],
  },
);

const deletedShape = Type.Object(
  { id: Type.String({ description: 'The subscription.' }), deleted: Type.Literal(true) },
  { title: 'DeletedSubscription', examples: [{ id: subscriptionExample.id, deleted: true }] },
);

const deleteFailures = {
  ...failures(404),
  401: failure({
    description: 'The token is missing, or is not the one that the subscription was made with.',
    examples: {
      token_missing: { summary: 'No token', value: exampleFailure(tokenMissing()) },
      unsubscribe_token_invalid: { summary: 'Another token', value: exampleFailure(invalidToken()) },
    },
  }),
  429: failure({
    description: 'Too many of these calls have failed in this minute.',
    example: exampleFailure(tooManyFailures(42)),
  }),
};

/** Subscriptions to events, as automation platforms make and end them. */
export async function zapierSubscriptions(app: Routes, { parts }: { parts: AdminAccess }): Promise<void> {
  const unsubscribeAccess = openUnsubscribeAccess(parts);

  app.post(
    '/zapier/subscriptions',
    {
      config: { permission: 'subscriptions:manage' },
      schema: {
        operationId: 'createSubscription',
        summary: 'Create a subscription',
        description:
          'Has a receiver called with every event of these kinds from now on. An address can be used by one subscription of the organization at a time. The key also needs the permission to read the records that the events bring. For other kinds of events see POST /webhook-subscriptions.',
        tags,
        body: createBody,
        response: {
          201: success(createdShape, { description: 'The subscription’s id and the token that ends it.' }),
          ...failures(409),
        },
      },
    },
    async ({ scope, apiKey, body }, reply) => {
      const event = body.event as SubscribableEvent;
      const events = (body.events ?? []) as SubscribableEvent[];
      requireReading(apiKey, [event, ...events]);
      const wanted = { event, events, targetUrl: body.targetUrl };
      const { subscription, unsubscribeToken } = await createSubscription(scope, wanted);
      reply.code(201);
      return enveloped({ id: subscription.id, unsubscribeToken }, scope.clock.now());
    },
  );

  app.delete(
    '/zapier/subscriptions/:subscriptionId',
    {
      config: { permission: 'none' },
      onRequest: unsubscribeAccess.authenticate,
      schema: {
        operationId: 'deleteSubscription',
        summary: 'Delete a subscription',
        description: 'Needs no API key: the token that the subscription was made with ends it.',
        tags,
        params: subscriptionPath,
        headers: Type.Object({
          [tokenHeader]: Type.String({
            description: 'The token that came with the subscription.',
            examples: [tokenExample],
          }),
        }),
        response: {
          200: success(deletedShape, { description: 'The receiver is not called any more.' }),
          ...deleteFailures,
        },
      },
    },
    async ({ scope, params, headers }, reply) => {
      const id = params.subscriptionId;
      await unsubscribeAccess.guard(scope, reply, () => deleteSubscription(scope, id, headers[tokenHeader]));
      return enveloped({ id, deleted: true as const }, scope.clock.now());
    },
  );
}
