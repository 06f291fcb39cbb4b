// How many enquiries may come in from web pages that nobody is signed in to.
import type { RateStanding } from '#core/limits/rate-limiter.ts';
import type { Scope } from '#core/scope.ts';
import { Fault } from '#kit/fault.ts';

/** Enquiries from web pages, by sender and by key. Source: decisions: Rate-limit headers; G-108. */
const publicLimits = [
  { by: 'ip', policy: 'enquiries-address', limit: 10, windowSeconds: 600 },
  { by: 'key', policy: 'enquiries-key', limit: 300, windowSeconds: 3600 },
] as const;

/** Where a sender stands with the limits that an enquiry was counted against. */
export interface PublicCount {
  standings: ((typeof publicLimits)[number] & RateStanding)[];
  /** `rate_limited`, past 10 in 10 minutes from an address or 300 an hour by a key. */
  refusal: Fault | undefined;
}

/** Counts an enquiry that nobody is signed in for. One that the first limit refuses is not counted against the next. */
export async function countPublicEnquiry(
  scope: Scope,
  sender: { ip: string; key: string },
): Promise<PublicCount> {
  const standings: PublicCount['standings'] = [];
  for (const limit of publicLimits) {
    const rate = { ...limit, subject: `enquiry-${limit.by}:${sender[limit.by]}` };
    const standing = await scope.tools.limiter.take(scope.organization.id, rate);
    standings.push({ ...limit, ...standing });
    if (!standing.allowed) return { standings, refusal: tooManySent(standing) };
  }
  return { standings, refusal: undefined };
}

function tooManySent({ resetSeconds }: RateStanding): Fault {
  const sentence = `Too many enquiries were sent from here. Try again in ${resetSeconds} seconds.`;
  return new Fault('limited', 'rate_limited', sentence, { retryAfterSeconds: resetSeconds });
}
