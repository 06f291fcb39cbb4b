// Sessions of the hosted sign-in page: who signs in there, whose a browser session is, and its end.
import { findAccount } from '#core/accounts/account-queries.ts';
import type { Scope } from '#core/scope.ts';
import { redeemCode } from '#core/sign-in/codes/one-time-codes.ts';
import { isLive, type SessionStanding, type SignInOrigin } from '#core/sign-in/session.ts';
import {
  extendSession,
  revokeSessionRow,
  selectStandingByProviderUid,
} from '#core/sign-in/session-queries.ts';
import { sessionEndsAt, signInAccount, startSession } from '#core/sign-in/sessions.ts';
import { randomBase62 } from '#kit/id.ts';

/**
 * Checks the code somebody typed on the hosted page and returns the id of the account that has signed in, made at its
 * first sign-in. Throws what `redeemCode` throws, and `access_denied` for a banned customer.
 */
export function signInOnHostedPage(
  scope: Scope,
  { email, code, interaction, ip }: { email: string; code: string; interaction: string; ip: string },
): Promise<string> {
  const request = { purpose: 'hosted_sign_in' as const, email, binding: interaction, ip };
  return redeemCode(
    scope,
    request,
    code,
    async (tx, address) => (await signInAccount(tx, scope, address)).id,
  );
}

/**
 * The session of an account that has just signed in, in the browser session with this uid. Signing in again in a
 * session that lives prolongs it; one that has ended, or was somebody else's, is left alone and another uid is taken:
 * look at the answer's `session.providerUid`. `undefined` when the account is gone or banned.
 */
export async function beginHostedSession(
  scope: Scope,
  { accountId, providerUid, origin }: { accountId: string; providerUid: string; origin: SignInOrigin },
): Promise<SessionStanding | undefined> {
  return scope.write(async (tx) => {
    const kept = await selectStandingByProviderUid(tx, providerUid);
    if (kept && kept.session.accountId === accountId && isInForce(kept, scope)) {
      const expiresAt = sessionEndsAt(scope);
      await extendSession(tx, kept.session.id, expiresAt);
      return { ...kept, session: { ...kept.session, expiresAt } };
    }
    const account = await findAccount(tx, accountId);
    if (!account) return undefined;
    const uid = kept ? randomBase62(21) : providerUid;
    await startSession(tx, scope, account, { kind: 'hosted', providerUid: uid, origin });
    const standing = await selectStandingByProviderUid(tx, uid);
    return standing && isInForce(standing, scope) ? standing : undefined;
  });
}

/** Where a browser session stands, if it lives and its customer is not banned. */
export async function findHostedSession(
  scope: Scope,
  providerUid: string,
): Promise<SessionStanding | undefined> {
  const standing = await scope.read((tx) => selectStandingByProviderUid(tx, providerUid));
  return standing && isInForce(standing, scope) ? standing : undefined;
}

/** Ends a browser session everywhere, as signing out does. Does nothing when there is none. */
export async function endHostedSession(scope: Scope, providerUid: string): Promise<void> {
  const standing = await scope.read((tx) => selectStandingByProviderUid(tx, providerUid));
  if (!standing) return;
  await scope.write((tx) => revokeSessionRow(tx, standing.session.id, scope.clock.now(), 'sign_out'));
  scope.tools.sessionEnded(standing.session.id);
}

function isInForce({ session, customerStatus }: SessionStanding, scope: Scope): boolean {
  return isLive(session, scope.clock.now()) && customerStatus !== 'banned';
}
