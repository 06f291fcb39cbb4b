// The calls of one worker. Deliveries are taken ahead of them and outcomes kept for a moment, so that a transaction
// records and takes many: one for each call cost more than the call.
import { setImmediate } from 'node:timers/promises';
import { callsPerSubscriptionMax } from '#core/webhooks/delivering/delivery-round.ts';
import { type DueDelivery, isSuccess, type Outcome } from '#core/webhooks/delivery.ts';

/** How a call ended: with an outcome; `late` or `closing` when it was not made, and the delivery is as due as before. */
export type CallEnd = Outcome | 'late' | 'closing';

/** The calls of one worker, made under terms that each round gives anew. */
export interface Calls<Terms> {
  /**
   * Begins calls, under these terms from now on, for what was taken before and for what is due; not after a failure
   * that no round has judged yet.
   */
  goOn(due: DueDelivery[], terms: Terms): void;
  /** Lets go what was taken and not begun. */
  beginNoMore(): void;
  /** Events that are taken: calls are under way for them, or wait for their place. */
  busyEventIds(): string[];
  /** How calls went that have ended since this was last asked. */
  takeOutcomes(): Outcome[];
  /** Resolves when there is enough to record, or nothing left to wait for. */
  roundDue(): Promise<void>;
  /** What the first call threw that threw something: a fault of ours. */
  fault(): unknown;
  /** Whether a call found the process closing. */
  isClosing(): boolean;
}

/** So many outcomes are recorded at once at the latest: what a crash may have a receiver told twice. */
const recordedTogetherMax = 32;
/** How long an outcome waits to be recorded with others. The next event of its record waits as long. */
const recordedAfterMs = 100;

/** Opens the calls of a worker; `call` makes one. */
export function openCalls<Terms>(
  call: (delivery: DueDelivery, terms: Terms) => Promise<CallEnd>,
): Calls<Terms> {
  const underWay = new Set<string>();
  let taken: DueDelivery[] = [];
  let terms: Terms;
  let ended: Outcome[] = [];
  let mayBeMore = false;
  let isUrgent = false;
  /** Whether something ended otherwise than with a success since outcomes were last taken. */
  let isUnjudged = false;
  let isClosing = false;
  let fault: unknown;
  let timer: NodeJS.Timeout | undefined;
  let wake = () => {};

  function beginMore(): void {
    while (underWay.size < callsPerSubscriptionMax && taken.length > 0) void begin(taken.shift()!);
  }
  async function begin(delivery: DueDelivery): Promise<void> {
    underWay.add(delivery.eventId);
    try {
      note(await call(delivery, terms));
    } catch (error) {
      fault ??= error;
      stop();
    }
    underWay.delete(delivery.eventId);
    beginMore();
    if (isRoundDue()) wake();
  }
  function note(end: CallEnd): void {
    if (end === 'closing') isClosing = true;
    if (typeof end === 'object') keep(end);
    if (typeof end === 'string' || !isSuccess(end)) stop();
  }
  function keep(outcome: Outcome): void {
    ended.push(outcome);
    timer ??= setTimeout(() => {
      isUrgent = true;
      wake();
    }, recordedAfterMs);
  }
  // What a failure says about the receiver is for a round to judge before the next call.
  function stop(): void {
    taken = [];
    isUrgent = true;
    isUnjudged = true;
  }
  function isRoundDue(): boolean {
    const runsLow = mayBeMore && taken.length < callsPerSubscriptionMax;
    return (
      isUrgent || underWay.size === 0 || ended.length >= recordedTogetherMax || (runsLow && ended.length > 0)
    );
  }
  return {
    goOn(due, newTerms) {
      terms = newTerms;
      mayBeMore = due.length >= callsPerSubscriptionMax;
      // The round that brought them began before.
      if (isUnjudged) return;
      taken.push(...due);
      beginMore();
    },
    beginNoMore() {
      taken = [];
      mayBeMore = false;
    },
    busyEventIds: () => [...underWay, ...taken.map(({ eventId }) => eventId)],
    takeOutcomes() {
      clearTimeout(timer);
      timer = undefined;
      isUrgent = false;
      isUnjudged = false;
      const outcomes = ended;
      ended = [];
      return outcomes;
    },
    async roundDue() {
      if (!isRoundDue()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      // A turn of the event loop, so that calls that ended together are recorded together.
      await setImmediate();
    },
    fault: () => fault,
    isClosing: () => isClosing,
  };
}
