// The SQL of the waiting list: who waits for a time, and what is offered to them.
import type { Booking } from '#core/bookings/booking.ts';
import { type BookingRow, bookingsFrom, toBooking } from '#core/bookings/booking-row-queries.ts';
import type { RootTx, Tx } from '#db/tx.ts';

/** A stretch of time in which places may have become free. */
export interface FreeTime {
  startsAt: Date;
  endsAt: Date;
}

/**
 * Up to `limit` bookings after an id that wait, are offered nothing, and are for a time that overlaps, buffers included;
 * in order of id, which is the order in which they came. Nothing lasts longer than nine days with its buffers.
 */
export async function selectWaiting(
  tx: Tx,
  { startsAt, endsAt }: FreeTime,
  { now, after, limit }: { now: Date; after: string | undefined; limit: number },
): Promise<Booking[]> {
  const rows = await tx<BookingRow[]>`
    ${bookingsFrom(
      tx,
      tx`
        select * from bookings
        where organization_id = ${tx.organizationId} and status = 'waiting_list' and deleted_at is null
          and starts_at > ${now} and starts_at > ${startsAt}::timestamptz - interval '216 hours'
          and starts_at - make_interval(mins => buffer_before_minutes) < ${endsAt}
          and ends_at + make_interval(mins => buffer_after_minutes) > ${startsAt}
          and offer_expires_at is null ${after === undefined ? tx`` : tx`and id > ${after}`}
        order by id limit ${limit}
      `,
    )}
    order by b.id
  `;
  return rows.map((row) => toBooking(tx, row));
}

/** How many wait for the same as a booking. */
export async function countWaiting(
  tx: Tx,
  { serviceId, startsAt, locationId }: Pick<Booking, 'serviceId' | 'startsAt' | 'locationId'>,
): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer from bookings
    where organization_id = ${tx.organizationId} and service_id = ${serviceId} and starts_at = ${startsAt}
      and location_id is not distinct from ${locationId}::uuid and status = 'waiting_list' and deleted_at is null
  `;
  return row!.count;
}

/** Stores what is offered to a waiting booking: a hold of its own. What it takes is inserted beside it. */
export async function insertOffer(
  tx: Tx,
  booking: Booking,
  { id, expiresAt, createdAt }: { id: string; expiresAt: Date; createdAt: Date },
): Promise<void> {
  await tx`
    insert into booking_holds (organization_id, id, booking_id, service_id, location_id, timezone, starts_at, ends_at,
      attendee_count, expires_at, created_at)
    values (${tx.organizationId}, ${id}, ${booking.id}, ${booking.serviceId}, ${booking.locationId},
      ${booking.timezone}, ${booking.startsAt}, ${booking.endsAt}, ${booking.attendeeCount}, ${expiresAt}, ${createdAt})
  `;
}

/** A hold that has expired: somebody's who was about to book, or an offer to a booking on the waiting list. */
export interface ExpiredHold {
  organizationId: string;
  id: string;
  /** Of an offer: the booking that waits. */
  bookingId: string | null;
}

/** Up to `limit` expired holds of all organizations, the oldest first. */
export async function selectExpiredHolds(tx: RootTx, now: Date, limit: number): Promise<ExpiredHold[]> {
  return tx<ExpiredHold[]>`
    select organization_id, id, booking_id from booking_holds
    where expires_at <= ${now} order by expires_at limit ${limit}
  `;
}
