// The SQL that lists bookings: the newest first by record id, a calendar by start, and a customer's own.
import type { Booking, BookingStatus } from '#core/bookings/booking.ts';
import { type BookingRow, bookingsFrom, toBooking } from '#core/bookings/booking-row-queries.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';
import type { MomentPlace } from '#kit/cursor.ts';
import { idBounds } from '#kit/id.ts';

/** What bookings are chosen by. */
export interface BookingFilter {
  status?: BookingStatus | undefined;
  serviceId?: string | undefined;
  locationId?: string | undefined;
  sublocationId?: string | undefined;
  staffId?: string | undefined;
  customerId?: string | undefined;
  companyId?: string | undefined;
  orderId?: string | undefined;
  /** The exact booking number, confirmation code or id in the caller's system. */
  search?: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
}

/** Bookings of a filter, newest first, after the one with the id `after`. */
export async function selectBookings(
  tx: Tx,
  filter: BookingFilter,
  { after, count }: { after: string | undefined; count: number },
): Promise<Booking[]> {
  const { createdAfter, createdBefore } = filter;
  const page = { ...idBounds({ after, createdAfter, createdBefore }), count };
  const { updatedAfter, staffId, customerId, search } = filter;
  const isOfBoth = staffId !== undefined && customerId !== undefined;
  const chosen = updatedAfter && !search && !isOfBoth ? changed(tx, filter, page) : newest(tx, filter, page);
  return read(tx, chosen, tx`b.id desc`);
}

/** A page by record id. */
interface IdPage {
  lowest: string;
  below: string;
  count: number;
}

function newest(tx: Tx, filter: BookingFilter, { lowest, below, count }: IdPage): SqlFragment {
  if (filter.staffId) return ofStaff(tx, filter.staffId, filter, { lowest, below, count });
  return tx`
    select b.* from bookings b
    where b.organization_id = ${tx.organizationId} and b.deleted_at is null ${conditions(tx, filter)}
      and b.id < ${below} and b.id >= ${lowest}
    order by b.id desc limit ${count}
  `;
}

// Somebody's bookings are walked in the order of time and each is looked up; left to choose, the planner joins and sorts
// all of them, or reads the newest of everybody until it has found enough of one who has few.
function ofStaff(
  tx: Tx,
  staffId: string,
  filter: BookingFilter,
  { lowest, below, count }: IdPage,
): SqlFragment {
  return tx`
    select b.* from (
      select booking_id from booking_resources
      where organization_id = ${tx.organizationId} and staff_id = ${staffId} and booking_id < ${below}
        and booking_id >= ${lowest}
      order by booking_id desc offset 0
    ) r
    cross join lateral (
      select b.* from bookings b
      where b.organization_id = ${tx.organizationId} and b.id = r.booking_id and b.deleted_at is null
        ${conditions(tx, { ...filter, staffId: undefined })}
      offset 0
    ) b
    order by r.booking_id desc limit ${count}
  `;
}

// By the function, which does not trust the planner's guess of how many were changed since.
function changed(tx: Tx, filter: BookingFilter, { lowest, below, count }: IdPage): SqlFragment {
  const { status, serviceId, locationId, sublocationId, staffId, customerId } = filter;
  const { companyId, orderId, updatedAfter } = filter;
  const known = { service_id: serviceId, location_id: locationId, sublocation_id: sublocationId };
  const others = { deleted_at: null, status, ...known, company_id: companyId, order_id: orderId };
  const { ordered, links } = staffId
    ? { ordered: { staff_id: staffId }, links: tx`, 'booking_resources', 'booking_id'` }
    : customerId
      ? { ordered: { customer_id: customerId }, links: tx`, 'booking_customers', 'booking_id'` }
      : { ordered: companyId ? { company_id: companyId } : { status }, links: tx`` };
  return tx`
    select b.* from unnest(array(select matching_ids('bookings', ${JSON.stringify(ordered)}::text::jsonb,
      ${JSON.stringify(others)}::text::jsonb, '{}', ${updatedAfter}, ${lowest}, ${below}, ${count} ${links}))) found (id)
    join bookings b on b.organization_id = ${tx.organizationId} and b.id = found.id
  `;
}

/** Bookings of a filter that start within a time, in the order of their start, after a place in that order. */
export async function selectCalendar(
  tx: Tx,
  filter: BookingFilter,
  { from, to, after, count }: { from?: Date; to?: Date; after?: MomentPlace | undefined; count: number },
): Promise<Booking[]> {
  const { createdAfter, createdBefore } = filter;
  const { lowest, below } = idBounds({ after: undefined, createdAfter, createdBefore });
  const chosen = tx`
    select b.* from bookings b
    where b.organization_id = ${tx.organizationId} and b.deleted_at is null ${conditions(tx, filter)}
      ${from ? tx`and b.starts_at >= ${from}` : tx``} ${to ? tx`and b.starts_at < ${to}` : tx``}
      ${after ? tx`and (b.starts_at, b.id) > (${after.moment}, ${after.id}::uuid)` : tx``}
      ${createdAfter ? tx`and b.id >= ${lowest}` : tx``} ${createdBefore ? tx`and b.id < ${below}` : tx``}
    order by b.starts_at, b.id limit ${count}
  `;
  return read(tx, chosen, tx`b.starts_at, b.id`);
}

/** What a customer asks of their own bookings. */
export interface OwnSelection {
  status?: BookingStatus | undefined;
  /** Those that have not ended come first to last; the others, and all, last to first. */
  range?: 'upcoming' | 'past' | undefined;
  now: Date;
  /** The booking the page continues after. */
  after?: MomentPlace | undefined;
  count: number;
}

/**
 * A customer's own bookings, read in the order of their start from booking_customers. No booking is longer than a week,
 * so one that started earlier has ended.
 */
export async function selectOwnBookings(
  tx: Tx,
  customerId: string,
  { status, range, now, after, count }: OwnSelection,
): Promise<Booking[]> {
  const isUpcoming = range === 'upcoming';
  const order = isUpcoming ? tx`starts_at, booking_id` : tx`starts_at desc, booking_id desc`;
  const beyond =
    after &&
    tx`(c.starts_at, c.booking_id) ${isUpcoming ? tx`>` : tx`<`} (${after.moment}, ${after.id}::uuid)`;
  const chosen = tx`
    select b.* from booking_customers c
    join bookings b on b.organization_id = c.organization_id and b.id = c.booking_id
    where c.organization_id = ${tx.organizationId} and c.customer_id = ${customerId} and b.deleted_at is null
      ${status ? tx`and b.status = ${status}` : tx``}
      ${isUpcoming ? tx`and b.ends_at > ${now} and c.starts_at > ${now}::timestamptz - interval '168 hours'` : tx``}
      ${range === 'past' ? tx`and b.ends_at <= ${now} and c.starts_at < ${now}` : tx``}
      ${beyond ? tx`and ${beyond}` : tx``}
    order by c.${order} limit ${count}
  `;
  return read(tx, chosen, isUpcoming ? tx`b.starts_at, b.id` : tx`b.starts_at desc, b.id desc`);
}

/** Where a customer's own booking stands in the order of starts; `undefined` for another's, and for none. */
export async function findOwnPlace(
  tx: Tx,
  customerId: string,
  bookingId: string,
): Promise<MomentPlace | undefined> {
  const [row] = await tx<{ startsAt: Date }[]>`
    select starts_at from booking_customers
    where organization_id = ${tx.organizationId} and customer_id = ${customerId} and booking_id = ${bookingId}
  `;
  return row && { moment: row.startsAt, id: bookingId };
}

function conditions(tx: Tx, filter: BookingFilter): SqlFragment {
  const { status, serviceId, locationId, sublocationId, staffId, customerId } = filter;
  const { companyId, orderId, search, updatedAfter } = filter;
  return tx`
    ${status ? tx`and b.status = ${status}` : tx``}
    ${serviceId ? tx`and b.service_id = ${serviceId}` : tx``}
    ${locationId ? tx`and b.location_id = ${locationId}` : tx``}
    ${sublocationId ? tx`and b.sublocation_id = ${sublocationId}` : tx``}
    ${companyId ? tx`and b.company_id = ${companyId}` : tx``}
    ${orderId ? tx`and b.order_id = ${orderId}` : tx``}
    ${updatedAfter ? tx`and b.updated_at >= ${updatedAfter}` : tx``}
    ${staffId ? withStaff(tx, staffId) : tx``}
    ${customerId ? ofCustomer(tx, customerId) : tx``}
    ${search ? named(tx, search) : tx``}
  `;
}

function withStaff(tx: Tx, staffId: string): SqlFragment {
  return tx`and b.id in (
    select booking_id from booking_resources where organization_id = ${tx.organizationId} and staff_id = ${staffId}
  )`;
}

function ofCustomer(tx: Tx, customerId: string): SqlFragment {
  return tx`and b.id in (
    select booking_id from booking_customers
    where organization_id = ${tx.organizationId} and customer_id = ${customerId}
  )`;
}

function named(tx: Tx, text: string): SqlFragment {
  const word = text.trim().toUpperCase();
  return tx`and b.id in (
    select id from bookings where organization_id = ${tx.organizationId} and booking_number = ${word}
    union all
    select id from bookings where organization_id = ${tx.organizationId} and confirmation_code = ${word}
    union all
    select id from bookings where organization_id = ${tx.organizationId} and external_id = ${text.trim()}
  )`;
}

async function read(tx: Tx, chosen: SqlFragment, order: SqlFragment): Promise<Booking[]> {
  const rows = await tx<BookingRow[]>`${bookingsFrom(tx, chosen)} order by ${order}`;
  return rows.map((row) => toBooking(tx, row));
}
