// The jobs of a process: the list of them, and their beginning and end.
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { Platform } from '#core/scope.ts';
import type { RootDb } from '#db/tx.ts';
import { startCleaningUp } from '#jobs/clean-up.ts';
import { startDelivering } from '#jobs/deliver.ts';
import { type Loop, startLoop } from '#jobs/loop.ts';
import { startPublishing } from '#jobs/publish.ts';
import { startSendingMail } from '#jobs/send-mail.ts';

/** What jobs stand on. */
export interface JobParts {
  db: RootDb;
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

/** The jobs that one process does for all: events, webhooks, mail, clean-up. Any number of processes may do them. */
export function startJobs(parts: JobParts): Jobs {
  const delivering = startDelivering(parts);
  const publishing = startPublishing(parts, delivering.poke);
  return stoppable([publishing, delivering, startSendingMail(parts), startCleaningUp(parts)]);
}

/** What every process that answers requests does for itself: it gives back the rate-limit grants it does not use. */
export function startUpkeep({ platform, limiter }: JobParts): Jobs {
  return stoppable([
    startLoop({ name: 'rate-limits', log: platform.log, everyMs: 1_000, work: () => limiter.giveBack() }),
  ]);
}

function stoppable(loops: Loop[]): Jobs {
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
