// Deleting bookings, and removing what was deleted long ago.
import { invalidTransition } from '#core/bookings/booking.ts';
import { lockBookings } from '#core/bookings/booking-queries.ts';
import { getBooking } from '#core/bookings/bookings.ts';
import {
  deleteBookingsDeletedBefore,
  markBookingDeleted,
} from '#core/bookings/deleting/deleted-booking-queries.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import type { Scope } from '#core/scope.ts';
import type { RootDb } from '#db/tx.ts';
import type { Clock } from '#kit/clock.ts';
import { checkVersion, missing } from '#kit/fault.ts';

/** How long a deleted booking is kept out of sight. */
const keptMs = 30 * 24 * 3_600_000;

/**
 * Removes a booking that was cancelled or rescheduled from sight. Throws `not_found`, and `invalid_transition` for others
 * (G-053), `version_conflict` unless it still has the version given. Source: Spec, C, DELETE /bookings/{bookingId}.
 */
export async function deleteBooking(scope: Scope, reference: string, version?: number): Promise<void> {
  const { id } = await getBooking(scope, reference);
  await scope.write(async (tx) => {
    const [booking] = await lockBookings(tx, [id]);
    if (!booking) throw missing('The booking');
    checkVersion('The booking', booking, version);
    if (booking.status !== 'cancelled' && booking.status !== 'rescheduled')
      throw invalidTransition(`A booking that is ${booking.status} can’t be removed: cancel it first.`);
    const now = scope.clock.now();
    const removed = { ...booking, version: booking.version + 1, updatedAt: now };
    await Promise.all([
      markBookingDeleted(tx, id, now),
      recordEvent(tx, scope, eventOf(scope, 'booking.deleted', removed)),
    ]);
  });
}

/**
 * Removes up to `limit` bookings that were deleted more than 30 days ago, of all organizations, and returns how many.
 * Those that were rescheduled, or that others were rescheduled to, stay with them, deleted (G-053).
 */
export function removeDeletedBookings(db: RootDb, clock: Clock, limit: number): Promise<number> {
  const moment = new Date(clock.now().getTime() - keptMs);
  return db.root((tx) => deleteBookingsDeletedBefore(tx, moment, limit));
}
