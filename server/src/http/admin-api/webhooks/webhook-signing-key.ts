// GET /webhook-signing-key: the public key that webhooks are signed with. Decisions: docs/decisions/0006.
import { Type } from 'typebox';
import { getWebhookSigningKey } from '#core/webhooks/signing-key.ts';
import type { AdminAccess } from '#http/admin-api/authenticate.ts';
import { enveloped, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

const keyShape = Type.Object(
  {
    algorithm: Type.Literal('ed25519', { description: 'What `v1a` signatures are made with.' }),
    publicKey: Type.String({ description: '`whpk_` and the 32 bytes of the key in base64.' }),
  },
  {
    title: 'WebhookSigningKey',
    examples: [
      { algorithm: 'ed25519' as const, publicKey: 'whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=' },
    ],
  },
);

/** The key of this instance. */
export async function webhookSigningKey(app: Routes, { parts }: { parts: AdminAccess }): Promise<void> {
  const { clock, tools } = parts.platform;
  // Asked without a credential, so the rate limit and its failures are not for it.
  const { 401: _unauthorized, 429: _rateLimited, ...rest } = failures();

  app.get(
    '/webhook-signing-key',
    {
      config: { permission: 'none' },
      schema: {
        operationId: 'getWebhookSigningKey',
        summary: 'Get the webhook signing key',
        description:
          'The public key of this server, with which receivers verify the `v1a` signatures of webhooks.',
        tags: ['Webhooks'],
        response: { 200: success(keyShape, { description: 'The key.' }), ...rest },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300');
      return enveloped(await getWebhookSigningKey(tools), clock.now());
    },
  );
}
