// The headers that tell a caller where it stands with the limits that a request was counted against. Source: decisions:
// Rate-limit headers; IETF draft-ietf-httpapi-ratelimit-headers, and the older headers that most clients read.
import type { FastifyReply } from 'fastify';

/** A limit, and where a caller stands with it after a request. */
export interface LimitStanding {
  /** What the headers call it. */
  policy: string;
  limit: number;
  windowSeconds: number;
  /** Requests left in the window. */
  left: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
}

/** Tells all standings; the older headers, which know of one only, that of which the fewest requests are left. */
export function sendStandings(reply: FastifyReply, standings: LimitStanding[]): void {
  const policies = standings.map(
    ({ policy, limit, windowSeconds }) => `"${policy}";q=${limit};w=${windowSeconds}`,
  );
  const places = standings.map(({ policy, left, resetSeconds }) => `"${policy}";r=${left};t=${resetSeconds}`);
  const [nearest] = standings.toSorted((one, other) => one.left - other.left);
  if (!nearest) return;
  reply.headers({
    'ratelimit-policy': policies.join(', '),
    ratelimit: places.join(', '),
    'x-ratelimit-limit': nearest.limit,
    'x-ratelimit-remaining': nearest.left,
    'x-ratelimit-reset': nearest.resetSeconds,
  });
}
