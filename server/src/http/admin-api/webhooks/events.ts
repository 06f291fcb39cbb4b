// GET /events: what happened, in order, to catch up with what webhooks did not bring. Decisions: docs/decisions/0006.
import { Type } from 'typebox';
import { listEvents } from '#core/events/events.ts';
import { envelopedPage, listQuery, strict, successPage } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import { eventExample, eventShape, eventView } from '#http/admin-api/webhooks/event-view.ts';
import type { Routes } from '#http/wire/request.ts';

/** The organization's events. */
export async function events(app: Routes): Promise<void> {
  app.get(
    '/events',
    {
      config: { permission: 'events:read' },
      schema: {
        operationId: 'listEvents',
        summary: 'List events',
        description:
          'What happened in the last 30 days, oldest first, as webhooks send it. Pass the `sequence` of the last event you have as `after`; no number below it appears later. The events hold whole records, whatever else the key may read.',
        tags: ['Webhooks'],
        querystring: strict(
          {
            after: Type.Integer({
              minimum: 0,
              maximum: Number.MAX_SAFE_INTEGER,
              default: 0,
              description: 'Only events after this sequence number: `nextCursor` of the previous page.',
            }),
            limit: listQuery.limit,
          },
          { examples: [{ after: 0, limit: 1 }] },
        ),
        response: {
          200: successPage(eventShape, {
            description: 'A page of events.',
            example: [eventExample],
            nextCursor: String(eventExample.sequence),
          }),
          ...failures(),
        },
      },
    },
    async ({ scope, query }) => {
      const page = await listEvents(scope, query);
      const views = page.events.map((event) => eventView(scope.organization.id, event));
      const nextCursor = page.hasMore ? String(views.at(-1)!.sequence) : undefined;
      return envelopedPage(views, nextCursor, scope.clock.now());
    },
  );
}
