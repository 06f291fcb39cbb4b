// What a change of status makes of a booking: its times, and the policies that hold for customers. Pure.
import {
  type Booking,
  type BookingStatus,
  bookingTransitions,
  invalidTransition,
  transitionFault,
  undoCompletionMs,
} from '#core/bookings/booking.ts';
import type { EventType } from '#core/events/event.ts';
import type { Actor } from '#core/scope.ts';
import type { Service } from '#core/services/service.ts';
import { Fault } from '#kit/fault.ts';

const minuteMs = 60_000;

/** On whose wish something is done: policies bind customers, not staff. */
export type RequestedBy = 'staff' | 'customer';

/** Who changes a status, when, and on which terms. */
export interface StatusChange {
  actor: Actor;
  requestedBy: RequestedBy;
  now: Date;
  /** Terms of the service; cancelling and no-shows need them. */
  terms:
    | Pick<Service, 'cancelNoticeMinutes' | 'lateCancelFeeMinor' | 'currency' | 'noShowGraceMinutes'>
    | undefined;
  cancelReason?: string | undefined;
}

/**
 * The booking in another status, with the times that belong to it. Throws `invalid_transition` naming what may follow.
 * Source: Spec, States; G-051.
 */
export function withStatus(booking: Booking, to: BookingStatus, change: StatusChange): Booking {
  const { now } = change;
  if (!bookingTransitions[booking.status].includes(to) || to === 'rescheduled') {
    throw transitionFault(booking.status, to);
  }
  const next: Booking = { ...booking, status: to };
  if (booking.status === 'completed') undoCompletion(next, now);
  if (booking.status === 'cancelled') undoCancellation(next);
  if (booking.status === 'no_show') next.noShowAt = undefined;
  if (booking.status === 'waiting_list')
    [next.waitingListPosition, next.offerExpiresAt] = [undefined, undefined];
  switch (to) {
    case 'confirmed':
      return { ...next, confirmedAt: booking.confirmedAt ?? now };
    case 'checked_in':
      return { ...next, checkedInAt: now };
    case 'completed':
      return { ...next, completedAt: now };
    case 'cancelled':
      return cancelled(next, change);
    case 'no_show':
      return missed(next, change);
    default:
      return next;
  }
}

/** Refuses a customer's wish to move a booking later than the service lets them. Throws `notice_passed`. */
export function checkMoveNotice(
  { startsAt }: Pick<Booking, 'startsAt'>,
  requestedBy: RequestedBy,
  { rescheduleNoticeMinutes }: Pick<Service, 'rescheduleNoticeMinutes'>,
  now: Date,
): void {
  if (requestedBy === 'staff' || !isWithin(rescheduleNoticeMinutes, startsAt, now)) return;
  const sentence = `Customers can move it until ${rescheduleNoticeMinutes} minutes before it starts.`;
  throw new Fault('conflict', 'notice_passed', sentence);
}

/** The event that a change of a booking is. */
export function eventTypeOf(before: Booking, after: Booking): EventType {
  if (before.status === after.status) return 'booking.updated';
  switch (after.status) {
    case 'confirmed':
      return before.confirmedAt ? 'booking.updated' : 'booking.confirmed';
    case 'cancelled':
      return 'booking.cancelled';
    case 'checked_in':
      return 'booking.checked_in';
    case 'completed':
      return 'booking.completed';
    case 'no_show':
      return 'booking.no_show';
    case 'rescheduled':
      return 'booking.rescheduled';
    default:
      return 'booking.updated';
  }
}

function cancelled(
  booking: Booking,
  { actor, requestedBy, now, terms, cancelReason }: StatusChange,
): Booking {
  const byCustomer = requestedBy === 'customer' || actor.type === 'customer';
  const isLate =
    byCustomer && terms !== undefined && isWithin(terms.cancelNoticeMinutes, booking.startsAt, now);
  const fee = isLate && terms.currency === booking.currency ? terms.lateCancelFeeMinor : 0;
  return {
    ...booking,
    cancelledAt: now,
    cancelReason,
    cancelledBy:
      byCustomer && booking.customerId
        ? { type: 'customer', id: booking.customerId }
        : { type: actor.type, id: actor.id },
    lateCancelFeeMinor: fee,
  };
}

function missed(booking: Booking, { now, terms }: StatusChange): Booking {
  const missingFrom = booking.startsAt.getTime() + (terms?.noShowGraceMinutes ?? 0) * minuteMs;
  if (now.getTime() >= missingFrom) return { ...booking, noShowAt: now };
  throw invalidTransition(
    `Nobody is missing before ${new Date(missingFrom).toISOString()}: the booking starts then, or its grace ends.`,
  );
}

function undoCompletion(booking: Booking, now: Date): void {
  const { completedAt } = booking;
  if (completedAt && now.getTime() - completedAt.getTime() > undoCompletionMs) {
    throw invalidTransition('A booking can be taken up again within 24 hours of its completion.');
  }
  booking.completedAt = undefined;
}

function undoCancellation(booking: Booking): void {
  booking.cancelledAt = undefined;
  booking.cancelReason = undefined;
  booking.cancelledBy = undefined;
  booking.lateCancelFeeMinor = 0;
}

function isWithin(noticeMinutes: number, startsAt: Date, now: Date): boolean {
  return now.getTime() > startsAt.getTime() - noticeMinutes * minuteMs;
}
