// The session record: the one root of what a customer holds after signing in.
import { decodeUuid, encodeUuid, randomBase62 } from '#kit/id.ts';

/** How a session came about: on the hosted page, or through the Customer API's own sign-in. */
export const sessionKinds = ['hosted', 'browser'] as const;

/** One of `sessionKinds`. */
export type SessionKind = (typeof sessionKinds)[number];

/** Why a session ended before its time. */
export type RevocationReason = 'sign_out' | 'reuse' | 'banned' | 'staff';

/** A customer's session. */
export interface CustomerSession {
  /** Record id, UUID version 7; `sid` of the access tokens. */
  id: string;
  accountId: string;
  kind: SessionKind;
  /** The authorization server's name of a hosted session. */
  providerUid: string | undefined;
  createdAt: Date;
  /** Fixed at sign-in. */
  expiresAt: Date;
  revokedAt: Date | undefined;
}

/** Whose session ended before its time, and why. */
export interface EndedCustomerSession {
  /** Record id of the session. */
  id: string;
  accountId: string;
  customerId: string | undefined;
  reason: RevocationReason;
}

/** Where a sign-in came from. */
export interface SignInOrigin {
  ip: string;
  userAgent: string | undefined;
}

/** A session with what decides whether its tokens still open anything. */
export interface SessionStanding {
  session: CustomerSession;
  email: string;
  customerId: string | undefined;
  customerNumber: string | undefined;
  displayName: string | undefined;
  customerStatus: 'active' | 'inactive' | 'banned' | undefined;
}

/** Whether the session still carries anything at the moment `now`. */
export function isLive(session: CustomerSession, now: Date): boolean {
  return !session.revokedAt && session.expiresAt > now;
}

const tokenPattern = /^fdr_([0-9A-Za-z]{22})[0-9A-Za-z]{43}$/;

/** A new refresh token: `fdr_`, the organization's id in base 62 and 256 random bits. */
export function makeRefreshToken(organizationId: string): string {
  return `fdr_${encodeUuid(organizationId)}${randomBase62(43)}`;
}

/** The organization a refresh token names, or `undefined` for text that is none. */
export function organizationOfRefreshToken(token: string): string | undefined {
  const encoded = tokenPattern.exec(token)?.[1];
  return encoded && decodeUuid(encoded);
}
