// GET and POST /oauth2/userinfo: the claims of the customer behind an access token.
// Source: Spec, B, UserInfo; OpenID Connect Core, 5.3; RFC 6750.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOriginOf } from '#core/oauth-clients/oauth-client.ts';
import { type AccessTokenClaims, verifyAccessToken } from '#core/sign-in/keys/access-token.ts';
import { isLive, type SessionStanding } from '#core/sign-in/session.ts';
import type { Routes } from '#http/wire/request.ts';
import { Fault } from '#kit/fault.ts';
import type { AuthServer } from './calls.ts';

/** The endpoint. */
export async function userinfo(app: Routes, { server }: { server: AuthServer }): Promise<void> {
  const answer = (request: FastifyRequest, reply: FastifyReply) => answerUserinfo(server, request, reply);
  app.get('/oauth2/userinfo', answer);
  app.post('/oauth2/userinfo', answer);
  app.options('/oauth2/userinfo', async (request, reply) => {
    // Whose page asks is not known before the token is there; the answer itself then goes to that client's pages only.
    const { origin, 'access-control-request-headers': headers } = request.headers;
    if (origin) reply.header('access-control-allow-origin', origin).header('vary', 'Origin');
    if (headers) reply.header('access-control-allow-headers', headers);
    return reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-max-age', '3600')
      .send();
  });
}

async function answerUserinfo(server: AuthServer, request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'no-store').header('vary', 'Origin');
  const { origin } = request.headers;
  try {
    const claims = await readToken(server, tokenOf(request));
    const client = await server.clients.byClientId(claims.client_id ?? '');
    const standing = await server.sessions.standingOf(claims.organization_id, claims.sid);
    if (claims.client_id === undefined || !claims.scope?.split(' ').includes('openid'))
      throw insufficientScope();
    if (!client || !standing || !isGood(standing, claims, server.platform.clock.now())) throw invalidToken();
    if (origin && isOriginOf(client.client, origin)) allow(reply, origin);
    return reply.send(claimsFor(standing, claims.scope.split(' ')));
  } catch (error) {
    const refusal = refusalOf(error);
    // What went wrong is no secret, and a page must be able to see it.
    if (origin) allow(reply, origin);
    reply.code(refusal.status).header('www-authenticate', challengeOf(refusal));
    return reply.send({ error: refusal.error ?? 'invalid_token', error_description: refusal.sentence });
  }
}

/** A refusal as RFC 6750 has it; without a token, it names no error. */
interface Refusal {
  status: 400 | 401 | 403;
  error: string | undefined;
  sentence: string;
}

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.sentence);
    this.refusal = refusal;
  }
}

function tokenOf({ headers, body }: FastifyRequest): string {
  const header = headers.authorization;
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  const field =
    isForm && Buffer.isBuffer(body) ? new URLSearchParams(body.toString()).get('access_token') : null;
  if (header !== undefined && field !== null) {
    throw new Refused({
      status: 400,
      error: 'invalid_request',
      sentence: 'send the token once: in the header or in the form',
    });
  }
  const token = field ?? /^bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  if (!token) throw new Refused({ status: 401, error: undefined, sentence: 'send an access token' });
  return token;
}

function readToken({ platform }: AuthServer, token: string): Promise<AccessTokenClaims> {
  const { signingKeys, urls } = platform.tools;
  return verifyAccessToken(signingKeys, token, { issuer: urls.issuer, now: platform.clock.now() });
}

function isGood({ session, customerStatus }: SessionStanding, claims: AccessTokenClaims, now: Date): boolean {
  return session.accountId === claims.sub && isLive(session, now) && customerStatus !== 'banned';
}

function claimsFor({ session, email, displayName }: SessionStanding, scopes: string[]): object {
  return {
    sub: session.accountId,
    ...(scopes.includes('email') ? { email, email_verified: true } : {}),
    ...(scopes.includes('profile') && displayName ? { name: displayName } : {}),
  };
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal;
  if (error instanceof Fault && error.kind === 'unauthenticated') return invalidToken(error.message).refusal;
  throw error;
}

function invalidToken(sentence = 'The access token is not valid here.'): Refused {
  return new Refused({ status: 401, error: 'invalid_token', sentence });
}

function insufficientScope(): Refused {
  return new Refused({
    status: 403,
    error: 'insufficient_scope',
    sentence: 'The access token lacks the scope openid.',
  });
}

function challengeOf({ error, sentence }: Refusal): string {
  if (!error) return 'Bearer realm="userinfo"';
  const scope = error === 'insufficient_scope' ? ', scope="openid"' : '';
  return `Bearer realm="userinfo", error="${error}", error_description="${sentence}"${scope}`;
}

function allow(reply: FastifyReply, origin: string): void {
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', 'WWW-Authenticate');
}
