// Removing what has had its time: once an hour, a little at a time, so that nobody waits for it.
import { removeDeletedBookings } from '#core/bookings/deleting/deleted-bookings.ts';
import { removeDeletedEnquiries } from '#core/enquiries/deleting/deleted-enquiries.ts';
import { removeOldEvents } from '#core/events/events.ts';
import { deleteUnshownFiles } from '#core/files/files.ts';
import { removeOldAnswers } from '#core/idempotency/idempotency.ts';
import { removeDeletedOrders } from '#core/orders/deleting/deleted-orders.ts';
import { finishErasures } from '#core/people/erasing/unfinished-erasures.ts';
import { removeEndedSessions, removeExpiredArtifacts, removeOldCodes } from '#core/sign-in/ended-sign-ins.ts';
import { removeOldDeliveries } from '#core/webhooks/deliveries.ts';
import { removeEndedSubscriptions } from '#core/webhooks/subscriptions.ts';
import type { JobParts } from '#jobs/jobs.ts';
import { type Loop, startLoop } from '#jobs/loop.ts';

const everyMs = 3_600_000;
const togetherMax = 500;

/** Starts cleaning up. */
export function startCleaningUp(parts: JobParts): Loop {
  let isStopped = false;
  const loop = startLoop({
    name: 'clean-up',
    log: parts.platform.log,
    everyMs,
    work: () => cleanUp(parts, () => isStopped),
  });
  return {
    poke: loop.poke,
    stop() {
      isStopped = true;
      return loop.stop();
    },
  };
}

/** Removes everything that has had its time, or as much as can be before `isStopped`. */
export async function cleanUp(
  { db, platform }: JobParts,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const { clock, tools } = platform;
  await finishErasures(platform, db);
  // Deliveries go before their events: one that is kept can still be sent.
  const steps: (() => Promise<number>)[] = [
    () => removeOldDeliveries(db, clock, togetherMax),
    () => removeEndedSubscriptions(db, clock, togetherMax),
    () => removeOldEvents(db, clock, togetherMax),
    // Bookings go before the orders that they name.
    () => removeDeletedBookings(db, clock, togetherMax),
    () => removeDeletedOrders(db, clock, togetherMax),
    () => removeDeletedEnquiries(db, clock, togetherMax),
    () => removeOldAnswers(db, clock, togetherMax),
    () => removeOldCodes(db, clock, togetherMax),
    () => removeExpiredArtifacts(db, clock, togetherMax),
    () => removeEndedSessions(db, clock, togetherMax),
    () => deleteUnshownFiles(db, tools.files, clock, togetherMax),
  ];
  for (const step of steps) {
    while (!isStopped() && (await step()) === togetherMax);
  }
}
