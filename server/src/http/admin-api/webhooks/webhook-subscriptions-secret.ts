// POST /webhook-subscriptions/{subscriptionId}/secret/rotate, DELETE …/secret/previous: the secret that calls are signed
// with (`v1`). Source: G-131.
import { Type } from 'typebox';
import { endPreviousSecret, rotateSecret } from '#core/webhooks/subscription-secrets.ts';
import { enveloped, noContent, strict, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import { secretExample, subscriptionPath } from '#http/admin-api/webhooks/subscription-view.ts';
import type { Routes } from '#http/wire/request.ts';

const tags = ['Webhooks'];

const rotateBody = strict(
  {
    endsPrevious: Type.Optional(
      Type.Boolean({
        description: 'Ends the secret before at once, for one that leaked; otherwise it ends after a day.',
      }),
    ),
  },
  { examples: [{ endsPrevious: false }] },
);

const newSecretShape = Type.Object(
  {
    secret: Type.String({ description: 'The new secret, as receivers enter it; shown only here.' }),
    previousSecretUntil: Type.Optional(
      Type.String({ format: 'date-time', description: 'Until when the secret before signs too.' }),
    ),
  },
  {
    title: 'NewSecret',
    examples: [{ secret: secretExample, previousSecretUntil: '2026-04-01T09:12:45.310Z' }],
  },
);

/** The secret of a subscription. */
export async function webhookSubscriptionsSecret(app: Routes): Promise<void> {
  app.post(
    '/webhook-subscriptions/:subscriptionId/secret/rotate',
    {
      config: { permission: 'subscriptions:manage' },
      schema: {
        operationId: 'rotateSecret',
        summary: 'Rotate the secret',
        description:
          'Gives a subscription a new secret. For a day its calls carry a signature by each of the two, so the receiver can change over at any time.',
        tags,
        params: subscriptionPath,
        body: rotateBody,
        response: { 200: success(newSecretShape, { description: 'The new secret.' }), ...failures(404) },
      },
    },
    async ({ scope, params, body }) => {
      const { secret, previousSecretUntil } = await rotateSecret(scope, params.subscriptionId, body);
      const view = { secret, previousSecretUntil: previousSecretUntil?.toISOString() };
      return enveloped(view, scope.clock.now());
    },
  );

  app.delete(
    '/webhook-subscriptions/:subscriptionId/secret/previous',
    {
      config: { permission: 'subscriptions:manage' },
      schema: {
        operationId: 'endPreviousSecret',
        summary: 'End the previous secret',
        description:
          'Ends a rotation before its day is over: calls carry the signature by the new secret only.',
        tags,
        params: subscriptionPath,
        response: { 204: noContent('The secret before signs no more.'), ...failures(404) },
      },
    },
    async ({ scope, params }, reply) => {
      await endPreviousSecret(scope, params.subscriptionId);
      return reply.code(204).send(null);
    },
  );
}
