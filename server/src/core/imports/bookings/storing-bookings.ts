// Storing imported bookings, many at a time. Those to come take their places as every booking does; of a batch, those
// that could take the same follow each other, and the others go together.
import type { Booking } from '#core/bookings/booking.ts';
import {
  choosePlacesOf,
  lockBookingPlaces,
  type PlacedBooking,
} from '#core/bookings/placing/placing-bookings.ts';
import type { PreparedBooking } from '#core/bookings/placing/prepare-booking.ts';
import { eventOf } from '#core/events/events.ts';
import { type BookingCandidate, gathering } from '#core/imports/bookings/booking-candidate.ts';
import { insertImportedBookings } from '#core/imports/bookings/booking-import-queries.ts';
import { inRounds } from '#core/imports/bookings/booking-rounds.ts';
import type { BookingRow } from '#core/imports/bookings/booking-row.ts';
import { type ResolvedMention, storeNewCustomers } from '#core/imports/mentions.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import type { FaultDetail } from '#kit/fault.ts';

/** A candidate with all that it is stored with. */
export interface ReadyBooking<Row extends BookingRow = BookingRow> {
  candidate: BookingCandidate<Row>;
  booking: Booking;
  /** When it takes places or waits for them. */
  prepared: PreparedBooking | undefined;
  mentioned: ResolvedMention | undefined;
}

/**
 * Stores new bookings with their new customers, inside the caller's transaction, and tells what is wrong with those for
 * which no place is left. In the order of locks: places first. With `allowOverlap`, places that are taken are taken all
 * the same.
 */
export async function storeBookings<Row extends BookingRow>(
  tx: Tx,
  scope: Scope,
  ready: ReadyBooking<Row>[],
  { allowOverlap }: { allowOverlap?: boolean | undefined },
): Promise<Map<ReadyBooking<Row>, Booking | FaultDetail[]>> {
  const results = new Map<ReadyBooking<Row>, Booking | FaultDetail[]>();
  const toCome = ready.flatMap(({ prepared }) => prepared ?? []);
  if (toCome.length > 0) await lockBookingPlaces(tx, scope, toCome);
  const customers = new Set<string>();
  for (const round of inRounds(ready)) {
    const placed = await Promise.all(round.map((one) => place(tx, scope, one, allowOverlap === true)));
    const stored: PlacedBooking[] = [];
    const mentioned: (ResolvedMention | undefined)[] = [];
    for (const [index, one] of round.entries()) {
      const result = placed[index]!;
      results.set(one, 'booking' in result ? result.booking : result);
      if (!('booking' in result)) continue;
      stored.push(result);
      if (one.mentioned && !customers.has(one.mentioned.customerId)) mentioned.push(one.mentioned);
    }
    await storeNewCustomers(tx, scope, mentioned);
    for (const one of mentioned) customers.add(one!.customerId);
    await insertImportedBookings(tx, stored);
  }
  scope.tools.eventRecorded();
  return results;
}

async function place(
  tx: Tx,
  scope: Scope,
  { booking, prepared }: ReadyBooking,
  allowOverlap: boolean,
): Promise<PlacedBooking | FaultDetail[]> {
  if (!prepared) {
    return { booking, events: [eventOf(scope, 'booking.created', booking)], occupancies: undefined };
  }
  const problems: FaultDetail[] = [];
  const placed = await gathering(problems, () => choosePlacesOf(tx, scope, prepared));
  if (placed) return placed;
  const isTaken = problems.some(({ code }) => code === 'slot_unavailable');
  if (!allowOverlap || !isTaken) return problems;
  return choosePlacesOf(tx, scope, { ...prepared, booking: { ...prepared.booking, allowsOverlap: true } });
}
