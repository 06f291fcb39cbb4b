// POST /webhook-subscriptions/{subscriptionId}/replay: sends a stretch of events once more. Source: G-132.
import { Type } from 'typebox';
import { replayEvents } from '#core/webhooks/replays.ts';
import { enveloped, strict, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import { subscriptionPath } from '#http/admin-api/webhooks/subscription-view.ts';
import type { Routes } from '#http/wire/request.ts';

const sequence = (description: string) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });

const replayBody = strict(
  {
    after: sequence('Only events after this sequence number: the last one the receiver has, or 0.'),
    upTo: Type.Optional(sequence('Only events up to and with this one; without, up to the latest.')),
  },
  { examples: [{ after: 0 }] },
);

const replayShape = Type.Object(
  {
    replayed: Type.Integer({ description: 'How many events are on their way now that were not before.' }),
    lastSequence: Type.Integer({ description: 'The last event that was looked at.' }),
    hasMore: Type.Boolean({
      description: 'Whether events of the stretch are left: call again with `lastSequence` as `after`.',
    }),
  },
  { title: 'Replay', examples: [{ replayed: 0, lastSequence: 1, hasMore: false }] },
);

/** Sending once more what a receiver has missed or lost. */
export async function webhookSubscriptionsReplay(app: Routes): Promise<void> {
  app.post(
    '/webhook-subscriptions/:subscriptionId/replay',
    {
      config: { permission: 'subscriptions:manage' },
      schema: {
        operationId: 'replayEvents',
        summary: 'Replay events',
        description:
          'Sends the events after a sequence number once more, as far as they are of the subscription’s kinds: those that were delivered, given up or dropped, and those it was never sent. Each has the same `webhook-id` and the same body as before. One call looks at up to 1,000 events; what is on its way already is not sent twice, so a call may be repeated.',
        tags: ['Webhooks'],
        params: subscriptionPath,
        body: replayBody,
        response: {
          200: success(replayShape, { description: 'How far the replay has come.' }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, body }) =>
      enveloped(await replayEvents(scope, params.subscriptionId, body), scope.clock.now()),
  );
}
