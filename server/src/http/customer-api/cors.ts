// Which web pages may read the Customer API's answers: those whose origin a public key of the organization names, and
// those that a single-page application sends its customers back to, with that application's tokens (G-026).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOriginOf } from '#core/oauth-clients/oauth-client.ts';
import type { CustomerAccess } from '#http/customer-api/authenticate.ts';

const exposedHeaders = [
  'X-Request-Id',
  'X-Error-Code',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
].join(', ');

/**
 * Answers preflights, and lets pages of allowed origins read answers. A preflight carries no credential, so nobody
 * knows yet whose origins count: it is granted, and the answer itself stays unreadable unless the origin is allowed.
 * No cookies are involved, so nothing is sent on a visitor's behalf.
 */
export function allowOrigins(app: FastifyInstance, { publicKeys }: CustomerAccess): void {
  app.options('/*', { config: { permission: 'none', undocumented: true } }, async (request, reply) => {
    const { origin } = request.headers;
    reply.header('vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
    if (origin) {
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
        'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, X-Public-Key',
        'access-control-max-age': '600',
      });
    }
    return reply.code(204).send();
  });

  app.addHook('onSend', async (request, reply) => {
    const { origin } = request.headers;
    if (request.method === 'OPTIONS' || !origin) return;
    reply.header('vary', 'Origin');
    if (isReadableByAll(request) || isOwnPage(request, origin)) letRead(reply, origin);
    else if (await publicKeys.allowsOrigin(request.scope.organization.id, origin)) letRead(reply, origin);
  });
}

// A refusal before anybody knows the organization tells nothing but what the caller did wrong.
function isReadableByAll({ scope, routeOptions }: FastifyRequest): boolean {
  return scope === undefined || scope === null || routeOptions.config.undocumented === true;
}

/** Whether the page is of the application whose token it sent. One with a server has no pages that hold its tokens. */
function isOwnPage({ oauthClient }: FastifyRequest, origin: string): boolean {
  return oauthClient?.isPublic === true && isOriginOf(oauthClient, origin);
}

function letRead(reply: FastifyReply, origin: string): void {
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposedHeaders);
}
