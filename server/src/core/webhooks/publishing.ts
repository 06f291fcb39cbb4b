// Publishing: committed events get their sequence numbers, and with them, in the same transaction, the deliveries to
// those who subscribed before.
import { publishEvents } from '#core/events/event-queries.ts';
import { countPublishable, insertDeliveries } from '#core/webhooks/delivery-queries.ts';
import type { RootDb } from '#db/tx.ts';
import type { Clock } from '#kit/clock.ts';

/**
 * How much is published together: a transaction that ends soon, however many are told. It holds their subscriptions'
 * locks, for which workers wait, and on the embedded database the one connection there is.
 */
const publishedTogetherMax = { eventsMax: 500, deliveriesMax: 2_000 };

/**
 * Publishes some committed events of all organizations, up to 500, and returns how many; more may be waiting unless it
 * was none. None also when another process is at it: then that one does.
 */
export function publishDueEvents(db: RootDb, clock: Clock): Promise<number> {
  return db.root(async (tx) => {
    const published = await publishEvents(tx, countPublishable(tx, publishedTogetherMax));
    if (published.length > 0) await insertDeliveries(tx, published, clock.now());
    return published.length;
  });
}
