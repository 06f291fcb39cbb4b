// Operations that send events once more: one delivery, or a stretch of what happened.
import type { Scope } from '#core/scope.ts';
import type { Delivery } from '#core/webhooks/delivery.ts';
import { findDelivery } from '#core/webhooks/delivery-queries.ts';
import { lineUpRecords, replayOne, replayStretch } from '#core/webhooks/replay-queries.ts';
import { lockSubscription, wakeWorker } from '#core/webhooks/subscription-queries.ts';
import type { Tx } from '#db/tx.ts';
import { Fault, missing } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

/** How many events one call of `replayEvents` looks at. */
export const replayedTogetherMax = 1_000;

/**
 * Sends an event once more, with the same id and the same bytes, and with all its attempts anew. One that is on its way
 * already stays as it is. Also for an event that the subscription asks for and was never sent. Throws `not_found`, and
 * `subscription_ended` when the subscription has to be enabled first. Source: G-132.
 */
export async function replayDelivery(
  scope: Scope,
  subscriptionId: string,
  eventId: string | undefined,
): Promise<Delivery> {
  if (!isUuid(subscriptionId)) throw missing('The subscription');
  return scope.write(async (tx) => {
    await lockActive(tx, subscriptionId);
    if (eventId) await replayOne(tx, subscriptionId, eventId);
    await sendSoon(tx, scope, subscriptionId);
    const delivery = eventId && (await findDelivery(tx, subscriptionId, eventId));
    if (!delivery) throw missing('The event');
    return delivery;
  });
}

/** Which events to send once more: those after one sequence number, up to and with another. */
export interface Stretch {
  after: number;
  /** Without, the last one there is. */
  upTo?: number | undefined;
}

/** How far a replay has come. */
export interface Replay {
  /** How many events are on their way now that were not before. */
  replayed: number;
  /** Where the next call goes on: its `after`. */
  lastSequence: number;
  /** Whether events of the stretch are left. */
  hasMore: boolean;
}

/**
 * Sends the events of a stretch once more, as far as the subscription asks for them; also those it was never sent. Looks
 * at up to `replayedTogetherMax` events: call it again after `lastSequence` while there are more. Repeating a call adds
 * nothing to what is still on its way. Throws as `replayDelivery` does. Source: G-132.
 */
export async function replayEvents(
  scope: Scope,
  subscriptionId: string,
  { after, upTo = Number.MAX_SAFE_INTEGER }: Stretch,
): Promise<Replay> {
  if (!isUuid(subscriptionId)) throw missing('The subscription');
  return scope.write(async (tx) => {
    await lockActive(tx, subscriptionId);
    const { lastSequence, ...stretch } = await replayStretch(tx, subscriptionId, {
      after,
      upTo,
      count: replayedTogetherMax,
    });
    await sendSoon(tx, scope, subscriptionId);
    return { ...stretch, lastSequence: lastSequence ?? after };
  });
}

async function lockActive(tx: Tx, subscriptionId: string): Promise<void> {
  const subscription = await lockSubscription(tx, subscriptionId);
  if (!subscription) throw missing('The subscription');
  if (subscription.disabledAt) throw endedFault();
}

function endedFault(): Fault {
  const sentence = 'The subscription has ended. Enable it first, once its receiver works again.';
  return new Fault('conflict', 'subscription_ended', sentence);
}

async function sendSoon(tx: Tx, scope: Scope, subscriptionId: string): Promise<void> {
  const now = scope.clock.now();
  await Promise.all([lineUpRecords(tx, subscriptionId, now), wakeWorker(tx, subscriptionId, now)]);
}
