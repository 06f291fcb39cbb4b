// Store credit that expires, every hour, and a look at the books, every night.
import { checkAllStoreCredit, expireStoreCredit } from '#core/store-credit/credit-upkeep.ts';
import type { JobParts } from '#jobs/jobs.ts';
import { type Loop, startLoop } from '#jobs/loop.ts';

const hourMs = 3_600_000;
const togetherMax = 500;

/** Starts taking out what has expired. */
export function startExpiringCredit({ db, platform }: JobParts): Loop {
  let isStopped = false;
  const loop = startLoop({
    name: 'expire-credit',
    log: platform.log,
    everyMs: hourMs,
    async work() {
      while (!isStopped && (await expireStoreCredit(platform, db, togetherMax)) > 0);
    },
  });
  return {
    poke: loop.poke,
    stop() {
      isStopped = true;
      return loop.stop();
    },
  };
}

/** Starts checking that every balance is the sum of its entries: at the start of the process and once a day. */
export function startCheckingCredit({ db, platform }: JobParts): Loop {
  return startLoop({
    name: 'check-credit',
    log: platform.log,
    everyMs: 24 * hourMs,
    work: () => checkAllStoreCredit(platform, db),
  });
}
