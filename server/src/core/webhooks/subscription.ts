// The webhook subscription record, the token that ends it, and when failures end it.
import { checksumWidth, seal } from '#core/api-keys/api-key.ts';
import type { EventType } from '#core/events/event.ts';
import { decodeUuid, encodeUuid, randomBase62 } from '#kit/id.ts';

/** Why a subscription ended: its owner ended it, the receiver answered 410, or every call had failed for days. */
export const disabledReasons = ['unsubscribed', 'gone', 'failing'] as const;

/** One of `disabledReasons`. */
export type DisabledReason = (typeof disabledReasons)[number];

/** Somebody who is called when something happens. */
export interface Subscription {
  /** Record id, UUID version 7. */
  id: string;
  events: EventType[];
  /** Where calls go, in the URL parser's form. */
  targetUrl: string;
  createdAt: Date;
  /** First failed call since the last success. */
  failingSince: Date | undefined;
  /** Until when the secret before the present one signs too; may have passed. */
  previousSecretUntil: Date | undefined;
  disabledAt: Date | undefined;
  disabledReason: DisabledReason | undefined;
}

/** How calls to a subscription's receiver have gone lately. */
export interface Health {
  /** First failed call since the last success. */
  failingSince: Date | undefined;
  lastFailedAt: Date | undefined;
}

/** How long a receiver may do nothing but fail. Source: decisions: docs/decisions/0006. */
export const failingMsMax = 5 * 24 * 3_600_000;

const tokenPattern = /^fdu_[0-9A-Za-z]{58}$/;
const tokenPrefix = 'fdu_';
const uuidWidth = 22;
const randomWidth = 30;

/**
 * The written form of a new unsubscribe token: `fdu_`, the organization's id in base 62 (22 characters), 30 random
 * characters (178 bits) and a checksum (6). It says whose it is, so finding the subscription takes no search across
 * organizations.
 */
export function writeUnsubscribeToken(organizationId: string): string {
  return seal(`${tokenPrefix}${encodeUuid(organizationId)}${randomBase62(randomWidth)}`);
}

/** The organization an unsubscribe token names, or `undefined` for text that is no such token. */
export function organizationOfToken(token: string): string | undefined {
  if (!tokenPattern.test(token) || seal(token.slice(0, -checksumWidth)) !== token) return undefined;
  return decodeUuid(token.slice(tokenPrefix.length, tokenPrefix.length + uuidWidth));
}

/** What calls that have just ended make of a receiver's health: any success clears it. */
export function healthAfter(before: Health, calls: { succeeded: boolean }[], now: Date): Health {
  if (calls.some(({ succeeded }) => succeeded)) return { failingSince: undefined, lastFailedAt: undefined };
  if (calls.length === 0) return before;
  const isNewOutage = !before.lastFailedAt || isLongAgo(before.lastFailedAt, now);
  return { failingSince: isNewOutage ? now : (before.failingSince ?? now), lastFailedAt: now };
}

/** Whether a receiver has done nothing but fail for so long that calling it makes no sense any more. */
export function isBeyondHope({ failingSince }: Health, now: Date): boolean {
  return failingSince !== undefined && isLongAgo(failingSince, now);
}

// Failures with a longer silence between them are two outages, not one that lasted.
function isLongAgo(moment: Date, now: Date): boolean {
  return now.getTime() - moment.getTime() >= failingMsMax;
}
