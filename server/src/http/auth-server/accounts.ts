// Who has signed in, as the library asks: the account behind a browser session or a token, what is granted to an
// application, and how long all of it lives. One thing decides: the customer's session.
import { type Account, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { countRefreshesInMinute } from '#core/sign-in/artifacts.ts';
import { beginHostedSession, findHostedSession } from '#core/sign-in/hosted-sessions.ts';
import { type AccessTokenClaims, accessTokenSeconds } from '#core/sign-in/keys/access-token.ts';
import type { SessionStanding } from '#core/sign-in/session.ts';
import { currentCall, currentScope } from './call.ts';

/** The one API that tokens are for, as a resource indicator: RFC 8707 wants a URI. */
export const apiResource = 'urn:service-client-api';
/** What applications can ask for. Source: Spec, Authentication, Authorization server. */
export const scopes = ['openid', 'profile', 'email', 'offline_access'] as const;

/** A second use of a refresh token within this time is a lost race, not a theft. */
const leewaySeconds = 10;
const refreshesInMinuteMax = 10;

interface StandingAccount extends Account {
  standing: SessionStanding;
}

/** The part of a token that tells where it came from. */
interface TokenOrigin {
  kind: string;
  sessionUid?: string | undefined;
  grantId?: string | undefined;
  consumed?: unknown;
}

/**
 * The account of the browser's session, or of the session a code or refresh token came out of. `undefined` when that
 * session has ended or its customer is banned.
 */
export async function findSignedInAccount(
  ctx: KoaContextWithOIDC,
  accountId: string,
  token?: TokenOrigin,
): Promise<Account | undefined> {
  if (!token && ctx.oidc.result?.login?.accountId === accountId)
    return accountOf(await beginSession(ctx, accountId));
  const uid = token ? token.sessionUid : ctx.oidc.session?.uid;
  const [standing] = await Promise.all([
    uid ? findHostedSession(currentScope(), uid) : undefined,
    token?.kind === 'RefreshToken' ? checkRefresh(ctx, token) : undefined,
  ]);
  return standing?.session.accountId === accountId ? accountOf(standing) : undefined;
}

/** Grants a customer's own organization's application what it asks for: there is nothing to consent to. */
export async function grantWhatIsAsked(ctx: KoaContextWithOIDC) {
  const { session, client, account, provider } = ctx.oidc;
  const known = session?.grantIdFor(client!.clientId);
  const kept = known ? await provider.Grant.find(known) : undefined;
  const isOwn = kept?.accountId === account!.accountId && kept.clientId === client!.clientId;
  const grant = isOwn
    ? kept
    : new provider.Grant({ accountId: account!.accountId, clientId: client!.clientId });

  const asked = [...ctx.oidc.requestParamScopes]
    .filter((name) => scopes.some((scope) => scope === name))
    .join(' ');
  const held = new Set(grant.getOIDCScope().split(' '));
  const isNews =
    !isOwn || ctx.oidc.result?.login !== undefined || asked.split(' ').some((name) => !held.has(name));
  if (!isNews) return grant;
  grant.addOIDCScope(asked);
  grant.addResourceScope(apiResource, asked);
  // Reckoned anew from the session, which a sign-in may have prolonged.
  Object.assign(grant, { exp: undefined });
  await grant.save();
  return grant;
}

/** The claims of an access token beside those the library sets. Source: Spec, Authentication, Token facts. */
export function accessTokenClaims(
  ctx: KoaContextWithOIDC,
): Omit<AccessTokenClaims, 'sub' | 'iss' | 'aud' | 'exp' | 'iat'> {
  const { session, email, customerId, customerNumber } = standingOf(ctx)!;
  return {
    email,
    token_source: 'oauth',
    organization_id: currentScope().organization.id,
    org_customer_id: customerId,
    customer_number: customerNumber,
    sid: session.id,
  };
}

/** When an access token was issued and when it ends, in Unix seconds, by the house's clock. */
export function accessTokenTimes(): { iat: number; exp: number } {
  const iat = Math.floor(currentScope().clock.now().getTime() / 1000);
  return { iat, exp: iat + accessTokenSeconds };
}

/** Seconds until the session of the current call ends, at least 1; `undefined` while nobody has signed in. */
export function secondsLeft(ctx: KoaContextWithOIDC): number | undefined {
  const standing = standingOf(ctx);
  if (!standing) return undefined;
  const leftMs = standing.session.expiresAt.getTime() - currentScope().clock.now().getTime();
  return Math.max(1, Math.floor(leftMs / 1000));
}

async function beginSession(
  ctx: KoaContextWithOIDC,
  accountId: string,
): Promise<SessionStanding | undefined> {
  const session = ctx.oidc.session!;
  const { ip, userAgent } = currentCall();
  const origin = { ip, userAgent };
  const standing = await beginHostedSession(currentScope(), { accountId, providerUid: session.uid, origin });
  const uid = standing?.session.providerUid;
  if (uid && uid !== session.uid) session.uid = uid;
  return standing;
}

async function checkRefresh(ctx: KoaContextWithOIDC, { consumed, grantId }: TokenOrigin): Promise<void> {
  const scope = currentScope();
  if (typeof consumed === 'number') {
    const sinceSeconds = scope.clock.now().getTime() / 1000 - consumed;
    if (sinceSeconds <= leewaySeconds) throw new errors.InvalidGrant('used a moment ago');
    // The library goes on to revoke the whole family.
    scope.log.warn(
      { clientId: ctx.oidc.client?.clientId },
      'A refresh token was used again: its family is revoked.',
    );
    return;
  }
  if (grantId && (await countRefreshesInMinute(scope, grantId)) >= refreshesInMinuteMax) {
    ctx.set('retry-after', '60');
    throw tooManyRefreshes();
  }
}

function tooManyRefreshes(): Error {
  const sentence = 'the tokens were refreshed too often; try again in a minute';
  return Object.assign(new errors.CustomOIDCProviderError('rate_limited', sentence), {
    status: 429,
    statusCode: 429,
  });
}

function accountOf(standing: SessionStanding | undefined): StandingAccount | undefined {
  if (!standing) return undefined;
  const { session, email, displayName } = standing;
  const claims = {
    sub: session.accountId,
    email,
    email_verified: true,
    ...(displayName ? { name: displayName } : {}),
  };
  return { accountId: session.accountId, standing, claims: () => claims };
}

function standingOf(ctx: KoaContextWithOIDC): SessionStanding | undefined {
  return (ctx.oidc.entities.Account as StandingAccount | undefined)?.standing;
}
