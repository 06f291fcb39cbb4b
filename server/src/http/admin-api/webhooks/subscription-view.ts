// A webhook subscription and its deliveries as the Admin API shows them.
import { type Static, Type } from 'typebox';
import { eventTypes, publicEventId, subscribableEvents } from '#core/events/event.ts';
import { type Delivery, deliveryStatuses } from '#core/webhooks/delivery.ts';
import { disabledReasons, type Subscription } from '#core/webhooks/subscription.ts';
import { eventExample } from '#http/admin-api/webhooks/event-view.ts';

const moment = (description: string) => Type.String({ format: 'date-time', description });

/** A kind of event, as the contract's subscriptions name it. */
export const subscribableEventShape = Type.Enum([...subscribableEvents], { description: 'A kind of event.' });

/** Any kind of event. */
export const eventTypeShape = Type.Enum([...eventTypes], { description: 'A kind of event.' });

/** The subscription that examples are about. */
export const subscriptionExample = {
  id: '019d4329-5d1c-7b0e-9a44-c2f7e81d6b35',
  events: ['customer.created' as const],
  targetUrl: 'https://hooks.zapier.com/hooks/standard/1234567/0a1b2c3d4e5f',
  createdAt: '2026-03-31T09:11:18.044Z',
};

/** A subscription to more than the contract's kinds. */
export const bookingSubscriptionExample = {
  id: '019d4329-8e02-7c61-b7d5-40a9f1c3e852',
  events: ['booking.confirmed' as const, 'booking.cancelled' as const],
  targetUrl: 'https://hooks.zapier.com/hooks/standard/1234567/5f6e7d8c9b0a',
  createdAt: '2026-03-31T09:14:02.871Z',
};

/** The token that ends the subscription that examples are about. */
export const unsubscribeTokenExample = 'fdu_06uUkWRY2hq3N9oXzV8bTc1ZpGf4LmSe7Ka0Dy5JrQw8Hx6Bn2Ei3Ct9Vg';

/** The path of one subscription. */
export const subscriptionPath = Type.Object(
  {
    subscriptionId: Type.String({
      maxLength: 100,
      description: 'The subscription.',
      examples: [subscriptionExample.id],
    }),
  },
  { additionalProperties: false },
);

/** A secret that examples sign with. */
export const secretExample = 'whsec_Zk3b0sWq1v8uYt5nR2mJ7cXhLd4gPa9eKo6iTfUyVw0=';

/** A subscription. */
export const subscriptionShape = Type.Object(
  {
    id: Type.String({ description: 'Record id.' }),
    events: Type.Array(eventTypeShape, { description: 'What the receiver is told of.' }),
    targetUrl: Type.String({ description: 'Where calls go.' }),
    createdAt: moment('When the subscription was made.'),
    failingSince: Type.Optional(moment('First failed call since the last that succeeded.')),
    previousSecretUntil: Type.Optional(
      moment('Until when the secret before the last rotation signs too; may have passed.'),
    ),
    disabledAt: Type.Optional(moment('When it ended, if it did.')),
    disabledReason: Type.Optional(
      Type.Enum([...disabledReasons], {
        description: '`gone`: the receiver answered 410. `failing`: every call failed for 5 days.',
      }),
    ),
  },
  { title: 'Subscription', examples: [subscriptionExample, bookingSubscriptionExample] },
);

/** A delivery in the log. */
export const deliveryShape = Type.Object(
  {
    eventId: Type.String({ description: 'The event.' }),
    eventType: Type.Optional(Type.String({ description: 'What happened.' })),
    sequence: Type.Integer({ description: 'The event’s sequence number.' }),
    recordId: Type.String({ description: 'The record it happened to.' }),
    status: Type.Enum([...deliveryStatuses], {
      description:
        '`pending`: to be sent, or sent again. `delivered`: a 2xx answer came. `failed`: given up. `dropped`: the subscription ended first.',
    }),
    attempts: Type.Integer({ description: 'How often it was sent.' }),
    nextAttemptAt: Type.Optional(
      moment('When it is sent next; absent while an earlier event of the same record is pending.'),
    ),
    attemptedAt: Type.Optional(moment('When the last attempt ended.')),
    responseStatus: Type.Optional(Type.Integer({ description: 'HTTP status of the last answer.' })),
    responseBody: Type.Optional(Type.String({ description: 'The beginning of the last answer.' })),
    failureReason: Type.Optional(Type.String({ description: 'Why the last attempt failed, for programs.' })),
    failureMessage: Type.Optional(Type.String({ description: 'Why the last attempt failed.' })),
    durationMs: Type.Optional(Type.Integer({ description: 'How long the last attempt took.' })),
    createdAt: moment('When the event happened.'),
  },
  {
    title: 'Delivery',
    examples: [
      {
        eventId: eventExample.id,
        eventType: eventExample.type,
        sequence: eventExample.sequence,
        recordId: eventExample.data.id,
        status: 'pending',
        attempts: 0,
        nextAttemptAt: '2026-03-31T09:12:45.334Z',
        createdAt: eventExample.timestamp,
      },
    ],
  },
);

/** What `subscriptionShape` describes. */
export function subscriptionView(subscription: Subscription): Static<typeof subscriptionShape> {
  return {
    id: subscription.id,
    events: subscription.events,
    targetUrl: subscription.targetUrl,
    createdAt: subscription.createdAt.toISOString(),
    failingSince: subscription.failingSince?.toISOString(),
    previousSecretUntil: subscription.previousSecretUntil?.toISOString(),
    disabledAt: subscription.disabledAt?.toISOString(),
    disabledReason: subscription.disabledReason,
  };
}

/** What `deliveryShape` describes. */
export function deliveryView(delivery: Delivery): Static<typeof deliveryShape> {
  return {
    eventId: publicEventId(delivery.eventId),
    eventType: delivery.eventType,
    sequence: delivery.sequence,
    recordId: delivery.recordId,
    status: delivery.status,
    attempts: delivery.attempts,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString(),
    attemptedAt: delivery.attemptedAt?.toISOString(),
    responseStatus: delivery.responseStatus,
    responseBody: delivery.responseBody,
    failureReason: delivery.failureReason,
    failureMessage: delivery.failureMessage,
    durationMs: delivery.durationMs,
    createdAt: delivery.createdAt.toISOString(),
  };
}
