// Making a booking. Source: Spec, C, POST /bookings.
import type { Booking } from '#core/bookings/booking.ts';
import { bookingConflict, isNumberTaken } from '#core/bookings/booking-conflicts.ts';
import { withAlternatives } from '#core/bookings/placing/alternatives.ts';
import { lockBookingPlaces, placeBooking } from '#core/bookings/placing/placing-bookings.ts';
import {
  type BookingInput,
  type PreparedBooking,
  prepareBooking,
  renumbered,
} from '#core/bookings/placing/prepare-booking.ts';
import { isWorthPreparingAnew } from '#core/customers/mentioned-customer.ts';
import type { Scope } from '#core/scope.ts';

/**
 * Makes a booking and takes its places, or puts it on the waiting list. Throws `invalid_field` and the like naming what
 * is wrong, and `slot_unavailable` when there is no place free or it is closed at that time; its details then name up to
 * three other times as `alternative`.
 */
export async function createBooking(scope: Scope, input: BookingInput): Promise<Booking> {
  let prepared: PreparedBooking | undefined;
  try {
    prepared = await prepareBooking(scope, input);
    return await store(scope, prepared);
  } catch (error) {
    if (await isWorthPreparingAnew(scope, error, prepared?.mentioned)) return createBooking(scope, input);
    throw await withAlternatives(scope, bookingConflict(error, input), input);
  }
}

/** Stores a booking; under another number and code when somebody has them already. */
async function store(scope: Scope, prepared: PreparedBooking): Promise<Booking> {
  try {
    return await scope.write(async (tx) => {
      // Both go out in one flight: what is counted behind the lock is what its holder has left.
      const locked = lockBookingPlaces(tx, scope, [prepared]);
      const [booking] = await Promise.all([placeBooking(tx, scope, prepared), locked]);
      return booking;
    });
  } catch (error) {
    if (!isNumberTaken(error)) throw error;
    return store(scope, await renumbered(scope, prepared));
  }
}
