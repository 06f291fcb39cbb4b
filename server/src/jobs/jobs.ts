// The jobs of a process: the list of them, and their beginning and end.
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { Platform } from '#core/scope.ts';
import type { Database } from '#db/database.ts';
import { refreshStatistics } from '#db/statistics.ts';
import { vacuumTables } from '#db/vacuum.ts';
import { startCleaningUp } from '#jobs/clean-up.ts';
import { startDelivering } from '#jobs/deliver.ts';
import { type Loop, startLoop } from '#jobs/loop.ts';
import { startLookingThroughWaitingList, startOfferingPlaces } from '#jobs/offer-places.ts';
import { startPublishing } from '#jobs/publish.ts';
import { startSendingMail } from '#jobs/send-mail.ts';
import { startCheckingCredit, startExpiringCredit } from '#jobs/store-credit.ts';

/** What jobs stand on. */
export interface JobParts {
  db: Pick<Database, 'root' | 'outside' | 'kind'>;
  platform: Platform;
  limiter: RateLimiter;
  /** Gets its listener here: called when an event is about to be committed. */
  onEvent: { listener: () => void };
  /** The same for mail. */
  onMail: { listener: () => void };
}

/** The running jobs of a process. */
export interface Jobs {
  /** Ends what is under way, calls after at most 10 s, and begins nothing more. Before the parts are closed. */
  stop(): Promise<void>;
}

/** The jobs that one process does for all: events, webhooks, mail, clean-up, store credit. Any number of processes may do them. */
export function startJobs(parts: JobParts): Jobs {
  const delivering = startDelivering(parts);
  const publishing = startPublishing(parts, delivering.poke);
  return stoppable([
    publishing,
    delivering,
    startSendingMail(parts),
    startCleaningUp(parts),
    startOfferingPlaces(parts),
    startLookingThroughWaitingList(parts),
    startExpiringCredit(parts),
    startCheckingCredit(parts),
  ]);
}

/**
 * What every process that answers requests does for itself: it gives back the rate-limit grants it does not use, and on
 * the embedded database, which has nobody else for it, keeps the planner's picture of the tables true and takes back the
 * room of rows that are gone.
 */
export function startUpkeep({ db, platform, limiter }: JobParts): Jobs {
  const { log } = platform;
  const loops: Loop[] = [
    startLoop({ name: 'rate-limits', log, everyMs: 1_000, work: () => limiter.giveBack() }),
  ];
  if (db.kind === 'embedded') {
    const work = async () => void (await refreshStatistics(db));
    loops.push(startLoop({ name: 'statistics', log, everyMs: 30_000, work }));
    const vacuum = async () => void (await vacuumTables(db));
    loops.push(startLoop({ name: 'vacuum', log, everyMs: 3_600_000, work: vacuum }));
  }
  return stoppable(loops);
}

function stoppable(loops: Loop[]): Jobs {
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
