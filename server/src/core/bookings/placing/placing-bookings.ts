// The second half of placing bookings, in the caller's transaction: lock what they could take, count what is taken, and
// store each with what it takes and its events.
import type { Booking } from '#core/bookings/booking.ts';
import { insertBooking } from '#core/bookings/booking-queries.ts';
import { holdExpired } from '#core/bookings/holds/hold.ts';
import { releaseHold } from '#core/bookings/holds/hold-queries.ts';
import { choosePlaces, lockWishes } from '#core/bookings/occupancy/occupancies.ts';
import { insertOccupancies } from '#core/bookings/occupancy/occupancy-queries.ts';
import { chosenIn } from '#core/bookings/placing/arrangement.ts';
import type { PreparedBooking } from '#core/bookings/placing/prepare-booking.ts';
import { joinWaitingList } from '#core/bookings/waiting-list/joining.ts';
import { storeMentioned } from '#core/customers/mentioned-customer.ts';
import type { NewEvent } from '#core/events/event-queries.ts';
import { eventOf } from '#core/events/events.ts';
import type { Scope } from '#core/scope.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

/**
 * Locks all that these bookings could take. Before any other lock of the transaction, and once in it; what is placed
 * afterwards finds the places as they are left.
 */
export function lockBookingPlaces(tx: Tx, scope: Scope, prepared: PreparedBooking[]): Promise<void> {
  const wishes = prepared.filter(takesPlaces).map(({ arrangement }) => arrangement.wish);
  return lockWishes(tx, wishes, scope.clock.now());
}

/**
 * Places a booking: chooses what is free, stores the booking with what it takes, and records `booking.created` and,
 * where it is confirmed already, `booking.confirmed`. Its places are locked before. Throws `slot_unavailable`, and
 * `hold_expired`.
 */
export async function placeBooking(tx: Tx, scope: Scope, prepared: PreparedBooking): Promise<Booking> {
  const { booking, events, occupancies } = await choosePlacesOf(tx, scope, prepared);
  await Promise.all([
    prepared.mentioned && storeMentioned(tx, scope, prepared.mentioned),
    insertBooking(tx, booking, { events, occupancies }),
  ]);
  scope.tools.eventRecorded();
  return booking;
}

/** A booking with its places, about to be stored. */
export interface PlacedBooking {
  booking: Booking;
  events: NewEvent[];
  /** The insert of what it takes, once the booking is stored; none for one that waits. */
  occupancies: SqlFragment | undefined;
}

/**
 * The first half of `placeBooking`: chooses what is free. It stays free until the caller stores it, or another booking
 * in its transaction that could take the same.
 */
export async function choosePlacesOf(
  tx: Tx,
  scope: Scope,
  prepared: PreparedBooking,
): Promise<PlacedBooking> {
  const { arrangement, holdId } = prepared;
  const now = scope.clock.now();
  const held = holdId === undefined ? undefined : releaseHold(tx, holdId, { now, notesFreedTime: false });
  const chosen = takesPlaces(prepared)
    ? choosePlaces(tx, arrangement.wish, { allowsOverlap: prepared.booking.allowsOverlap, now })
    : undefined;
  const [isHeld, takings] = await Promise.all([held, chosen]);
  if (isHeld === false) throw holdExpired();

  const booking = takings
    ? { ...prepared.booking, ...chosenIn(takings) }
    : { ...prepared.booking, waitingListPosition: await joinWaitingList(tx, scope, prepared.booking) };
  const events: NewEvent[] = [eventOf(scope, 'booking.created', booking)];
  if (booking.status === 'confirmed') events.push(eventOf(scope, 'booking.confirmed', booking));
  const taker = { bookingId: booking.id };
  return {
    booking,
    events,
    occupancies: takings && insertOccupancies(tx, taker, arrangement.wish, takings, now),
  };
}

function takesPlaces({ booking }: PreparedBooking): boolean {
  return booking.status !== 'waiting_list';
}
