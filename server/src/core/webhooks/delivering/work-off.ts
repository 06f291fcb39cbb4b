// Working off one claimed subscription: calls its receiver, several at once, until nothing is due or its turn is over.
import { setTimeout as pause } from 'node:timers/promises';
import type { Scope } from '#core/scope.ts';
import { attemptDelivery } from '#core/webhooks/delivering/attempt.ts';
import type { CallPace } from '#core/webhooks/delivering/call-pace.ts';
import type { Claim } from '#core/webhooks/delivering/claim-queries.ts';
import type { DatabaseTurns } from '#core/webhooks/delivering/database-turns.ts';
import {
  firstRound,
  nextRound,
  type Round,
  type RoundInput,
} from '#core/webhooks/delivering/delivery-round.ts';
import type { OriginSlots } from '#core/webhooks/delivering/origin-slots.ts';
import { openSigner, type Signer } from '#core/webhooks/delivering/signatures.ts';
import { type CallEnd, openCalls } from '#core/webhooks/delivering/taken-calls.ts';
import { type DueDelivery, outcomeOf } from '#core/webhooks/delivery.ts';
import { isConnectionFault } from '#db/tx.ts';

/** What workers of a process share. */
export interface DeliveryMeans {
  slots: OriginSlots;
  pace: CallPace;
  turns: DatabaseTurns;
  /** Gives 0 to 1, for the jitter of retries. */
  random(): number;
  callMsMax: number;
  /** Before outcomes that could not be recorded are tried again. */
  recordPauseMs: number;
  /** Whether the process is closing: no further call is begun. */
  isStopping(): boolean;
}

/** How long a subscription with ever more to send is worked on before others get their turn. */
const turnMs = 10_000;
/** A call is begun only if the claim holds this much longer than the call can take. */
const claimMarginMs = 5_000;
const recordTriesMax = 20;

/**
 * Works off a claimed subscription. Throws what is a fault of ours; attempts are not counted then, and the claim ends
 * by itself, so that another worker tries after a while.
 */
export async function workOff(scope: Scope, claim: Claim, means: DeliveryMeans): Promise<void> {
  const turnEnd = scope.clock.now().getTime() + turnMs;
  const calls = openCalls<CallTerms>((delivery, terms) =>
    callInTime(scope, delivery, { ...means, ...terms }),
  );

  function intent(): RoundInput['intent'] {
    if (calls.fault() !== undefined) return 'abandon';
    const isTurnOver = scope.clock.now().getTime() >= turnEnd;
    return calls.isClosing() || means.isStopping() || isTurnOver ? 'stop' : 'go';
  }

  for (let round = firstRound; ; round = nextRound) {
    const input = { outcomes: calls.takeOutcomes(), busyEventIds: calls.busyEventIds(), intent: intent() };
    const { subscription, mayCall, due, until, isOver } = await persistent(
      () => round(scope, claim, input),
      means,
    );
    if (subscription && mayCall) {
      calls.goOn(due, { url: subscription.targetUrl, signer: openSigner(scope, subscription), until });
    } else calls.beginNoMore();
    if (isOver) break;
    await calls.roundDue();
  }
  if (calls.fault() !== undefined) throw calls.fault();
}

/** What calls need that are begun after a round. */
interface CallTerms {
  url: string;
  signer: Signer;
  /** When the claim ends. */
  until: Date;
}

/** How a call went; `late` when its place came when the claim might end during it, `closing` at the process's end. */
async function callInTime(
  scope: Scope,
  delivery: DueDelivery,
  { slots, pace, random, callMsMax, isStopping, url, signer, until }: DeliveryMeans & CallTerms,
): Promise<CallEnd> {
  const giveBack = await slots.take(url, scope.organization.id);
  try {
    await pace.next();
    if (isStopping()) return 'closing';
    if (until.getTime() - scope.clock.now().getTime() < callMsMax + claimMarginMs) return 'late';
    const result = await attemptDelivery(scope, delivery, { url, signer, timeoutMs: callMsMax });
    if (!result) return 'closing';
    return outcomeOf(delivery, result, { now: scope.clock.now(), random: random() });
  } finally {
    giveBack();
  }
}

/** A round that outlasts a restart of the database: calls that were made should not be made again for it. */
async function persistent(
  round: () => Promise<Round>,
  { turns, recordPauseMs }: DeliveryMeans,
): Promise<Round> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await turns.inTurn(round);
    } catch (error) {
      if (!isConnectionFault(error) || tries === recordTriesMax) throw error;
      await pause(recordPauseMs);
    }
  }
}
