// Removing what signing in leaves behind once it has ended: codes, sessions with their tokens, and what the
// authorization server kept.
import { deleteCodesBefore } from '#core/sign-in/codes/one-time-code-queries.ts';
import { deleteArtifactsExpiredBefore, deleteSessionsEndedBefore } from '#core/sign-in/session-queries.ts';
import type { RootDb } from '#db/tx.ts';
import type { Clock } from '#kit/clock.ts';

const dayMs = 86_400_000;

/** Removes up to `limit` codes older than a day, of all organizations; returns how many. */
export function removeOldCodes(db: RootDb, clock: Clock, limit: number): Promise<number> {
  return db.root((tx) => deleteCodesBefore(tx, ago(clock, dayMs), limit));
}

/**
 * Removes up to `limit` sessions that ended a month ago, with their refresh tokens; returns how many. Until then
 * people can see where they were signed in.
 */
export function removeEndedSessions(db: RootDb, clock: Clock, limit: number): Promise<number> {
  return db.root((tx) => deleteSessionsEndedBefore(tx, ago(clock, 30 * dayMs), limit));
}

/** Removes up to `limit` artifacts of the authorization server that have ended; returns how many. */
export function removeExpiredArtifacts(db: RootDb, clock: Clock, limit: number): Promise<number> {
  return db.root((tx) => deleteArtifactsExpiredBefore(tx, ago(clock, 3_600_000), limit));
}

function ago(clock: Clock, ms: number): Date {
  return new Date(clock.now().getTime() - ms);
}
