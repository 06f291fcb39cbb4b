// Rate limits in fixed windows, exact over all processes without a write for each request: a process takes grants
// from the database and uses them up in memory. What it takes is what waits just now, plus a spare share that grows
// while the subject is busy, shrinks as the window fills, and goes back after a second of quiet.
import { grantRequests, returnRequests, type WindowLimit } from '#core/limits/limit-queries.ts';
import type { TenantDb } from '#db/tx.ts';
import type { Clock } from '#kit/clock.ts';

/** What is limited and how much. */
export interface RateLimit {
  /** The limited subject, such as `admin:<API key id>`; counted per organization. */
  subject: string;
  /** Requests in a window. */
  limit: number;
  windowSeconds: number;
  /**
   * Requests of a window that each process lets pass without telling the others. For limits on very many subjects that
   * ask seldom: most of them never cost a write, and the limit holds to within this many for each process. Default 0.
   */
  untold?: number;
}

/** Counts for callers that no organization is known of. */
export const wholeInstance = '00000000-0000-0000-0000-000000000000';

/** Where a subject stands after a request. */
export interface RateStanding {
  allowed: boolean;
  /** Requests left in the window. */
  left: number;
  /** Seconds until the window ends, 1 or more. */
  resetSeconds: number;
}

/** Counts requests against limits. */
export interface RateLimiter {
  take(organizationId: string, limit: RateLimit): Promise<RateStanding> | RateStanding;
  /** Gives back what quiet subjects hold; called every second, and with `all` at the end of the process. */
  giveBack(options?: { all: boolean }): Promise<void>;
}

interface Share {
  organizationId: string;
  window: WindowLimit;
  /** Granted to this process and not used yet. */
  spare: number;
  /** Requests this process may still let pass without telling the others. */
  untold: number;
  /** Whether it has let requests pass without telling the others. */
  toldNothing: boolean;
  windowEnd: number;
  /** Left in the window for everybody, as of the last grant. */
  left: number;
  /** How many to take beyond what waits; doubles while the subject is busy. */
  appetite: number;
  usedAt: number;
  grantedAt: number;
  refusedAt: number;
  waiting: number;
  granting: Promise<void> | undefined;
}

const quietMs = 1_000;
const appetiteMax = 1_000;
/** At most this part of what is left is taken as spare, so that no process starves the others. */
const spareShare = 20;

/** A limiter over one database. */
export function openRateLimiter(db: TenantDb, clock: Clock): RateLimiter {
  const shares = new Map<string, Share>();

  function shareOf(organizationId: string, rate: RateLimit, now: number): Share {
    const { subject, limit, windowSeconds, untold = 0 } = rate;
    const windowMs = windowSeconds * 1000;
    const windowStart = new Date(Math.floor(now / windowMs) * windowMs);
    const name = `${organizationId} ${subject}`;
    const kept = shares.get(name);
    if (
      kept &&
      kept.window.windowStart.getTime() === windowStart.getTime() &&
      kept.window.limit === limit - untold
    ) {
      return kept;
    }
    const share: Share = {
      organizationId,
      window: { subject, limit: limit - untold, windowStart },
      spare: 0,
      untold,
      toldNothing: false,
      windowEnd: windowStart.getTime() + windowMs,
      left: limit - untold,
      appetite: 0,
      usedAt: now,
      grantedAt: 0,
      refusedAt: Number.NEGATIVE_INFINITY,
      waiting: 0,
      granting: undefined,
    };
    shares.set(name, share);
    return share;
  }

  async function grant(share: Share): Promise<void> {
    // A turn of the event loop, so that requests arriving together are granted together.
    await new Promise(setImmediate);
    const now = clock.now().getTime();
    share.appetite = now - share.grantedAt < quietMs ? Math.min(appetiteMax, share.appetite * 2 + 1) : 0;
    const extra = Math.min(share.appetite, Math.floor(share.left / spareShare));
    const result = await db.writeOne(share.organizationId, (tx) =>
      grantRequests(tx, share.window, share.waiting + extra),
    );
    share.grantedAt = now;
    share.spare += result.granted;
    share.left = result.left;
    if (result.granted === 0) share.refusedAt = now;
  }

  async function takeGranted(share: Share, standing: (allowed: boolean) => RateStanding) {
    share.waiting += 1;
    try {
      while (share.spare === 0) {
        if (clock.now().getTime() - share.refusedAt < quietMs) return standing(false);
        share.granting ??= grant(share).finally(() => {
          share.granting = undefined;
        });
        await share.granting;
      }
      share.spare -= 1;
      return standing(true);
    } finally {
      share.waiting -= 1;
    }
  }

  return {
    take(organizationId, limit) {
      const now = clock.now().getTime();
      const share = shareOf(organizationId, limit, now);
      const resetSeconds = Math.max(1, Math.ceil((share.windowEnd - now) / 1000));
      const standing = (allowed: boolean): RateStanding => ({
        allowed,
        left: allowed ? share.left + share.spare + share.untold : 0,
        resetSeconds,
      });
      share.usedAt = now;
      if (share.untold > 0) {
        share.untold -= 1;
        share.toldNothing = true;
        return standing(true);
      }
      if (share.spare === 0) return takeGranted(share, standing);
      share.spare -= 1;
      return standing(true);
    },
    async giveBack(options) {
      const now = clock.now().getTime();
      for (const [name, share] of shares) {
        if (share.granting || (!options?.all && now - share.usedAt < quietMs)) continue;
        // What was let pass untold must be remembered until the window ends; all else the database knows.
        if (!share.toldNothing || now >= share.windowEnd) shares.delete(name);
        const unused = share.spare;
        share.spare = 0;
        if (unused > 0)
          await db.writeOne(share.organizationId, (tx) => returnRequests(tx, share.window, unused));
      }
    },
  };
}
