// The delivery record: one event on its way to one subscription. What an attempt's result means, and when the next is.
import type { PublishedEvent } from '#core/events/event.ts';

/**
 * `pending`: to be sent, or sent again. `delivered`: a 2xx answer came. `failed`: given up. `dropped`: the
 * subscription ended first.
 */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'dropped'] as const;

/** One of `deliveryStatuses`. */
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** A delivery as the log shows it. */
export interface Delivery {
  eventId: string;
  eventType: string | undefined;
  sequence: number;
  /** The record the event happened to. */
  recordId: string;
  status: DeliveryStatus;
  attempts: number;
  /** Empty while an earlier event of the same record is pending, and at the end. */
  nextAttemptAt: Date | undefined;
  /** When the last attempt ended. */
  attemptedAt: Date | undefined;
  responseStatus: number | undefined;
  /** The beginning of the last answer. */
  responseBody: string | undefined;
  failureReason: string | undefined;
  failureMessage: string | undefined;
  durationMs: number | undefined;
  createdAt: Date;
}

/** A delivery that is due, with the event to send. */
export interface DueDelivery {
  eventId: string;
  recordId: string;
  /** Attempts made before. */
  attempts: number;
  /** Gone when the event was removed before anybody could send it. */
  event: PublishedEvent | undefined;
}

/** How an attempt went. */
export interface AttemptResult {
  responseStatus?: number;
  responseBody?: string;
  /** Why it failed, for programs; empty when it succeeded. */
  failureReason?: string;
  /** Why it failed, in a sentence. */
  failureMessage?: string;
  durationMs: number;
  /** Seconds after which the receiver wants to be called again, when it said so. */
  retryAfterSeconds?: number | undefined;
}

/** What an attempt makes of its delivery. */
export interface Outcome extends AttemptResult {
  eventId: string;
  recordId: string;
  /** Attempts made before this one. */
  attempts: number;
  status: DeliveryStatus;
  nextAttemptAt: Date | undefined;
}

/** Seconds from the end of a failed attempt to the next one. Source: Standard Webhooks, example retry schedule. */
const waitsSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
const jitter = 0.2;

/** How often an event is sent before it is given up. */
export const attemptsMax = waitsSeconds.length + 1;

/** What the result of an attempt makes of the delivery. `random` gives 0 to 1, for the jitter. */
export function outcomeOf(
  delivery: DueDelivery,
  result: AttemptResult,
  { now, random }: { now: Date; random: number },
): Outcome {
  const { eventId, recordId, attempts } = delivery;
  const wait = isFinal(result) ? undefined : waitsSeconds[attempts];
  const common = { ...result, eventId, recordId, attempts };
  if (isSuccess(result)) return { ...common, status: 'delivered', nextAttemptAt: undefined };
  if (wait === undefined) return { ...common, status: 'failed', nextAttemptAt: undefined };
  const jittered = wait * (1 + jitter * (2 * random - 1));
  const waitSeconds = Math.max(jittered, result.retryAfterSeconds ?? 0);
  const nextAttemptAt = new Date(now.getTime() + Math.round(waitSeconds * 1000));
  return { ...common, status: 'pending', nextAttemptAt };
}

/** Whether the receiver took the event. */
export function isSuccess({ failureReason }: AttemptResult): boolean {
  return failureReason === undefined;
}

/** Whether the receiver said that it is no longer there: the subscription ends. */
export function isGone({ responseStatus }: AttemptResult): boolean {
  return responseStatus === 410;
}

/** Until when the receiver wants no call at all: it is overloaded or out of service and says for how long. */
export function pauseAfter(
  { responseStatus, retryAfterSeconds }: AttemptResult,
  now: Date,
): Date | undefined {
  const speaksForItself = responseStatus === 429 || responseStatus === 503;
  if (!speaksForItself || !retryAfterSeconds) return undefined;
  return new Date(now.getTime() + retryAfterSeconds * 1000);
}

// The event was removed, or is too large to be sent: another attempt would not be different.
function isFinal(result: AttemptResult): boolean {
  return isGone(result) || (result.failureReason ?? '').startsWith('event_');
}
