// The SQL of series.
import type { Booking } from '#core/bookings/booking.ts';
import { type BookingRow, bookingsFrom, toBooking } from '#core/bookings/booking-row-queries.ts';
import type { Series } from '#core/bookings/series/series.ts';
import type { Tx } from '#db/tx.ts';

/** Stores a series; its bookings name it. */
export async function insertSeries(tx: Tx, series: Series): Promise<void> {
  await tx`
    insert into booking_series (organization_id, id, frequency, interval_count, first_date, start_time, last_date,
      created_at)
    values (${tx.organizationId}, ${series.id}, ${series.frequency}, ${series.interval},
      ${series.firstDate}::text::date, ${series.startTime}, ${series.lastDate}::text::date, ${series.createdAt})
  `;
}

/** The series with this id. */
export async function findSeries(tx: Tx, id: string): Promise<Series | undefined> {
  const [series] = await tx<Series[]>`
    select id, frequency, interval_count as interval, first_date::text, start_time, last_date::text, created_at
    from booking_series where organization_id = ${tx.organizationId} and id = ${id}
  `;
  return series;
}

/** The bookings of a series in the order in which they start, without those that were removed. */
export async function selectBookingsOfSeries(tx: Tx, seriesId: string): Promise<Booking[]> {
  const chosen = tx`
    select * from bookings
    where organization_id = ${tx.organizationId} and series_id = ${seriesId} and deleted_at is null
  `;
  const rows = await tx<BookingRow[]>`${bookingsFrom(tx, chosen)} order by b.starts_at, b.id`;
  return rows.map((row) => toBooking(tx, row));
}
