// Joining the waiting list.
import type { Booking } from '#core/bookings/booking.ts';
import { insertFreedTime } from '#core/bookings/waiting-list/freed-time-queries.ts';
import { countWaiting } from '#core/bookings/waiting-list/waiting-queries.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';

/**
 * The place of a booking that is about to join the waiting list, inside the caller's transaction. Its time is noted as
 * freed: if there is room already, or somebody makes some just now, it is offered like any other.
 */
export async function joinWaitingList(tx: Tx, scope: Scope, booking: Booking): Promise<number> {
  const { startsAt, endsAt } = booking;
  const [waiting] = await Promise.all([
    countWaiting(tx, booking),
    insertFreedTime(tx, { from: startsAt, until: endsAt }, scope.clock.now()),
  ]);
  return waiting + 1;
}
