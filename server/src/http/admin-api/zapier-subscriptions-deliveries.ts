// GET /zapier/subscriptions/{subscriptionId}/deliveries: the delivery log. Decisions: docs/decisions/0006.
import { listDeliveries } from '#core/webhooks/deliveries.ts';
import { envelopedPage, listQuery, strict, successPage } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import { deliveryShape, deliveryView } from '#http/admin-api/subscription-view.ts';
import { subscriptionPath } from '#http/admin-api/zapier-subscriptions.ts';
import type { Routes } from '#http/wire/request.ts';

/** What was sent to a subscription's receiver, and what came of it. */
export async function zapierSubscriptionsDeliveries(app: Routes): Promise<void> {
  app.get(
    '/zapier/subscriptions/:subscriptionId/deliveries',
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
}
