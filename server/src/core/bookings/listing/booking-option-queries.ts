// The SQL that finds bookings to choose from by whose they are and what they are of.
import type { Booking } from '#core/bookings/booking.ts';
import { type BookingRow, bookingsFrom, toBooking } from '#core/bookings/booking-row-queries.ts';
import type { Tx } from '#db/tx.ts';

/** Whose bookings, and of which services. */
export interface BookingSubjects {
  customerIds: string[];
  serviceIds: string[];
}

/** Bookings of any of these customers or services: the last ones of each, newest first. */
export async function selectBookingsOf(
  tx: Tx,
  { customerIds, serviceIds }: BookingSubjects,
  count: number,
): Promise<Booking[]> {
  // Each subject is asked for its last ones by itself: over all of them at once a planner may read every booking.
  const chosen = tx`
    select b.* from bookings b
    where b.organization_id = ${tx.organizationId} and b.deleted_at is null and b.id in (
      select last.id from unnest(${customerIds}::uuid[]) customer (id) cross join lateral (
        select booking_id as id from booking_customers
        where organization_id = ${tx.organizationId} and customer_id = customer.id
        order by booking_id desc limit ${count}
      ) last
      union all
      select last.id from unnest(${serviceIds}::uuid[]) service (id) cross join lateral (
        select id from bookings where organization_id = ${tx.organizationId} and service_id = service.id
        order by starts_at desc, id desc limit ${count}
      ) last
    )
    order by b.id desc limit ${count}
  `;
  const rows = await tx<BookingRow[]>`${bookingsFrom(tx, chosen)} order by b.id desc`;
  return rows.map((row) => toBooking(tx, row));
}
