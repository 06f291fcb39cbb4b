// Working off one claimed subscription: calls its receiver, several at once, until nothing is due or its turn is over.
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { Scope } from '#core/scope.ts';
import { attemptDelivery } from '#core/webhooks/delivering/attempt.ts';
import type { Claim, ClaimedSubscription } from '#core/webhooks/delivering/claim-queries.ts';
import { nextRound, type Round, type RoundInput } from '#core/webhooks/delivering/delivery-round.ts';
import type { OriginSlots } from '#core/webhooks/delivering/origin-slots.ts';
import { type DueDelivery, type Outcome, outcomeOf } from '#core/webhooks/delivery.ts';
import { isConnectionFault } from '#db/tx.ts';

/** What workers of a process share. */
export interface DeliveryMeans {
  slots: OriginSlots;
  /** Gives 0 to 1, for the jitter of retries. */
  random(): number;
  callMsMax: number;
  /** Whether the process is closing: no further call is begun. */
  isStopping(): boolean;
}

/** How long a subscription with ever more to send is worked on before others get their turn. */
const turnMs = 10_000;
/** A call is begun only if the claim holds this much longer than the call can take. */
const claimMarginMs = 5_000;
const recordTriesMax = 20;
const recordPauseMs = 500;

/**
 * Works off a claimed subscription. Throws what is a fault of ours; attempts are not counted then, and the claim ends
 * by itself, so that another worker tries after a while.
 */
export async function workOff(scope: Scope, claim: Claim, means: DeliveryMeans): Promise<void> {
  const turnEnd = scope.clock.now().getTime() + turnMs;
  const inFlight = new Map<string, Promise<void>>();
  const faults: unknown[] = [];
  let ended: Outcome[] = [];
  let isClosing = false;

  function intent(): RoundInput['intent'] {
    if (faults.length > 0) return 'abandon';
    const isTurnOver = scope.clock.now().getTime() >= turnEnd;
    return isClosing || means.isStopping() || isTurnOver ? 'stop' : 'go';
  }
  async function call(subscription: ClaimedSubscription, delivery: DueDelivery, until: Date): Promise<void> {
    try {
      const outcome = await callInTime(scope, subscription, delivery, { ...means, until });
      if (outcome === 'closing') isClosing = true;
      else if (outcome !== 'late') ended.push(outcome);
    } catch (error) {
      faults.push(error);
    }
    inFlight.delete(delivery.eventId);
  }

  for (;;) {
    const outcomes = ended;
    ended = [];
    const round = await recorded(scope, claim, {
      outcomes,
      busyEventIds: [...inFlight.keys()],
      intent: intent(),
    });
    for (const delivery of round.due) {
      inFlight.set(delivery.eventId, call(round.subscription!, delivery, round.until));
    }
    if (round.isOver) break;
    if (inFlight.size > 0 && ended.length === 0) await Promise.race(inFlight.values());
    // A turn of the event loop, so that calls that ended together are recorded together.
    await setImmediate();
  }
  if (faults.length > 0) throw faults[0];
}

/** The outcome of a call; `late` when its place came when the claim might end during it, `closing` at the process's end. */
async function callInTime(
  scope: Scope,
  subscription: ClaimedSubscription,
  delivery: DueDelivery,
  { slots, random, callMsMax, isStopping, until }: DeliveryMeans & { until: Date },
): Promise<Outcome | 'late' | 'closing'> {
  const giveBack = await slots.take(subscription.targetUrl, scope.organization.id);
  try {
    if (isStopping()) return 'closing';
    if (until.getTime() - scope.clock.now().getTime() < callMsMax + claimMarginMs) return 'late';
    const result = await attemptDelivery(scope, subscription, delivery, callMsMax);
    if (!result) return 'closing';
    return outcomeOf(delivery, result, { now: scope.clock.now(), random: random() });
  } finally {
    giveBack();
  }
}

/** A round that outlasts a restart of the database: calls that were made should not be made again for it. */
async function recorded(scope: Scope, claim: Claim, input: RoundInput): Promise<Round> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await nextRound(scope, claim, input);
    } catch (error) {
      if (!isConnectionFault(error) || tries === recordTriesMax) throw error;
      await pause(recordPauseMs);
    }
  }
}
