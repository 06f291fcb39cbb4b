// The library's instances: one for each organization, made when it is first needed, and made anew when the signing
// keys change. All state is in the database, so an instance can be dropped at any time.
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { wholeInstance } from '#core/limits/rate-limiter.ts';
import { isSecretOf } from '#core/oauth-clients/oauth-client.ts';
import type { Platform, Scope } from '#core/scope.ts';
import { replaceArtifact } from '#core/sign-in/artifacts.ts';
import { endHostedSession } from '#core/sign-in/hosted-sessions.ts';
import type { SigningKey } from '#core/sign-in/keys/signing-keys.ts';
import { openWholeRequest } from '#core/sign-in/whole-request.ts';
import { hmacSha256 } from '#kit/hash.ts';
import { hashesOfText } from './artifact-storage.ts';
import { currentCall, currentScope, type Renewal, withinCall } from './call.ts';
import { providerSettings } from './provider-settings.ts';

/** An instance of the library for one organization. */
export interface ProviderInstance {
  provider: Provider;
  /** Answers a request. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** The instances. */
export interface Providers {
  /** The instance of an organization, or the one for calls that name none. */
  of(organizationId: string | undefined): Promise<ProviderInstance>;
}

const instancesMax = 200;
const failedCallsMax = 30;
const clientRoutes = new Set(['token', 'revocation', 'pushed_authorization_request']);

/** The instances of this process. */
export function openProviders({ tools, log }: Platform): Providers {
  const kept = new LRUCache<string, ProviderInstance>({ max: instancesMax });
  let keptFor = '';

  async function of(organizationId: string | undefined): Promise<ProviderInstance> {
    const keys = await tools.signingKeys.published();
    const kids = keys.map(({ kid }) => kid).join();
    if (kids !== keptFor) kept.clear();
    keptFor = kids;
    const name = organizationId ?? 'none';
    const instance = kept.get(name) ?? make(name, organizationId, keys);
    kept.set(name, instance);
    return instance;
  }

  function make(name: string, organizationId: string | undefined, keys: SigningKey[]) {
    const { issuer } = tools.urls;
    const basePath = new URL(issuer).pathname;
    const cookieKey = hmacSha256(tools.pepper, `auth-server-cookies ${name}`).toString('base64url');
    const provider = new Provider(issuer, providerSettings({ organizationId, basePath, keys, cookieKey }));
    provider.proxy = true;
    compareExactly(provider);
    provider.use((ctx, next) => limitFailedCalls(ctx as KoaContextWithOIDC, next));
    provider.use((ctx, next) => answerWhole(ctx as KoaContextWithOIDC, next));
    provider.on('server_error', (_ctx, error) =>
      log.error({ err: error }, 'The authorization server failed.'),
    );
    (provider as EventEmitter).on('error', (error) =>
      log.error({ err: error }, 'The authorization server failed.'),
    );
    const handle = provider.callback();
    return {
      provider,
      handle: (request: IncomingMessage, response: ServerResponse) => handle(request, response),
    };
  }
  return { of };
}

/** Secrets are kept as hashes, and redirect addresses must match to the letter, ports of this machine too. */
function compareExactly({ Client }: Provider): void {
  Object.assign(Client.prototype, {
    compareClientSecret(this: { clientSecret?: string }, given: string): boolean {
      return isSecretOf(hashesOfText(this.clientSecret ?? ''), given);
    },
    redirectUriAllowed(this: { redirectUris?: string[] }, uri: string): boolean {
      return this.redirectUris?.includes(uri) ?? false;
    },
    postLogoutRedirectUriAllowed(this: { postLogoutRedirectUris?: string[] }, uri: string): boolean {
      return this.postLogoutRedirectUris?.includes(uri) ?? false;
    },
  });
}

/** Past 30 failed calls a minute from one address, further failures are told to wait. */
async function limitFailedCalls(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const isFailure = ctx.status >= 400 && ctx.status < 500 && ctx.status !== 429;
  if (!isFailure || !clientRoutes.has(ctx.oidc?.route ?? '')) return;
  const { limiter, ip } = currentCall();
  const place = await limiter.take(wholeInstance, {
    subject: `refresh:${ip}`,
    limit: failedCallsMax,
    windowSeconds: 60,
  });
  if (place.allowed) return;
  ctx.status = 429;
  ctx.set('retry-after', String(place.resetSeconds));
  ctx.body = {
    error: 'rate_limited',
    error_description: `too many failed calls; try again in ${place.resetSeconds} seconds`,
  };
}

/**
 * Keeps all that a call writes together: the answer goes out after the commit, and a failure of ours leaves everything
 * as it was. A refusal commits, since the revocation of a stolen family must stay.
 */
async function answerWhole(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  const call = currentCall();
  if (!call.isWhole || !call.scope) return next();
  const whole = openWholeRequest(call.scope);
  const renewal: Renewal = {};
  try {
    await withinCall({ ...call, scope: whole.scope, renewal }, async () => {
      await next();
      await endSignedOutSession(ctx);
    });
    if (ctx.status < 400) await storeRenewal(ctx, whole.scope, renewal);
  } catch (error) {
    await whole.rollback();
    throw error;
  }
  if (ctx.status >= 500) await whole.rollback();
  else await whole.commit();
}

/** The last thing of a refresh: what was signed before goes out only if no other use of the token was faster. */
async function storeRenewal(ctx: KoaContextWithOIDC, scope: Scope, { usedId, next }: Renewal): Promise<void> {
  if (!usedId || !next) return;
  if (await replaceArtifact(scope, 'RefreshToken', usedId, next)) return;
  const { error, error_description, statusCode } = new errors.InvalidGrant('used already');
  ctx.status = statusCode;
  ctx.body = { error, error_description };
}

async function endSignedOutSession({ oidc }: KoaContextWithOIDC): Promise<void> {
  const session = oidc?.session as { destroyed?: boolean; uid: string } | undefined;
  if (session?.destroyed) await endHostedSession(currentScope(), session.uid);
}
