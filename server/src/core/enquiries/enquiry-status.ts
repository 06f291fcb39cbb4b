// How an enquiry goes from one status to another: by staff, and by a customer's answer. Pure. Source: G-104.
import type { Enquiry } from '#core/enquiries/enquiry.ts';
import {
  type EnquirySettings,
  type EnquiryStatus,
  reopenedStatus,
  standingOf,
  statusNamed,
} from '#core/enquiries/settings/enquiry-settings.ts';
import { Fault, type FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';

/** How long after closing an answer still belongs to the same enquiry. */
export const reopeningMs = 14 * 24 * 3_600_000;

/**
 * The enquiry in the status with that key. A status that can't be had is added to `problems`; one that must not follow
 * throws `invalid_transition` naming those that may.
 */
export function withStatus(
  enquiry: Enquiry,
  key: string,
  { settings, now }: { settings: EnquirySettings; now: Date },
  problems: FaultDetail[],
): Enquiry {
  if (key === enquiry.status.key) return enquiry;
  const status = activeStatus(key, settings, problems);
  if (!status) return enquiry;
  checkMove(enquiry, status, settings);
  return moved(enquiry, status, now);
}

/**
 * The enquiry in the status that it got elsewhere at a moment, whatever it had before: moves are asked for where they
 * are made. A status that can't be had is added to `problems`.
 */
export function withPastStatus(
  enquiry: Enquiry,
  key: string,
  { settings, at }: { settings: EnquirySettings; at: Date },
  problems: FaultDetail[],
): Enquiry {
  const status = activeStatus(key, settings, problems);
  const past = status && key !== enquiry.status.key ? moved(enquiry, status, at) : enquiry;
  if (status) checkLostReason(past, settings, problems);
  return past;
}

function activeStatus(
  key: string,
  settings: EnquirySettings,
  problems: FaultDetail[],
): EnquiryStatus | undefined {
  const status = statusNamed(settings, key);
  if (!status?.active) {
    const active = settings.statuses.filter((one) => one.active).map((one) => one.key);
    problems.push(problem('status', `must be one of ${active.join(', ')}.`));
    return undefined;
  }
  return status;
}

/** Adds a problem when the status an enquiry has needs a reason of loss, and there is none. */
export function checkLostReason(
  { status: { key }, lostReason }: Enquiry,
  settings: EnquirySettings,
  problems: FaultDetail[],
): void {
  if (lostReason || !statusNamed(settings, key)?.requiresLostReason) return;
  problems.push(problem('lostReason', `is needed with the status ${key}.`, 'missing_field'));
}

/**
 * The enquiry after its customer has answered: waiting or resolved, it is open again, as it is when it was closed not
 * long ago. `undefined` when it is over, so that the answer begins a new enquiry.
 */
export function afterCustomerReply(
  enquiry: Enquiry,
  settings: EnquirySettings,
  now: Date,
): Enquiry | undefined {
  const { status, closedAt } = enquiry;
  if (status.category === 'new' || status.category === 'open') return enquiry;
  if (statusNamed(settings, status.key)?.isFinal) return undefined;
  const isLongClosed = closedAt !== undefined && now.getTime() - closedAt.getTime() > reopeningMs;
  return isLongClosed ? undefined : moved(enquiry, reopenedStatus(settings), now);
}

function checkMove({ status }: Enquiry, next: EnquiryStatus, settings: EnquirySettings): void {
  const from = statusNamed(settings, status.key);
  const allowed = from?.isFinal ? [] : from?.allowedTo;
  if (!allowed || allowed.includes(next.key)) return;
  const moves = allowed.length > 0 ? `to ${allowed.join(', ')} only` : 'to no other status';
  throw new Fault('conflict', 'invalid_transition', `From ${status.key} an enquiry can go ${moves}.`);
}

/** Closing what was resolved leaves it resolved. */
function moved(enquiry: Enquiry, next: EnquiryStatus, now: Date): Enquiry {
  const { category } = next;
  const resolvedAt = category === 'resolved' ? now : category === 'closed' ? enquiry.resolvedAt : undefined;
  const staysIn = category === enquiry.status.category;
  return {
    ...enquiry,
    status: standingOf(next),
    resolvedAt: staysIn ? enquiry.resolvedAt : resolvedAt,
    closedAt: staysIn ? enquiry.closedAt : category === 'closed' ? now : undefined,
  };
}
