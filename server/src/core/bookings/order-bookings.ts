// What happens to bookings with the order that sells them, inside the order's transaction.
import { type Booking, isOccupying } from '#core/bookings/booking.ts';
import { findBookingsOfOrder, lockBookings, updateBookingRow } from '#core/bookings/booking-queries.ts';
import { withStatus } from '#core/bookings/booking-status.ts';
import { insertMove } from '#core/bookings/history/booking-history-queries.ts';
import { deleteOccupanciesOfBookings } from '#core/bookings/occupancy/occupancy-queries.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';

/** Statuses in which a booking is cancelled with its order; what has come to an end stays as it ended. */
const isOpen = ({ status }: Booking) => isOccupying(status) || status === 'waiting_list';

/**
 * Cancels those of these bookings that are still open, gives back their places, and returns them. No fee is due. After
 * the caller's locks on orders.
 */
export async function cancelBookings(
  tx: Tx,
  scope: Scope,
  { ids, reason }: { ids: string[]; reason?: string | undefined },
): Promise<Booking[]> {
  const open = (await lockBookings(tx, ids)).filter(isOpen);
  const now = scope.clock.now();
  const change = {
    actor: scope.actor,
    requestedBy: 'staff' as const,
    now,
    terms: undefined,
    cancelReason: reason,
  };
  const cancelled = open.map((before) => ({
    ...withStatus(before, 'cancelled', change),
    version: before.version + 1,
    updatedAt: now,
  }));
  await deleteOccupanciesOfBookings(tx, ids, now);
  await Promise.all(
    cancelled.flatMap((after, place) => [
      updateBookingRow(tx, after, new Set(['status'])),
      insertMove(tx, { before: open[place]!, after, actor: scope.actor, isOverride: false, reason }),
      recordEvent(tx, scope, eventOf(scope, 'booking.cancelled', after, open[place]!)),
    ]),
  );
  return cancelled;
}

/** Sets the payment status of all of an order's bookings that have another, and returns those. */
export async function markBookingsPaid(
  tx: Tx,
  scope: Scope,
  { orderId, paymentStatus }: { orderId: string; paymentStatus: Booking['paymentStatus'] },
): Promise<Booking[]> {
  const ids = (await findBookingsOfOrder(tx, orderId)).map(({ id }) => id);
  const unmarked = (await lockBookings(tx, ids)).filter((booking) => booking.paymentStatus !== paymentStatus);
  const now = scope.clock.now();
  const marked = unmarked.map((before) => ({
    ...before,
    paymentStatus,
    version: before.version + 1,
    updatedAt: now,
  }));
  await Promise.all(
    marked.flatMap((after, place) => [
      updateBookingRow(tx, after, new Set(['paymentStatus'])),
      recordEvent(tx, scope, eventOf(scope, 'booking.updated', after, unmarked[place]!)),
    ]),
  );
  return marked;
}
