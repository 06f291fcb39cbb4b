// Operations on customer sessions: signing in, refreshing, signing out, revoking.
import type { Account } from '#core/accounts/account.ts';
import { holdAccount, upsertAccount } from '#core/accounts/account-queries.ts';
import { linkAccount } from '#core/accounts/accounts.ts';
import {
  findCustomerByEmail,
  findCustomerById,
  lockHolderOf,
  markProven,
} from '#core/customers/customer-queries.ts';
import { noteActivity } from '#core/customers/own-profile.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import { joinProvenGuest } from '#core/people/guests.ts';
import type { Scope } from '#core/scope.ts';
import { accessTokenAudience, accessTokenSeconds, signAccessToken } from '#core/sign-in/keys/access-token.ts';
import {
  type CustomerSession,
  isLive,
  makeRefreshToken,
  type RevocationReason,
  type SessionKind,
  type SessionStanding,
  type SignInOrigin,
} from '#core/sign-in/session.ts';
import {
  exchangeRefreshToken,
  findRefreshToken,
  findTokenStanding,
  insertRefreshToken,
  insertSession,
  revokeSessionRow,
  selectStanding,
} from '#core/sign-in/session-queries.ts';
import type { Tx } from '#db/tx.ts';
import { Fault } from '#kit/fault.ts';
import { sha256 } from '#kit/hash.ts';
import { newId } from '#kit/id.ts';

/** What a customer gets at sign-in and at each refresh. */
export interface TokenPair {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  expiresAt: Date;
}

/** A second use of a refresh token within this time is a lost race, not a theft. */
const leewayMs = 10_000;
const replayMs = 60_000;
const dayMs = 86_400_000;
const replayPurpose = 'refresh-replay';

/**
 * The account of a proven address, made at its first sign-in, linked to the customer who has the address; or the one that
 * it joined when their customers were merged. A banned customer is refused. A part of whatever proves the address. Throws
 * `access_denied`.
 */
export async function signInAccount(tx: Tx, scope: Scope, email: string): Promise<Account> {
  const now = scope.clock.now();
  const own = await upsertAccount(tx, email, newId(now), now);
  const account = (await joinedAccount(tx, own)) ?? own;
  const customer = account.customerId
    ? await findCustomerById(tx, account.customerId)
    : await lockHolderOf(tx, email);
  if (customer?.status === 'banned') {
    throw new Fault('forbidden', 'access_denied', 'This account can’t be used here any more.');
  }
  if (account.customerId) await joinProvenGuest(tx, scope, account.customerId, email);
  else if (customer && (await linkAccount(tx, scope, account, customer.id))) {
    await markProven(tx, customer.id);
    account.customerId = customer.id;
  }
  if (account.customerId) await noteActivity(tx, scope, account.customerId);
  return account;
}

/** The account that signs in instead of this one, as long as its customer has this one's address (G-195). */
async function joinedAccount(tx: Tx, { joinsAccountId, email }: Account): Promise<Account | undefined> {
  if (!joinsAccountId) return undefined;
  const [joined, holder] = [await holdAccount(tx, joinsAccountId), await findCustomerByEmail(tx, email)];
  return joined?.customerId !== undefined && holder?.id === joined.customerId ? joined : undefined;
}

/** Starts a session of an account that has just signed in. Its end is fixed now. */
export async function startSession(
  tx: Tx,
  scope: Scope,
  account: Account,
  { kind, providerUid, origin }: { kind: SessionKind; providerUid?: string; origin: SignInOrigin },
): Promise<CustomerSession> {
  const createdAt = scope.clock.now();
  const session: CustomerSession = {
    id: newId(createdAt),
    accountId: account.id,
    kind,
    providerUid,
    createdAt,
    expiresAt: sessionEndsAt(scope),
    revokedAt: undefined,
  };
  await insertSession(tx, session, origin);
  return session;
}

/** When a session that begins now ends. */
export function sessionEndsAt(scope: Scope): Date {
  return new Date(scope.clock.now().getTime() + scope.organization.sessionDays * dayMs);
}

/** What a sign-in leaves behind: who it is, and the refresh token of the first pair. */
export interface FirstPair {
  standing: SessionStanding;
  refreshToken: string;
}

/** Stores the first refresh token of a session, in the transaction that starts it. Refuses a banned customer. */
export async function storeFirstPair(tx: Tx, scope: Scope, session: CustomerSession): Promise<FirstPair> {
  const standing = await selectStanding(tx, session.id);
  checkStanding(standing, scope);
  const refreshToken = makeRefreshToken(scope.organization.id);
  await insertRefreshToken(tx, sha256(refreshToken), session.id, scope.clock.now());
  return { standing: standing!, refreshToken };
}

/** The first pair of a session, signed after its transaction: signing may have to look the keys up. */
export function signFirstPair(scope: Scope, { standing, refreshToken }: FirstPair): Promise<TokenPair> {
  return mintPair(scope, standing, refreshToken);
}

/**
 * Exchanges a refresh token for a new pair; of parallel uses one wins. A second use fails: within ten seconds that is
 * all, later it ends the session. With an Idempotency-Key the same use can be repeated for a minute and gets the same
 * pair. Throws `token_invalid`, `token_expired`, `refresh_token_reused`. Source: Spec, A, POST /refresh.
 */
export async function refreshTokens(
  scope: Scope,
  refreshToken: string,
  idempotencyKey: string | undefined,
): Promise<TokenPair> {
  const tokenHash = sha256(refreshToken);
  const stored = await scope.read((tx) => findTokenStanding(tx, tokenHash));
  if (!stored) throw new Fault('unauthenticated', 'token_invalid', 'The refresh token is not valid.');
  if (stored.isUsed) return answerSecondUse(scope, tokenHash, idempotencyKey);
  checkStanding(stored.standing, scope);

  const pair = await mintPair(scope, stored.standing, makeRefreshToken(scope.organization.id));
  const sealed = idempotencyKey && { key: idempotencyKey, sealed: sealPair(scope, pair) };
  const hashes = { tokenHash, nextHash: sha256(pair.refreshToken) };
  // One statement, and yet a transaction: should this process end here, its database connection takes back what a lone
  // statement would have left done.
  const won = await scope.write((tx) =>
    exchangeRefreshToken(tx, hashes, scope.clock.now(), sealed || undefined),
  );
  return won ? pair : answerSecondUse(scope, tokenHash, idempotencyKey);
}

/**
 * Ends a session everywhere. Throws nothing when it has ended already. Unless the customer signs out, the audit log has
 * it, under the customer or, without a profile, the account.
 */
export async function revokeSession(
  scope: Scope,
  sessionId: string,
  reason: RevocationReason,
): Promise<void> {
  await scope.write(async (tx) => {
    const ended = await revokeSessionRow(tx, sessionId, scope.clock.now(), reason);
    if (!ended || reason === 'sign_out') return;
    const event = eventOf(scope, 'customer_session.ended', ended);
    await recordEvent(tx, scope, { ...event, recordId: ended.customerId ?? ended.accountId });
  });
  scope.tools.sessionEnded(sessionId);
}

async function answerSecondUse(scope: Scope, tokenHash: Buffer, key: string | undefined): Promise<TokenPair> {
  const token = await scope.read((tx) => findRefreshToken(tx, tokenHash));
  const sinceMs = scope.clock.now().getTime() - (token?.consumedAt?.getTime() ?? 0);
  if (token && key !== undefined && token.replayKey === key && token.replaySealed && sinceMs <= replayMs) {
    return openPair(scope, token.replaySealed);
  }
  if (token && sinceMs > leewayMs) {
    await revokeSession(scope, token.sessionId, 'reuse');
    scope.log.warn({ sessionId: token.sessionId }, 'A refresh token was used again: its session is ended.');
  }
  throw new Fault('unauthenticated', 'refresh_token_reused', 'The refresh token was used already.');
}

/** Refuses a session that has ended, or whose customer is banned. */
export function checkStanding(standing: SessionStanding | undefined, scope: Scope): void {
  if (!standing || !isLive(standing.session, scope.clock.now())) {
    throw new Fault('unauthenticated', 'token_expired', 'The session has ended. Sign in again.');
  }
  if (standing.customerStatus === 'banned') {
    throw new Fault('unauthenticated', 'token_invalid', 'This account can’t be used here any more.');
  }
}

async function mintPair(scope: Scope, standing: SessionStanding, refreshToken: string): Promise<TokenPair> {
  const now = scope.clock.now();
  const leftSeconds = Math.floor((standing.session.expiresAt.getTime() - now.getTime()) / 1000);
  const expiresInSeconds = Math.max(1, Math.min(accessTokenSeconds, leftSeconds));
  const iat = Math.floor(now.getTime() / 1000);
  const accessToken = await signAccessToken(scope.tools.signingKeys, {
    sub: standing.session.accountId,
    email: standing.email,
    token_source: 'session',
    organization_id: scope.organization.id,
    org_customer_id: standing.customerId,
    customer_number: standing.customerNumber,
    sid: standing.session.id,
    iss: scope.tools.urls.issuer,
    aud: accessTokenAudience,
    exp: iat + expiresInSeconds,
    iat,
  });
  return {
    accessToken,
    refreshToken,
    expiresInSeconds,
    expiresAt: new Date((iat + expiresInSeconds) * 1000),
  };
}

function sealPair(scope: Scope, pair: TokenPair): Buffer {
  return scope.tools.secrets.seal(replayPurpose, Buffer.from(JSON.stringify(pair)));
}

function openPair(scope: Scope, sealed: Buffer): TokenPair {
  const pair = JSON.parse(scope.tools.secrets.open(replayPurpose, sealed).toString());
  return { ...pair, expiresAt: new Date(pair.expiresAt) };
}
