// Operations on the delivery log.
import { eventsKeptMs } from '#core/events/events.ts';
import type { Scope } from '#core/scope.ts';
import type { Delivery } from '#core/webhooks/delivery.ts';
import { deleteDeliveriesBefore, selectDeliveries } from '#core/webhooks/delivery-queries.ts';
import { hasSubscription } from '#core/webhooks/subscription-queries.ts';
import type { RootDb } from '#db/tx.ts';
import type { Clock } from '#kit/clock.ts';
import { type Page, pageOf, readCursor } from '#kit/cursor.ts';
import { missing } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

/**
 * One page of a subscription's deliveries, latest event first; an ended one's too, as long as they are kept. Throws
 * `not_found`, `invalid_cursor`.
 */
export async function listDeliveries(
  scope: Scope,
  subscriptionId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Delivery & { id: string }>> {
  if (!isUuid(subscriptionId)) throw missing('The subscription');
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const deliveries = await scope.read(async (tx) => {
    const [isThere, found] = await Promise.all([
      hasSubscription(tx, subscriptionId),
      selectDeliveries(tx, subscriptionId, { after, count: limit + 1 }),
    ]);
    if (!isThere) throw missing('The subscription');
    return found;
  });
  // A delivery has no id of its own: within its subscription the event names it.
  return pageOf(
    deliveries.map((delivery) => ({ ...delivery, id: delivery.eventId })),
    limit,
  );
}

/** Removes up to `limit` deliveries of events older than 30 days, of all organizations, and returns how many. */
export function removeOldDeliveries(db: RootDb, clock: Clock, limit: number): Promise<number> {
  const moment = new Date(clock.now().getTime() - eventsKeptMs);
  return db.root((tx) => deleteDeliveriesBefore(tx, moment, limit));
}
