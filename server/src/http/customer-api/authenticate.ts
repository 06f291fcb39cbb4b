// Who asks the Customer API: the customer behind an access token, or the organization behind a public key.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RateLimiter, wholeInstance } from '#core/limits/rate-limiter.ts';
import type { ClientDirectory } from '#core/oauth-clients/client-directory.ts';
import type { OAuthClient } from '#core/oauth-clients/oauth-client.ts';
import type { OrganizationDirectory } from '#core/organizations/organization-directory.ts';
import type { PublicKeyRing } from '#core/public-keys/public-key-ring.ts';
import { openScope, type Platform, type Scope } from '#core/scope.ts';
import { verifyAccessToken } from '#core/sign-in/keys/access-token.ts';
import type { SessionStanding } from '#core/sign-in/session.ts';
import type { SessionWatch } from '#core/sign-in/session-watch.ts';
import { checkStanding } from '#core/sign-in/sessions.ts';
import { sendStandings } from '#http/wire/rate-headers.ts';
import { Fault } from '#kit/fault.ts';

/** What telling callers apart needs. */
export interface CustomerAccess {
  platform: Platform;
  limiter: RateLimiter;
  sessions: SessionWatch;
  directory: OrganizationDirectory;
  publicKeys: PublicKeyRing;
  clients: ClientDirectory;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the session of the signed-in customer stands. */
    standing: SessionStanding;
    /** The application whose access token this is; `undefined` for tokens of the API's own sign-in. */
    oauthClient: OAuthClient | undefined;
  }
}

const customerLimit = { limit: 600, windowSeconds: 300, untold: 60 };
const strangerLimit = { limit: 60, windowSeconds: 60 };

/** Checks token, session, customer and limit, and opens the request's scope. */
export async function authenticateCustomer(
  access: CustomerAccess,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { permission = 'any', tokenOptional } = request.routeOptions.config;
  if (permission === 'none' || (tokenOptional && request.headers.authorization === undefined)) return;
  try {
    await openCustomerScope(access, request);
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'unauthenticated') throw error;
    reply.header('www-authenticate', 'Bearer realm="Customer API", error="invalid_token"');
    await limitStranger(access, request, reply, error);
  }
  const { scope, standing } = request;
  const limit = { subject: `customer:${standing.session.accountId}`, ...customerLimit };
  const place = await access.limiter.take(scope.organization.id, limit);
  sendStandings(reply, [{ policy: 'customer', ...customerLimit, ...place }]);
  if (!place.allowed) throw tooMany(place.resetSeconds);
}

/** The scope of a request that names its organization by a public key. Throws `api_key_invalid`, `origin_not_allowed`. */
export async function publicScope(access: CustomerAccess, request: FastifyRequest): Promise<Scope> {
  const { publicKey } = (request.body ?? {}) as { publicKey?: string };
  const header = request.headers['x-public-key'];
  const key = publicKey ?? (typeof header === 'string' ? header : undefined);
  if (key === undefined) {
    const sentence = 'Send the public key of the organization as publicKey or in the header X-Public-Key.';
    throw new Fault('unauthenticated', 'token_missing', sentence);
  }
  const organization = await access.publicKeys.organizationFor(key, request.headers.origin);
  return openScope(access.platform, organization, { type: 'public_key', id: key, name: 'Public key' });
}

/** A failed call without a valid token, counted: past 60 a minute from one address, it is told so. Always throws. */
export async function limitStranger(
  access: CustomerAccess,
  request: FastifyRequest,
  reply: FastifyReply,
  fault: Fault,
): Promise<never> {
  const place = await access.limiter.take(wholeInstance, {
    subject: `stranger:${request.ip}`,
    ...strangerLimit,
  });
  sendStandings(reply, [{ policy: 'no-token', ...strangerLimit, ...place }]);
  throw place.allowed ? fault : tooMany(place.resetSeconds);
}

async function openCustomerScope(access: CustomerAccess, request: FastifyRequest) {
  const { platform, sessions, directory, clients } = access;
  const header = request.headers.authorization;
  const token = header === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(header)?.[1];
  if (!token) {
    const sentence = 'Send an access token as Authorization: Bearer <ACCESS_TOKEN>.';
    throw new Fault('unauthenticated', 'token_missing', sentence);
  }
  const { signingKeys, urls } = platform.tools;
  const now = platform.clock.now();
  const claims = await verifyAccessToken(signingKeys, token, { issuer: urls.issuer, now });
  const [organization, standing, client] = await Promise.all([
    directory.byId(claims.organization_id),
    sessions.standingOf(claims.organization_id, claims.sid),
    claims.client_id === undefined ? 'none' : clients.byClientId(claims.client_id),
  ]);
  if (!organization || !standing || !client || standing.session.accountId !== claims.sub) {
    throw new Fault('unauthenticated', 'token_invalid', 'The access token is not valid here.');
  }
  const id = standing.customerId ?? standing.session.accountId;
  const scope = openScope(platform, organization, { type: 'customer', id, name: 'Customer' });
  checkStanding(standing, scope);
  request.scope = scope;
  request.standing = standing;
  request.oauthClient = typeof client === 'object' ? client.client : undefined;
}

function tooMany(resetSeconds: number): Fault {
  const sentence = `Too many requests. Try again in ${resetSeconds} seconds.`;
  return new Fault('limited', 'rate_limited', sentence, { retryAfterSeconds: resetSeconds });
}
