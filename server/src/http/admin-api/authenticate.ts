// Whose key a request to the Admin API carries, how many requests it has left, and whether it may do this.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKey, Permission } from '#core/api-keys/api-key.ts';
import type { KeyRing } from '#core/api-keys/key-ring.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import { openScope, type Platform } from '#core/scope.ts';
import { sendStandings } from '#http/wire/rate-headers.ts';
import { Fault } from '#kit/fault.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key the request carries. */
    apiKey: ApiKey;
  }
}

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
    sendStandings(reply, [{ policy: 'admin', limit: adminRateLimit, windowSeconds, ...standing }]);
    if (!standing.allowed) throw rateLimited(adminRateLimit, standing.resetSeconds);
  }
  if (permission !== 'any') requirePermission(key, permission);
  request.apiKey = key;
  request.scope = openScope(platform, organization, { type: 'api_key', id: key.id, name: key.name });
}

/** Throws `permission_denied`, naming the permission, unless the key has it. */
export function requirePermission(key: ApiKey, permission: Permission): void {
  if (!key.permissions.includes(permission)) throw permissionMissing(permission);
}

function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : (/^Bearer +(\S+) *$/i.exec(header)?.[1] ?? undefined);
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
