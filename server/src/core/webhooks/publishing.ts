// Publishing: committed events get their sequence numbers, and with them, in the same transaction, the deliveries to
// those who subscribed before.
import { publishEvents } from '#core/events/event-queries.ts';
import { insertDeliveries } from '#core/webhooks/delivery-queries.ts';
import type { RootDb } from '#db/tx.ts';
import type { Clock } from '#kit/clock.ts';

/** How many events are published together. */
export const publishedTogetherMax = 500;

/**
 * Publishes up to `publishedTogetherMax` committed events of all organizations and returns how many. None when another
 * process is at it: then that one does.
 */
export function publishDueEvents(db: RootDb, clock: Clock): Promise<number> {
  return db.root(async (tx) => {
    const published = await publishEvents(tx, publishedTogetherMax);
    if (published.length > 0) await insertDeliveries(tx, published, clock.now());
    return published.length;
  });
}
