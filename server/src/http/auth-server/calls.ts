// Turning an HTTP request into a call: whose it is, and handing it to that organization's instance of the library.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ClientDirectory } from '#core/oauth-clients/client-directory.ts';
import { organizationOfClientId } from '#core/oauth-clients/oauth-client.ts';
import type { OrganizationDirectory } from '#core/organizations/organization-directory.ts';
import { openScope, type Platform, type Scope } from '#core/scope.ts';
import type { SessionWatch } from '#core/sign-in/session-watch.ts';
import { decodeUuid, encodeUuid } from '#kit/id.ts';
import { type Call, withinCall } from './call.ts';
import type { Providers } from './providers.ts';

/** What the authorization server stands on. */
export interface AuthServerParts {
  platform: Platform;
  directory: OrganizationDirectory;
  clients: ClientDirectory;
  sessions: SessionWatch;
}

/** The parts with the instances of the library. */
export interface AuthServer extends AuthServerParts {
  providers: Providers;
}

/** Whose call a request is: one of the two, or neither. */
export interface CallNames {
  clientId?: string | undefined;
  organizationId?: string | undefined;
}

const actor = { type: 'system' as const, id: 'auth-server', name: 'Authorization server' };

/** The call that a request makes. A client or organization that does not exist counts as not named. */
export async function callOf(server: AuthServer, request: FastifyRequest, names: CallNames): Promise<Call> {
  const { clientId } = names;
  const organizationId = names.organizationId ?? (clientId ? organizationOfClientId(clientId) : undefined);
  const [scope, client] = await Promise.all([
    organizationId ? scopeOf(server, organizationId) : undefined,
    clientId ? server.clients.byClientId(clientId) : undefined,
  ]);
  const { ip, headers } = request;
  const { limiter } = server.platform.tools;
  return { scope, client, isWhole: false, ip, limiter, userAgent: headers['user-agent'] };
}

/** The organization's id as it stands in a path, or `undefined`. */
export function organizationIn(path: string): string | undefined {
  return decodeUuid(path);
}

/**
 * Hands a request to the library, which writes the answer. `path` is the library's own, with the query. Addresses in
 * answers are made from the issuer alone, whatever the request says it was sent to.
 */
export async function passOn(
  server: AuthServer,
  request: FastifyRequest,
  reply: FastifyReply,
  { call, path, body }: { call: Call; path: string; body?: Buffer | undefined },
): Promise<void> {
  const { handle } = await server.providers.of(call.scope?.organization.id);
  const issuer = new URL(server.platform.tools.urls.issuer);
  const name = call.scope ? encodeUuid(call.scope.organization.id) : 'none';
  const again = body ? withBody(request.raw, body) : request.raw;
  pretend(again.headers, issuer);
  // The library finds the path it is mounted at by comparing the two: paths it makes carry the organization.
  Object.assign(again, { url: path, originalUrl: `${issuer.pathname}/oauth2/at/${name}${path}` });
  reply.hijack();
  for (const [header, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(header, value);
  }
  await withinCall(call, () => handle(again, reply.raw));
}

/** The request with its body to be read once more, since the organization had to be looked for in it. */
function withBody(raw: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, socket, httpVersion, httpVersionMajor, httpVersionMinor } = raw;
  const { 'transfer-encoding': _, ...headers } = { ...raw.headers, 'content-length': String(body.length) };
  const facts = { method, socket, httpVersion, httpVersionMajor, httpVersionMinor, headers };
  return Object.assign(Readable.from([body]), facts) as unknown as IncomingMessage;
}

async function scopeOf(
  { directory, platform }: AuthServer,
  organizationId: string,
): Promise<Scope | undefined> {
  const organization = await directory.byId(organizationId);
  return organization && openScope(platform, organization, actor);
}

function pretend(headers: FastifyRequest['raw']['headers'], issuer: URL): void {
  headers.host = issuer.host;
  headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
  delete headers['x-forwarded-host'];
  delete headers['x-forwarded-for'];
}
