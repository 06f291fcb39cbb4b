// Operations on the organization's bookings: getting and changing one. Making them is in placing/, deleting in deleting/.
import { type Booking, invalidTransition, isOccupying } from '#core/bookings/booking.ts';
import { bookingConflict, isOutrun } from '#core/bookings/booking-conflicts.ts';
import { findBookingByCode, findBookingById, findBookingByNumber } from '#core/bookings/booking-queries.ts';
import { checkMoveNotice } from '#core/bookings/booking-status.ts';
import {
  applyPlannedUpdate,
  type BookingUpdate,
  changesPlace,
  type PlannedUpdate,
} from '#core/bookings/booking-update.ts';
import { withAlternatives } from '#core/bookings/placing/alternatives.ts';
import { arrange, requestFor } from '#core/bookings/placing/arrangement.ts';
import type { Scope } from '#core/scope.ts';
import { findService } from '#core/services/service-queries.ts';
import type { Tx } from '#db/tx.ts';
import { checkVersion, invalidField, missing } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

/** The booking named by record id, booking number or confirmation code, in any case. Throws `not_found`. */
export async function getBooking(scope: Scope, reference: string): Promise<Booking> {
  const booking = await scope.read((tx) => findBooking(tx, reference));
  if (!booking) throw missing('The booking');
  return booking;
}

/**
 * Changes the booking named by record id, number or code. Throws `not_found`, `version_conflict`, `invalid_transition`
 * naming what may follow, `notice_passed` for a customer's wish that comes too late, `slot_unavailable` naming other
 * times, and `invalid_field` naming what is wrong. Source: Spec, C, PATCH /bookings/{bookingId}.
 */
export async function updateBooking(
  scope: Scope,
  reference: string,
  update: BookingUpdate,
): Promise<Booking> {
  const known = await getBooking(scope, reference);
  checkVersion('The booking', known, update.version);
  try {
    const planned = await scope.read((tx) => planUpdate(tx, scope, known, update));
    return await scope.write((tx) => applyPlannedUpdate(tx, scope, planned));
  } catch (error) {
    if (isOutrun(error, update.version)) return updateBooking(scope, known.id, update);
    const request = requestFor(known, update);
    throw await withAlternatives(scope, bookingConflict(error, update), request, known);
  }
}

async function planUpdate(
  tx: Tx,
  scope: Scope,
  known: Booking,
  update: BookingUpdate,
): Promise<PlannedUpdate> {
  if (update.holdId !== undefined && !isUuid(update.holdId)) throw invalidField('holdId', 'is no hold.');
  const status = update.status ?? known.status;
  const isMoved = changesPlace(update);
  const takes = isOccupying(status) && (isMoved || !isOccupying(known.status));
  if (isMoved && !isOccupying(status) && status !== 'waiting_list')
    throw invalidTransition(`A booking that is ${status} can’t be moved.`);
  const asksForTerms = status === 'cancelled' || status === 'no_show';
  const [arrangement, terms] = await Promise.all([
    takes || isMoved
      ? arrange(tx, scope, requestFor(known, update), { problems: [], before: known })
      : undefined,
    asksForTerms ? findService(tx, known.serviceId) : undefined,
  ]);
  if (arrangement && isMoved) {
    checkMoveNotice(known, update.requestedBy ?? 'staff', arrangement.bookable.service, scope.clock.now());
  }
  return { known, update, arrangement, takes, terms };
}

async function findBooking(tx: Tx, reference: string): Promise<Booking | undefined> {
  if (isUuid(reference)) return findBookingById(tx, reference.toLowerCase());
  const text = reference.toUpperCase();
  return /^[A-Z0-9]{8}$/.test(text) ? findBookingByCode(tx, text) : findBookingByNumber(tx, text);
}
