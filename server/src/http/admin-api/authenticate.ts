// Whose key a request to the Admin API carries, how many requests it has left, and whether it may do this.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyRing } from '#core/api-keys/key-ring.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import { openScope, type Platform } from '#core/scope.ts';
import { Fault } from '#kit/fault.ts';

/** What the check needs. */
export interface AdminAccess {
  platform: Platform;
  keyRing: KeyRing;
  limiter: RateLimiter;
  /** Requests of a key in an hour; 0 for no limit. */
  adminRateLimit: number;
}

const windowSeconds = 3600;

/** Checks key, rate limit and permission, in this order, and opens the request's scope. */
export async function authenticate(
  { platform, keyRing, limiter, adminRateLimit }: AdminAccess,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { permission = 'any' } = request.routeOptions.config;
  if (permission === 'none') return;

  const secret = bearerToken(request.headers.authorization);
  const holder = secret === undefined ? undefined : await keyRing.holderOf(secret);
  if (!holder) {
    reply.header('www-authenticate', 'Bearer realm="Admin API"');
    throw secret === undefined ? keyMissing() : keyInvalid();
  }
  const { key, organization } = holder;
  if (adminRateLimit > 0) {
    const limit = { subject: `admin:${key.id}`, limit: adminRateLimit, windowSeconds };
    const standing = await limiter.take(organization.id, limit);
    sendStanding(reply, adminRateLimit, standing.left, standing.resetSeconds);
    if (!standing.allowed) throw rateLimited(adminRateLimit, standing.resetSeconds);
  }
  if (permission !== 'any' && !key.permissions.includes(permission)) {
    throw permissionMissing(permission);
  }
  request.apiKey = key;
  request.scope = openScope(platform, organization, { type: 'api_key', id: key.id, name: key.name });
}

function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : (/^Bearer +(\S+) *$/i.exec(header)?.[1] ?? undefined);
}

// The IETF draft's headers, and the older ones that most clients read.
function sendStanding(reply: FastifyReply, limit: number, left: number, resetSeconds: number): void {
  reply.headers({
    'ratelimit-policy': `"admin";q=${limit};w=${windowSeconds}`,
    ratelimit: `"admin";r=${left};t=${resetSeconds}`,
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': left,
    'x-ratelimit-reset': resetSeconds,
  });
}

/** What a request without a key is answered. */
export function keyMissing(): Fault {
  return new Fault('unauthenticated', 'token_missing', 'Send an API key as Authorization: Bearer <API_KEY>.');
}

/** What a key that opens nothing is answered. */
export function keyInvalid(): Fault {
  return new Fault('unauthenticated', 'api_key_invalid', 'The API key is unknown, expired or revoked.');
}

/** What a key without the permission is answered. */
export function permissionMissing(permission: string): Fault {
  return new Fault('forbidden', 'permission_denied', `This API key lacks the permission ${permission}.`);
}

/** What a key is answered that has used its requests of the hour. */
export function rateLimited(limit: number, resetSeconds: number): Fault {
  return new Fault(
    'limited',
    'rate_limited',
    `This API key has used its ${limit} requests of the hour; the window resets in ${resetSeconds} seconds.`,
    { retryAfterSeconds: resetSeconds },
  );
}
