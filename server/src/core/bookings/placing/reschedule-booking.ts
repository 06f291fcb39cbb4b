// Rescheduling: another booking takes the place of one, which stays as it was and says which. (A move of the same
// booking is an update.)
import {
  type Booking,
  bookingTransitions,
  newConfirmationCode,
  transitionFault,
} from '#core/bookings/booking.ts';
import { bookingConflict, isOutrun } from '#core/bookings/booking-conflicts.ts';
import { lockBookings, updateBookingRow } from '#core/bookings/booking-queries.ts';
import { checkMoveNotice, type RequestedBy } from '#core/bookings/booking-status.ts';
import type { StartInput } from '#core/bookings/booking-time.ts';
import { getBooking } from '#core/bookings/bookings.ts';
import { insertMove } from '#core/bookings/history/booking-history-queries.ts';
import { deleteOccupanciesOfBookings } from '#core/bookings/occupancy/occupancy-queries.ts';
import { withAlternatives } from '#core/bookings/placing/alternatives.ts';
import { arrange, requestFor } from '#core/bookings/placing/arrangement.ts';
import type { PlaceRequest } from '#core/bookings/placing/place-request.ts';
import { lockBookingPlaces, placeBooking } from '#core/bookings/placing/placing-bookings.ts';
import type { PreparedBooking } from '#core/bookings/placing/prepare-booking.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import { drawNumber } from '#core/organizations/numbers.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import { checkVersion, missing } from '#kit/fault.ts';
import { newId } from '#kit/id.ts';
import { trimmedOrNone } from '#kit/text.ts';

/** When and where it is to be instead. What is left out is as it was. */
export interface Rescheduling extends StartInput, Partial<PlaceRequest> {
  duration?: number | undefined;
  /** On whose wish; default staff. */
  requestedBy?: RequestedBy | undefined;
  reason?: string | undefined;
  allowOverlap?: boolean | undefined;
  ignoreSchedule?: boolean | undefined;
  /** Refuse unless the record still has this version. */
  version?: number | undefined;
}

/**
 * Makes the booking that takes the place of another, which becomes `rescheduled`, and returns the new one. Throws
 * `not_found`, `version_conflict`, `invalid_transition`, `notice_passed`, `slot_unavailable` naming other times,
 * `invalid_field`.
 */
export async function rescheduleBooking(
  scope: Scope,
  reference: string,
  wanted: Rescheduling,
): Promise<Booking> {
  const old = await getBooking(scope, reference);
  checkVersion('The booking', old, wanted.version);
  if (!bookingTransitions[old.status].includes('rescheduled'))
    throw transitionFault(old.status, 'rescheduled');
  try {
    const prepared = await prepareSuccessor(scope, old, wanted);
    return await scope.write((tx) =>
      replace(tx, scope, old, { prepared, reason: trimmedOrNone(wanted.reason) }),
    );
  } catch (error) {
    if (isOutrun(error, wanted.version)) return rescheduleBooking(scope, old.id, wanted);
    throw await withAlternatives(scope, bookingConflict(error), requestFor(old, wanted), old);
  }
}

async function prepareSuccessor(scope: Scope, old: Booking, wanted: Rescheduling): Promise<PreparedBooking> {
  const now = scope.clock.now();
  const arrangement = await scope.read((tx) =>
    arrange(tx, scope, requestFor(old, wanted), { problems: [], before: old }),
  );
  checkMoveNotice(old, wanted.requestedBy ?? 'staff', arrangement.bookable.service, now);
  const isConfirmed = old.confirmedAt !== undefined;
  const booking: Booking = {
    ...old,
    ...arrangement.times,
    id: newId(now),
    bookingNumber: await drawNumber(scope, 'booking'),
    confirmationCode: newConfirmationCode(),
    status: isConfirmed ? 'confirmed' : 'scheduled',
    attendeeCount: wanted.attendeeCount ?? old.attendeeCount,
    attendees: old.attendees.map((attendee) => ({ ...attendee, checkedInAt: undefined })),
    locationId: arrangement.locationId,
    equipment: arrangement.equipment,
    rescheduledFromId: old.id,
    allowsOverlap: wanted.allowOverlap ?? false,
    ignoresSchedule: wanted.ignoreSchedule ?? false,
    externalId: undefined,
    version: 1,
    createdAt: now,
    updatedAt: now,
    confirmedAt: isConfirmed ? now : undefined,
    checkedInAt: undefined,
    noShowAt: undefined,
  };
  return { booking, arrangement, mentioned: undefined, holdId: undefined };
}

async function replace(
  tx: Tx,
  scope: Scope,
  old: Booking,
  { prepared, reason }: { prepared: PreparedBooking; reason: string | undefined },
): Promise<Booking> {
  const [, [before]] = await Promise.all([
    lockBookingPlaces(tx, scope, [prepared]),
    lockBookings(tx, [old.id]),
  ]);
  if (!before) throw missing('The booking');
  checkVersion('The booking', before, old.version);
  await deleteOccupanciesOfBookings(tx, [old.id], scope.clock.now());
  const booking = await placeBooking(tx, scope, prepared);
  const after: Booking = {
    ...before,
    status: 'rescheduled',
    rescheduledToId: booking.id,
    version: before.version + 1,
    updatedAt: booking.createdAt,
  };
  const isOverride = booking.allowsOverlap || booking.ignoresSchedule;
  await Promise.all([
    updateBookingRow(tx, after, new Set(['status', 'rescheduledToId'])),
    insertMove(tx, { before, after, actor: scope.actor, isOverride, reason }),
    recordEvent(tx, scope, eventOf(scope, 'booking.rescheduled', after, before)),
  ]);
  return booking;
}
