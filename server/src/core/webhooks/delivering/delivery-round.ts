// One step of a worker on the subscription it holds, in one transaction: what calls have shown is recorded, and what to
// send next is taken, or the claim given back.

import { sendMail } from '#core/outgoing-mail/outgoing-mail.ts';
import type { Scope } from '#core/scope.ts';
import {
  type Claim,
  type ClaimedSubscription,
  findClaimed,
  keepClaim,
  lockClaimed,
  type ReceiverState,
  releaseClaim,
} from '#core/webhooks/delivering/claim-queries.ts';
import { endedMail } from '#core/webhooks/delivering/ended-mail.ts';
import { type DueDelivery, isGone, isSuccess, type Outcome, pauseAfter } from '#core/webhooks/delivery.ts';
import { dropPending, recordOutcomes, selectDueDeliveries } from '#core/webhooks/delivery-queries.ts';
import { type DisabledReason, type Health, healthAfter, isBeyondHope } from '#core/webhooks/subscription.ts';
import { lockSubscription } from '#core/webhooks/subscription-queries.ts';
import { endLocked } from '#core/webhooks/subscriptions.ts';
import type { Tx } from '#db/tx.ts';

/** Where a worker stands. */
export interface RoundInput {
  /** How calls went that ended since the last round. */
  outcomes: Outcome[];
  /** Events that are taken: calls are under way for them, or wait for their place. */
  busyEventIds: string[];
  /** `go`: send more. `stop`: send no more and give the claim back. `abandon`: leave the claim to end by itself. */
  intent: 'go' | 'stop' | 'abandon';
}

/** What the worker does next. */
export interface Round {
  subscription: ClaimedSubscription | undefined;
  due: DueDelivery[];
  /** Whether calls may be begun, for what is due and for what was taken before. */
  mayCall: boolean;
  /** When the claim ends unless another round comes first. */
  until: Date;
  /** Whether there is nothing left to do: the claim is given back. */
  isOver: boolean;
}

/** How many calls to one receiver are under way at once. */
export const callsPerSubscriptionMax = 8;

/**
 * How many deliveries to one receiver are taken at once, those under way among them, and how many bytes of events as
 * the database keeps them: so much of the memory is a worker's. What can be under way at once is always taken.
 */
const takenMax = { count: 64, storedBytes: 256 * 1024, countAtLeast: callsPerSubscriptionMax };

/** How long a claim holds from one round to the next: longer than any call. */
export const claimMs = 45_000;

const droppedTogetherMax = 500;
const mailUsefulMs = 14 * 24 * 3_600_000;

/**
 * The round with which a worker begins: nothing is to be recorded, and the claim is as good as new, so that in most
 * cases looking is enough.
 */
export async function firstRound(scope: Scope, claim: Claim, input: RoundInput): Promise<Round> {
  const now = scope.clock.now();
  const [subscription, due] = await scope.read((tx) =>
    Promise.all([findClaimed(tx, claim), takeDue(tx, claim, input, now)]),
  );
  const isOpen = subscription && !subscription.disabledAt && !isPaused(subscription, now);
  if (!isOpen || due.length === 0) return nextRound(scope, claim, input);
  return { subscription, due, mayCall: true, until: claim.until, isOver: false };
}

/** Records how calls went and takes what is due next. Running it again with the same outcomes changes nothing. */
export function nextRound(scope: Scope, claim: Claim, input: RoundInput): Promise<Round> {
  const { outcomes, busyEventIds, intent } = input;
  return scope.write(async (tx) => {
    const now = scope.clock.now();
    const until = new Date(now.getTime() + claimMs);
    // In one flight; what is due is seldom taken in vain.
    const [subscription, , due] = await Promise.all([
      lockClaimed(tx, claim),
      outcomes.length > 0 ? recordOutcomes(tx, claim, outcomes, now) : undefined,
      takeDue(tx, claim, input, now),
    ]);
    const isIdle = busyEventIds.length === 0;
    if (!subscription) return { subscription, due: [], mayCall: false, until, isOver: isIdle };

    const state = stateAfter(subscription, outcomes, now);
    const isEnded = await endIfHopeless(tx, scope, claim, {
      subscription,
      outcomes,
      health: state.health,
      now,
    });
    const mayCall = intent === 'go' && !isEnded && !isPaused(state, now);
    const isAllSent = !mayCall || due.length === 0;
    const isOver = isIdle && isAllSent && (!isEnded || (await isAllDropped(tx, claim)));
    if (isOver && intent !== 'abandon') await releaseClaim(tx, claim, state);
    else await keepClaim(tx, claim, state, until);
    return { subscription, due: mayCall ? due : [], mayCall, until, isOver };
  });
}

async function takeDue(
  tx: Tx,
  { subscriptionId }: Claim,
  { busyEventIds, intent }: RoundInput,
  now: Date,
): Promise<DueDelivery[]> {
  const count = takenMax.count - busyEventIds.length;
  if (count <= 0 || intent !== 'go') return [];
  return selectDueDeliveries(tx, subscriptionId, { ...takenMax, now, except: busyEventIds, count });
}

function isPaused({ pausedUntil }: { pausedUntil: Date | undefined }, now: Date): boolean {
  return pausedUntil !== undefined && pausedUntil > now;
}

function stateAfter(subscription: ClaimedSubscription, outcomes: Outcome[], now: Date): ReceiverState {
  const calls = outcomes.map((outcome) => ({ succeeded: isSuccess(outcome) }));
  const pauses = outcomes.map((outcome) => pauseAfter(outcome, now)).filter((pause) => pause !== undefined);
  const latest = pauses.reduce<Date | undefined>(
    (longest, pause) => (!longest || pause > longest ? pause : longest),
    subscription.pausedUntil,
  );
  return { health: healthAfter(subscription, calls, now), pausedUntil: latest };
}

/** Ends the subscription if its receiver is gone or has failed for too long, and returns whether it has ended. */
async function endIfHopeless(
  tx: Tx,
  scope: Scope,
  { subscriptionId }: Claim,
  seen: { subscription: ClaimedSubscription; outcomes: Outcome[]; health: Health; now: Date },
): Promise<boolean> {
  const { subscription, outcomes, health, now } = seen;
  if (subscription.disabledAt) return true;
  const reason = endReason(outcomes, health, now);
  if (!reason) return false;
  await endLocked(tx, scope, (await lockSubscription(tx, subscriptionId))!, reason);
  scope.log.warn({ subscriptionId, reason }, 'A webhook subscription ended.');
  const { adminEmail } = scope.organization;
  if (reason === 'failing' && adminEmail) {
    const failed = {
      targetUrl: subscription.targetUrl,
      failingSince: health.failingSince!,
      lastResult: outcomes.at(-1)!,
    };
    await sendMail(tx, scope, endedMail(scope.organization, adminEmail, failed), mailUsefulMs);
  }
  return true;
}

function endReason(outcomes: Outcome[], health: Health, now: Date): DisabledReason | undefined {
  if (outcomes.some(isGone)) return 'gone';
  return outcomes.length > 0 && isBeyondHope(health, now) ? 'failing' : undefined;
}

async function isAllDropped(tx: Tx, { subscriptionId }: Claim): Promise<boolean> {
  return (await dropPending(tx, subscriptionId, droppedTogetherMax)) < droppedTogetherMax;
}
