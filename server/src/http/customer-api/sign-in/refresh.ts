// POST /refresh: the next pair of tokens for a refresh token. Source: Spec, A, POST /refresh.
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { wholeInstance } from '#core/limits/rate-limiter.ts';
import { openScope } from '#core/scope.ts';
import { organizationOfRefreshToken } from '#core/sign-in/session.ts';
import { refreshTokens } from '#core/sign-in/sessions.ts';
import type { CustomerAccess } from '#http/customer-api/authenticate.ts';
import { enveloped, strict, success } from '#http/customer-api/envelope.ts';
import { failures } from '#http/customer-api/errors.ts';
import { tokensShape, tokensView } from '#http/customer-api/sign-in/token-view.ts';
import { keyShape } from '#http/wire/idempotency.ts';
import { sendStandings } from '#http/wire/rate-headers.ts';
import type { Routes } from '#http/wire/request.ts';
import { Fault } from '#kit/fault.ts';

const body = strict(
  {
    refresh_token: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'The refresh token of the last pair.',
    }),
  },
  { examples: [{ refresh_token: 'fdr_0GzqB3kLw9TxYc5VnHs1Qe7RmPjUdXaKbEiWf2Zt4Cy6Lg8Sh0Ov3Nr5MuDp' }] },
);
const actor = { type: 'system' as const, id: 'refresh', name: 'Refresh' };

/** Refreshing. */
export async function refresh(app: Routes, { access }: { access: CustomerAccess }): Promise<void> {
  app.post(
    '/refresh',
    {
      config: { permission: 'none' },
      schema: {
        operationId: 'refreshTokens',
        summary: 'Get the next pair of tokens',
        description:
          'A refresh token works once: store the new one. A second use answers 401, and from ten seconds after the first ends the session. Send an Idempotency-Key to be able to repeat a request whose answer was lost: for a minute it gets the same pair.',
        tags: ['Sign-in'],
        headers: Type.Object({
          'idempotency-key': Type.Optional(
            keyShape('Lets the same exchange be asked for again within a minute.'),
          ),
        }),
        body,
        response: { 200: success(tokensShape, { description: 'The next pair.' }), ...failures() },
      },
    },
    async (request, reply) => {
      const { refresh_token: token } = request.body;
      const organizationId = organizationOfRefreshToken(token);
      const organization = organizationId && (await access.directory.byId(organizationId));
      try {
        if (!organization)
          throw new Fault('unauthenticated', 'token_invalid', 'The refresh token is not valid.');
        request.scope = openScope(access.platform, organization, actor);
        const pair = await refreshTokens(request.scope, token, request.headers['idempotency-key']);
        reply.header('cache-control', 'no-store');
        return enveloped(tokensView(pair));
      } catch (error) {
        if (error instanceof Fault && error.kind === 'unauthenticated')
          await limitFailures(access, request.ip, reply);
        throw error;
      }
    },
  );
}

const failuresLimit = { limit: 30, windowSeconds: 60 };

// Failed calls only: a site's back end refreshes for all its visitors from one address.
async function limitFailures({ limiter }: CustomerAccess, ip: string, reply: FastifyReply): Promise<void> {
  const place = await limiter.take(wholeInstance, { subject: `refresh:${ip}`, ...failuresLimit });
  sendStandings(reply, [{ policy: 'failed-refreshes', ...failuresLimit, ...place }]);
  if (place.allowed) return;
  const sentence = `Too many failed calls. Try again in ${place.resetSeconds} seconds.`;
  throw new Fault('limited', 'rate_limited', sentence, { retryAfterSeconds: place.resetSeconds });
}
