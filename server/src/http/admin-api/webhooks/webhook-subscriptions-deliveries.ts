// GET /webhook-subscriptions/{subscriptionId}/deliveries, POST …/deliveries/{eventId}/replay: the delivery log, and
// sending an entry of it once more. Decisions: docs/decisions/0006.
import { Type } from 'typebox';
import { readPublicEventId } from '#core/events/event.ts';
import { listDeliveries } from '#core/webhooks/deliveries.ts';
import { replayDelivery } from '#core/webhooks/replays.ts';
import {
  enveloped,
  envelopedPage,
  listQuery,
  strict,
  success,
  successPage,
} from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import { eventExample } from '#http/admin-api/webhooks/event-view.ts';
import { deliveryShape, deliveryView, subscriptionPath } from '#http/admin-api/webhooks/subscription-view.ts';
import type { Routes } from '#http/wire/request.ts';

const deliveryPath = strict({
  ...subscriptionPath.properties,
  eventId: Type.String({
    maxLength: 100,
    description: 'The event, as calls and the log name it.',
    examples: [eventExample.id],
  }),
});

/** What was sent to a subscription's receiver, and what came of it. */
export async function webhookSubscriptionsDeliveries(app: Routes): Promise<void> {
  app.get(
    '/webhook-subscriptions/:subscriptionId/deliveries',
    {
      config: { permission: 'subscriptions:manage' },
      schema: {
        operationId: 'listDeliveries',
        summary: 'List deliveries',
        description: 'What a subscription’s receiver was sent in the last 30 days, latest event first.',
        tags: ['Webhooks'],
        params: subscriptionPath,
        querystring: strict(listQuery),
        response: {
          200: successPage(deliveryShape, { description: 'A page of deliveries.' }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params, query }) => {
      const { items, nextCursor } = await listDeliveries(scope, params.subscriptionId, query);
      return envelopedPage(items.map(deliveryView), nextCursor, scope.clock.now());
    },
  );

  app.post(
    '/webhook-subscriptions/:subscriptionId/deliveries/:eventId/replay',
    {
      config: { permission: 'subscriptions:manage' },
      schema: {
        operationId: 'replayDelivery',
        summary: 'Replay a delivery',
        description:
          'Sends an event once more, with the same `webhook-id` and the same body, and with all its attempts anew; also one of the subscription’s kinds that it was never sent. An event that is on its way already is not sent twice.',
        tags: ['Webhooks'],
        params: deliveryPath,
        response: {
          200: success(deliveryShape, { description: 'The delivery, on its way.' }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params }) => {
      const eventId = readPublicEventId(params.eventId);
      const delivery = await replayDelivery(scope, params.subscriptionId, eventId);
      return enveloped(deliveryView(delivery), scope.clock.now());
    },
  );
}
