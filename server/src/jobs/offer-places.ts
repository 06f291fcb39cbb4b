// Ending holds that have expired, and offering what becomes free to those on the waiting list.
import {
  endExpiredHolds,
  lookThroughEveryMs,
  lookThroughWaitingList,
  offerFreedPlaces,
} from '#core/bookings/waiting-list/offers.ts';
import type { JobParts } from '#jobs/jobs.ts';
import { type Loop, startLoop } from '#jobs/loop.ts';

const togetherMax = 100;

/** Starts offering, within a second of a place becoming free. */
export function startOfferingPlaces({ db, platform }: JobParts): Loop {
  const loop = startLoop({
    name: 'offer-places',
    log: platform.log,
    everyMs: 1_000,
    async work() {
      const ended = await endExpiredHolds(platform, db, togetherMax);
      const offered = await offerFreedPlaces(platform, db, togetherMax);
      if (ended === togetherMax || offered === togetherMax) loop.poke();
    },
  });
  return loop;
}

/** Starts looking through all of the waiting list now and then. */
export function startLookingThroughWaitingList({ db, platform }: JobParts): Loop {
  return startLoop({
    name: 'waiting-list',
    log: platform.log,
    everyMs: lookThroughEveryMs,
    work: () => lookThroughWaitingList(platform, db),
  });
}
