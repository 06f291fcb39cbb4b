// The settings of the OpenID Connect library, one set for each organization. What each is about stands in the
// library's documentation; here stands what was chosen. Source: Spec, B and Authentication.
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { accessTokenAudience, accessTokenSeconds } from '#core/sign-in/keys/access-token.ts';
import type { SigningKey } from '#core/sign-in/keys/signing-keys.ts';
import { encodeUuid } from '#kit/id.ts';
import {
  accessTokenClaims,
  accessTokenTimes,
  apiResource,
  findSignedInAccount,
  grantWhatIsAsked,
  scopes,
  secondsLeft,
} from './accounts.ts';
import { artifactStorage } from './artifact-storage.ts';
import { showProviderError, showSignedOut, showSignOut } from './provider-pages.ts';

/** What an organization's settings depend on. */
export interface ProviderInput {
  /** `undefined` for calls that name no organization. */
  organizationId: string | undefined;
  /** Path of the issuer, such as `/api/auth`. */
  basePath: string;
  /** The one that signs first. */
  keys: SigningKey[];
  /** Signs the cookies. */
  cookieKey: string;
}

const codeSeconds = 60;
const interactionSeconds = 1800;
const idTokenSeconds = 36_000;
const anonymousSeconds = 3600;

/** The settings for one organization. */
export function providerSettings({
  organizationId,
  basePath,
  keys,
  cookieKey,
}: ProviderInput): Configuration {
  const name = organizationId ? encodeUuid(organizationId) : 'none';
  const apiServer = {
    scope: scopes.join(' '),
    audience: accessTokenAudience,
    accessTokenTTL: accessTokenSeconds,
    accessTokenFormat: 'jwt' as const,
    jwt: { sign: { alg: 'RS256' as const } },
  };
  return {
    adapter: artifactStorage,
    jwks: { keys: keys.map(({ privateJwk }) => privateJwk) } as never,
    routes: {
      authorization: '/authorize',
      token: '/token',
      revocation: '/revoke',
      pushed_authorization_request: '/par',
      end_session: '/end-session',
    },
    scopes: [...scopes],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    allowOmittingSingleRegisteredRedirectUri: false,
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    pkce: { required: (_ctx, client) => client.clientAuthMethod === 'none' },
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientAuthMethod === 'none' &&
      (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin),
    cookies: {
      keys: [cookieKey],
      names: { session: `cs_${name}`, interaction: 'cs_interaction', resume: 'cs_resume' },
      long: { signed: true, httpOnly: true, sameSite: 'lax', path: basePath },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      userinfo: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => isOwnToken(client, token) },
      pushedAuthorizationRequests: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: showSignOut, postLogoutSuccessSource: showSignedOut },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => apiResource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== apiResource) throw new errors.InvalidTarget();
          return apiServer;
        },
      },
    },
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: codeSeconds,
      IdToken: idTokenSeconds,
      Interaction: interactionSeconds,
      Session: (ctx, session) => secondsLeft(ctx) ?? keptSeconds(session.exp),
      Grant: (ctx) => secondsLeft(ctx) ?? anonymousSeconds,
      RefreshToken: (ctx) => secondsLeft(ctx) ?? anonymousSeconds,
    },
    rotateRefreshToken: true,
    // The customer's session decides, which every use looks up; the library would look the browser's up beside it.
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, _client, source) => source.scopes.has('offline_access'),
    findAccount: findSignedInAccount,
    loadExistingGrant: grantWhatIsAsked,
    extraTokenClaims: (ctx) => ({ ...accessTokenClaims(ctx) }),
    formats: {
      customizers: {
        jwt: (_ctx, _token, parts) => {
          Object.assign(parts.payload, accessTokenTimes());
        },
      },
    },
    interactions: {
      policy: signInPolicy(),
      url: (_ctx, interaction) => `${basePath}/interaction/${name}/${interaction.uid}`,
    },
    // Some clients name an audience, and there is only one. The check of this parameter runs last of all.
    extraParams: { audience: restoreOfflineAccess },
    renderError: showProviderError,
  };
}

/** Asks to sign in where a browser's session has ended or its customer is banned, and never for consent. */
function signInPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  policy.get('consent')!.checks.remove('native_client_prompt');
  policy.get('login')!.checks.add(
    new Check('session_ended', 'The session has ended', 'login_required', ({ oidc }) => {
      return oidc.session?.accountId !== undefined && oidc.account === undefined;
    }),
  );
  return policy;
}

/**
 * Puts offline_access back, which the library drops unless the customer is asked for consent. The customer's own
 * organization's applications need none. With a pushed request only what was pushed counts.
 */
function restoreOfflineAccess(ctx: KoaContextWithOIDC): void {
  const { params, entities } = ctx.oidc;
  const pushed = entities.PushedAuthorizationRequest?.request;
  const sent = pushed ? pushedScope(pushed) : (ctx.method === 'POST' ? ctx.oidc.body : ctx.query)?.scope;
  const held = String(params?.scope ?? '').split(' ');
  if (!params || typeof sent !== 'string' || !sent.split(' ').includes('offline_access')) return;
  if (!held.includes('offline_access')) params.scope = [...held, 'offline_access'].filter(Boolean).join(' ');
}

function isOwnToken(client: { clientId: string }, token: { clientId?: string | undefined }): boolean {
  if (token.clientId !== client.clientId)
    throw new errors.InvalidRequest('the token was issued to another client');
  return true;
}

function pushedScope(request: string): unknown {
  return JSON.parse(Buffer.from(request.split('.')[1] ?? '', 'base64url').toString()).scope;
}

function keptSeconds(expiresAtSeconds: number | undefined): number {
  return expiresAtSeconds ? Math.max(1, expiresAtSeconds - Math.floor(Date.now() / 1000)) : anonymousSeconds;
}
