// Whether the session behind an access token still lives: asked on every request, looked up every few seconds.
import { LRUCache } from 'lru-cache';
import type { SessionStanding } from '#core/sign-in/session.ts';
import { selectStanding } from '#core/sign-in/session-queries.ts';
import type { TenantDb } from '#db/tx.ts';
import type { Clock } from '#kit/clock.ts';

/** Tells where sessions stand. */
export interface SessionWatch {
  /** The session's standing, at most 3 seconds old: a sign-out or ban shows everywhere within 5. */
  standingOf(organizationId: string, sessionId: string): Promise<SessionStanding | undefined>;
  /** Forgets what is known of a session, since it has just changed in this process. */
  forget(sessionId: string): void;
}

const keptMs = 3_000;

/** A watch over one database. */
export function openSessionWatch(db: TenantDb, clock: Clock): SessionWatch {
  const kept = new LRUCache<string, { standing: Promise<SessionStanding | undefined>; at: number }>({
    max: 50_000,
  });
  return {
    standingOf(organizationId, sessionId) {
      const now = clock.now().getTime();
      let entry = kept.get(sessionId);
      if (!entry || Math.abs(now - entry.at) >= keptMs) {
        entry = { standing: db.read(organizationId, (tx) => selectStanding(tx, sessionId)), at: now };
        kept.set(sessionId, entry);
        entry.standing.catch(() => kept.delete(sessionId));
      }
      return entry.standing;
    },
    forget: (sessionId) => kept.delete(sessionId),
  };
}
