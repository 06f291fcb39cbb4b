// The SQL that finds, stores and changes bookings with their customers, attendees, staff and equipment. Lists are in
// booking-list-queries.ts, and what bookings take in occupancy/.
import type { Booking } from '#core/bookings/booking.ts';
import { type BookingRow, bookingsFrom, toBooking } from '#core/bookings/booking-row-queries.ts';
import { insertEvents, type NewEvent } from '#core/events/event-queries.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

/** The booking with this record id. */
export async function findBookingById(tx: Tx, id: string): Promise<Booking | undefined> {
  return findOne(tx, tx`id = ${id}`);
}

/** The booking with this number. */
export async function findBookingByNumber(tx: Tx, bookingNumber: string): Promise<Booking | undefined> {
  return findOne(tx, tx`booking_number = ${bookingNumber}`);
}

/** The booking with this confirmation code. */
export async function findBookingByCode(tx: Tx, confirmationCode: string): Promise<Booking | undefined> {
  return findOne(tx, tx`confirmation_code = ${confirmationCode}`);
}

/** The bookings of an order. */
export async function findBookingsOfOrder(tx: Tx, orderId: string): Promise<Booking[]> {
  return find(tx, tx`order_id = ${orderId}`);
}

/** The bookings with these record ids, locked until the transaction ends; in order of id. */
export async function lockBookings(tx: Tx, ids: string[]): Promise<Booking[]> {
  // Sent at once, and not when it is waited for: what is read behind it must be what its holder has left.
  const locked = tx`
    select from bookings where organization_id = ${tx.organizationId} and id = any(${ids}::uuid[])
    order by id for no key update
  `.execute();
  const [bookings] = await Promise.all([find(tx, tx`id = any(${ids}::uuid[])`), locked]);
  return bookings;
}

/** Stores a new booking with what it takes and its events in one statement. */
export async function insertBooking(
  tx: Tx,
  booking: Booking,
  { occupancies, events }: { occupancies: SqlFragment | undefined; events: NewEvent[] },
): Promise<void> {
  await tx`
    with booking as (${insertRow(tx, booking)}),
      customers as (${insertCustomers(tx, customersOf(tx, booking))}),
      attendees as (${insertAttendees(tx, booking)}),
      resources as (${insertResources(tx, resourcesOf(tx, booking))})
      ${occupancies ? tx`, occupied as (${occupancies})` : tx``}
    ${insertEvents(tx, events)}
  `;
}

/** Stores a changed booking; the lists that are named in `changed` are replaced whole. */
export async function updateBookingRow(
  tx: Tx,
  booking: Booking,
  changed: ReadonlySet<keyof Booking>,
): Promise<void> {
  const replaced: PromiseLike<unknown>[] = [];
  const where = tx`organization_id = ${tx.organizationId} and booking_id = ${booking.id}`;
  const isMoved = changed.has('startsAt');
  if (changed.has('customers') || isMoved)
    replaced.push(
      tx`delete from booking_customers where ${where}`,
      insertCustomers(tx, customersOf(tx, booking)),
    );
  if (changed.has('attendees'))
    replaced.push(tx`delete from booking_attendees where ${where}`, insertAttendees(tx, booking));
  if (changed.has('staffIds') || changed.has('equipment') || isMoved)
    replaced.push(
      tx`delete from booking_resources where ${where}`,
      insertResources(tx, resourcesOf(tx, booking)),
    );
  await Promise.all([updateRow(tx, booking), ...replaced]);
}

function insertRow(tx: Tx, b: Booking): SqlFragment {
  return tx`
    insert into bookings (organization_id, id, booking_number, confirmation_code, status, starts_at, ends_at, timezone,
      local_date, start_time, end_time, day_starts_at, buffer_before_minutes, buffer_after_minutes, attendee_count,
      service_id, service_name, service_category_name, location_id, sublocation_id, customer_id, company_id, order_id,
      order_item_id, enquiry_id, price_minor, currency, payment_status, late_cancel_fee_minor, source, customer_notes,
      internal_notes, cancel_reason, rescheduled_from_id, series_id, allows_overlap, ignores_schedule,
      custom_fields, external_id, version, created_at, updated_at, confirmed_at, checked_in_at, completed_at,
      cancelled_at, no_show_at)
    values (${tx.organizationId}, ${b.id}, ${b.bookingNumber}, ${b.confirmationCode}, ${b.status}, ${b.startsAt},
      ${b.endsAt}, ${b.timezone}, ${b.date}::text::date, ${b.startTime}, ${b.endTime}, ${b.dayStartsAt},
      ${b.bufferBeforeMinutes}, ${b.bufferAfterMinutes}, ${b.attendeeCount}, ${b.serviceId}, ${b.serviceName},
      ${b.serviceCategoryName}, ${b.locationId}, ${b.sublocationId}, ${b.customerId}, ${b.companyId}, ${b.orderId},
      ${b.orderItemId}, ${b.enquiryId}, ${b.priceMinor}, ${b.currency}, ${b.paymentStatus}, ${b.lateCancelFeeMinor},
      ${b.source}, ${b.customerNotes}, ${b.internalNotes}, ${b.cancelReason}, ${b.rescheduledFromId},
      ${b.seriesId}, ${b.allowsOverlap}, ${b.ignoresSchedule},
      ${JSON.stringify(b.customFields)}::text::jsonb, ${b.externalId}, ${b.version}, ${b.createdAt}, ${b.updatedAt},
      ${b.confirmedAt}, ${b.checkedInAt}, ${b.completedAt}, ${b.cancelledAt}, ${b.noShowAt})
  `;
}

function updateRow(tx: Tx, b: Booking): SqlFragment {
  return tx`
    update bookings set status = ${b.status}, starts_at = ${b.startsAt}, ends_at = ${b.endsAt},
      timezone = ${b.timezone}, local_date = ${b.date}::text::date, start_time = ${b.startTime},
      end_time = ${b.endTime}, day_starts_at = ${b.dayStartsAt}, attendee_count = ${b.attendeeCount},
      location_id = ${b.locationId}, sublocation_id = ${b.sublocationId}, customer_id = ${b.customerId},
      company_id = ${b.companyId}, order_id = ${b.orderId}, order_item_id = ${b.orderItemId},
      enquiry_id = ${b.enquiryId}, price_minor = ${b.priceMinor}, currency = ${b.currency},
      payment_status = ${b.paymentStatus}, late_cancel_fee_minor = ${b.lateCancelFeeMinor}, source = ${b.source},
      customer_notes = ${b.customerNotes}, internal_notes = ${b.internalNotes}, cancel_reason = ${b.cancelReason},
      cancelled_by_type = ${b.cancelledBy?.type}, cancelled_by_id = ${b.cancelledBy?.id},
      rescheduled_to_id = ${b.rescheduledToId}, series_id = ${b.seriesId},
      offer_expires_at = ${b.offerExpiresAt},
      allows_overlap = ${b.allowsOverlap}, ignores_schedule = ${b.ignoresSchedule},
      custom_fields = ${JSON.stringify(b.customFields)}::text::jsonb, external_id = ${b.externalId},
      version = ${b.version}, updated_at = ${b.updatedAt}, confirmed_at = ${b.confirmedAt},
      checked_in_at = ${b.checkedInAt}, completed_at = ${b.completedAt}, cancelled_at = ${b.cancelledAt},
      no_show_at = ${b.noShowAt}
    where organization_id = ${tx.organizationId} and id = ${b.id}
  `;
}

/** The insert of customers: `owners` has a booking_id, its start and a JSON list of customers in each row. */
export function insertCustomers(tx: Tx, owners: SqlFragment): SqlFragment {
  return tx`
    insert into booking_customers (organization_id, booking_id, customer_id, position, role, starts_at)
    select ${tx.organizationId}::uuid, owner.booking_id, (entry ->> 'customerId')::uuid, place - 1, entry ->> 'role',
      owner.starts_at
    from (${owners}) as owner (booking_id, starts_at, list),
      json_array_elements(list) with ordinality as entries (entry, place)
  `;
}

function insertAttendees(tx: Tx, { id, attendees }: Booking): SqlFragment {
  return tx`
    insert into booking_attendees (organization_id, booking_id, position, name, email, customer_id, checked_in_at)
    select ${tx.organizationId}::uuid, ${id}::uuid, place - 1, entry ->> 'name', entry ->> 'email',
      (entry ->> 'customerId')::uuid, (entry ->> 'checkedInAt')::timestamptz
    from json_array_elements(${JSON.stringify(attendees)}::text::json) with ordinality as entries (entry, place)
  `;
}

/** The insert of resources: `owners` has a booking_id, its start and a list as `bookedResources` makes it in each row. */
export function insertResources(tx: Tx, owners: SqlFragment): SqlFragment {
  return tx`
    insert into booking_resources (organization_id, booking_id, position, staff_id, equipment_id, quantity, starts_at)
    select ${tx.organizationId}::uuid, owner.booking_id, place - 1, (entry ->> 'staffId')::uuid,
      (entry ->> 'equipmentId')::uuid, (entry ->> 'quantity')::integer, owner.starts_at
    from (${owners}) as owner (booking_id, starts_at, list),
      json_array_elements(list) with ordinality as entries (entry, place)
  `;
}

/** The staff and equipment of a booking as `insertResources` reads them. */
export function bookedResources({ staffIds, equipment }: Booking): object[] {
  return [...staffIds.map((staffId) => ({ staffId, quantity: 1 })), ...equipment];
}

const customersOf = (tx: Tx, booking: Booking) => listOf(tx, booking, booking.customers);
const resourcesOf = (tx: Tx, booking: Booking) => listOf(tx, booking, bookedResources(booking));

// The lists go as JSON: one parameter each, and the statement stays the same for any length.
function listOf(tx: Tx, { id, startsAt }: Booking, list: object[]): SqlFragment {
  return tx`select ${id}::uuid, ${startsAt}::timestamptz, ${JSON.stringify(list)}::text::json`;
}

async function findOne(tx: Tx, condition: SqlFragment): Promise<Booking | undefined> {
  const [booking] = await find(tx, condition);
  return booking;
}

async function find(tx: Tx, condition: SqlFragment): Promise<Booking[]> {
  const chosen = tx`
    select * from bookings where organization_id = ${tx.organizationId} and deleted_at is null and ${condition}
  `;
  const rows = await tx<BookingRow[]>`${bookingsFrom(tx, chosen)} order by b.id`;
  return rows.map((row) => toBooking(tx, row));
}
