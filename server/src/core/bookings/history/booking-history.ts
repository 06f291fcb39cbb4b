// What became of a booking: its moves from status to status and from time to time. Source: G-059.
import type { BookingStatus } from '#core/bookings/booking.ts';
import { getBooking } from '#core/bookings/bookings.ts';
import { selectChanges } from '#core/bookings/history/booking-history-queries.ts';
import type { Actor, Scope } from '#core/scope.ts';

/** One move of a booking. What stayed as it was is `undefined`. */
export interface BookingChange {
  /** Record id, UUID version 7. */
  id: string;
  /** The version of the booking that the change made. */
  version: number;
  actor: Pick<Actor, 'type' | 'id'>;
  fromStatus: BookingStatus | undefined;
  toStatus: BookingStatus | undefined;
  fromStartsAt: Date | undefined;
  toStartsAt: Date | undefined;
  fromEndsAt: Date | undefined;
  toEndsAt: Date | undefined;
  fromSublocationId: string | undefined;
  toSublocationId: string | undefined;
  /** Whether staff took places that were taken, or a time outside opening hours. */
  isOverride: boolean;
  reason: string | undefined;
  createdAt: Date;
}

/** What became of the booking named by record id, number or confirmation code, first to last. Throws `not_found`. */
export async function listBookingChanges(scope: Scope, reference: string): Promise<BookingChange[]> {
  const { id } = await getBooking(scope, reference);
  return scope.read((tx) => selectChanges(tx, id));
}
