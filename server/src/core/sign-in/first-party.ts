// Signing in through the Customer API itself, as the browser packages do: a code by mail, then a pair of tokens.
import type { Scope } from '#core/scope.ts';
import { redeemCode, sendCode } from '#core/sign-in/codes/one-time-codes.ts';
import type { SignInOrigin } from '#core/sign-in/session.ts';
import {
  revokeSession,
  signFirstPair,
  signInAccount,
  startSession,
  storeFirstPair,
  type TokenPair,
} from '#core/sign-in/sessions.ts';

/** Mails a sign-in code. Throws what `sendCode` throws; whether the address is known makes no difference. */
export async function sendSignInCode(scope: Scope, request: { email: string; ip: string }): Promise<Date> {
  const { expiresAt } = await sendCode(scope, { ...request, purpose: 'browser_sign_in', binding: '' });
  return expiresAt;
}

/** Signs in with a mailed code. Throws `code_invalid`, `code_expired`, `rate_limited`, `token_invalid` when banned. */
export async function signInWithCode(
  scope: Scope,
  { email, code, origin }: { email: string; code: string; origin: SignInOrigin },
): Promise<TokenPair> {
  const request = { email, ip: origin.ip, purpose: 'browser_sign_in' as const, binding: '' };
  const first = await redeemCode(scope, request, code, async (tx, address) => {
    const account = await signInAccount(tx, scope, address);
    const session = await startSession(tx, scope, account, { kind: 'browser', origin });
    return storeFirstPair(tx, scope, session);
  });
  return signFirstPair(scope, first);
}

/** Ends the session behind an access token, and with it every token of it. */
export function signOut(scope: Scope, sessionId: string): Promise<void> {
  return revokeSession(scope, sessionId, 'sign_out');
}
