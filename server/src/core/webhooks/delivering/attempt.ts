// One attempt to send one event to one receiver.
import { eventBody, publicEventId } from '#core/events/event.ts';
import type { Scope } from '#core/scope.ts';
import type { Signer } from '#core/webhooks/delivering/signatures.ts';
import type { AttemptResult, DueDelivery } from '#core/webhooks/delivery.ts';
import type { CallbackResult } from '#integrations/callbacks/callbacks.ts';

/** How long a receiver has to answer. */
export const callMsMax = 15_000;

const bodyBytesMax = 256 * 1024;
/** How much of an answer the log keeps. */
const responseBytesMax = 1024;

/**
 * Sends an event and tells how it went: only a 2xx answer within the time is a success. `undefined` when this process
 * ended the call because it is closing, which says nothing about the receiver. Call it outside transactions.
 */
export async function attemptDelivery(
  scope: Scope,
  { event }: DueDelivery,
  { url, signer, timeoutMs }: { url: string; signer: Signer; timeoutMs: number },
): Promise<AttemptResult | undefined> {
  if (!event) return impossible('event_removed', 'The event is older than 30 days and was removed.');
  const body = eventBody(scope.organization.id, event);
  if (Buffer.byteLength(body) > bodyBytesMax) {
    return impossible('event_too_large', 'The event has more than 256 kB; GET /events has it.');
  }
  const eventId = publicEventId(event.id);
  const headers = await signer.headersOf({ eventId, body, now: scope.clock.now() });
  return resultOf(await scope.tools.callbacks.post({ url, headers, body, timeoutMs, responseBytesMax }));
}

function resultOf(result: CallbackResult): AttemptResult | undefined {
  const { durationMs } = result;
  if (result.outcome === 'failed') {
    if (result.reason === 'closed') return undefined;
    return { failureReason: result.reason, failureMessage: result.message, durationMs };
  }
  const { status, body, retryAfterSeconds } = result;
  const answered = { responseStatus: status, responseBody: body, durationMs, retryAfterSeconds };
  if (status >= 200 && status < 300) return answered;
  if (status >= 300 && status < 400) {
    const failureMessage = `The receiver answered ${status}, a redirect, which is not followed.`;
    return { ...answered, failureReason: 'redirect', failureMessage };
  }
  return { ...answered, failureReason: 'status', failureMessage: `The receiver answered ${status}.` };
}

function impossible(failureReason: string, failureMessage: string): AttemptResult {
  return { failureReason, failureMessage, durationMs: 0 };
}
