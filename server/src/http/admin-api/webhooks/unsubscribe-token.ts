// The credential of the subscription delete: the token that the subscription was made with, in a header of its own.
// Source: Spec, Authentication, Admin API.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openDirectory } from '#core/organizations/organization-directory.ts';
import { openScope, type Scope } from '#core/scope.ts';
import { organizationOfToken } from '#core/webhooks/subscription.ts';
import { invalidToken } from '#core/webhooks/subscriptions.ts';
import type { AdminAccess } from '#http/admin-api/authenticate.ts';
import { sendStandings } from '#http/wire/rate-headers.ts';
import { Fault } from '#kit/fault.ts';

/** The header that carries the token. */
export const tokenHeader = 'x-service-unsubscribe-token';

/** The check of the token. */
export interface UnsubscribeAccess {
  /** Opens the scope of the organization that the token names. Whether it fits the subscription is for the operation. */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Runs the operation; of those that fail, only so many a minute in an organization get their own answer. */
  guard<T>(scope: Scope, reply: FastifyReply, work: () => Promise<T>): Promise<T>;
}

const failuresLimit = { subject: 'unsubscribe-failures', limit: 30, windowSeconds: 60 };
const challenge = 'UnsubscribeToken realm="Admin API"';

/** The check of unsubscribe tokens. */
export function openUnsubscribeAccess({ platform, limiter }: AdminAccess): UnsubscribeAccess {
  const directory = openDirectory(platform);
  return {
    async authenticate(request, reply) {
      const token = request.headers[tokenHeader];
      const organizationId = typeof token === 'string' ? organizationOfToken(token) : undefined;
      const organization = organizationId && (await directory.byId(organizationId));
      if (!organization) {
        reply.header('www-authenticate', challenge);
        throw token === undefined ? tokenMissing() : invalidToken();
      }
      const actor = { type: 'system', id: 'unsubscribe-token', name: 'Unsubscribe token' } as const;
      request.scope = openScope(platform, organization, actor);
    },
    async guard(scope, reply, work) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        const place = await limiter.take(scope.organization.id, failuresLimit);
        sendStandings(reply, [{ policy: failuresLimit.subject, ...failuresLimit, ...place }]);
        if (!place.allowed) throw tooManyFailures(place.resetSeconds);
        if (error.kind === 'unauthenticated') reply.header('www-authenticate', challenge);
        throw error;
      }
    },
  };
}

/** No token came. */
export function tokenMissing(): Fault {
  const sentence = 'Send the token that the subscription was made with as X-Service-Unsubscribe-Token.';
  return new Fault('unauthenticated', 'token_missing', sentence);
}

/** Too many calls failed. */
export function tooManyFailures(resetSeconds: number): Fault {
  const sentence = `Too many of these calls have failed; try again in ${resetSeconds} seconds.`;
  return new Fault('limited', 'rate_limited', sentence, { retryAfterSeconds: resetSeconds });
}
