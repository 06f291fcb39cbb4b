// The SQL of importing bookings.
import type { Booking } from '#core/bookings/booking.ts';
import { bookedResources, insertCustomers, insertResources } from '#core/bookings/booking-queries.ts';
import type { PlacedBooking } from '#core/bookings/placing/placing-bookings.ts';
import { insertEvents } from '#core/events/event-queries.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

/** The numbers of the bookings that have these ids in another system, by id. */
export async function selectBookingsThere(tx: Tx, externalIds: string[]): Promise<Map<string, string>> {
  const rows = await tx<{ externalId: string; bookingNumber: string }[]>`
    select external_id, booking_number from bookings
    where organization_id = ${tx.organizationId} and external_id = any(${externalIds}::text[]) and deleted_at is null
  `;
  return new Map(rows.map(({ externalId, bookingNumber }) => [externalId, bookingNumber]));
}

/** Stores new bookings with what they take and their events, in order, in one statement and one for each that takes something. */
export async function insertImportedBookings(tx: Tx, placed: PlacedBooking[]): Promise<void> {
  if (placed.length === 0) return;
  const bookings = placed.map(({ booking }) => booking);
  const events = placed.flatMap((one) => one.events);
  const listOf = (name: SqlFragment) => tx`select id, "startsAt", ${name} from made`;
  await Promise.all([
    tx`
      with made as materialized (${madeRows(tx, bookings)}),
        booking as (${insertRows(tx)}),
        customers as (${insertCustomers(tx, listOf(tx`customers`))}),
        resources as (${insertResources(tx, listOf(tx`resources`))})
      ${insertEvents(tx, events)}
    `,
    ...placed.flatMap(({ occupancies }) => occupancies ?? []),
  ]);
}

// All bookings go as one JSON parameter: the statement stays the same for any number of them.
function madeRows(tx: Tx, bookings: Booking[]): SqlFragment {
  const rows = bookings.map((booking) => ({ ...booking, resources: bookedResources(booking) }));
  return tx`
    select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as row (id uuid, "bookingNumber" text,
      "confirmationCode" text, status text, "startsAt" timestamptz, "endsAt" timestamptz, timezone text, date date,
      "startTime" text, "endTime" text, "dayStartsAt" timestamptz, "bufferBeforeMinutes" integer,
      "bufferAfterMinutes" integer, "attendeeCount" integer, "serviceId" uuid, "serviceName" text,
      "serviceCategoryName" text, "locationId" uuid, "sublocationId" uuid, "customerId" uuid, "priceMinor" bigint,
      currency text, "paymentStatus" text, "lateCancelFeeMinor" bigint, source text, "customerNotes" text,
      "internalNotes" text, "cancelReason" text, "allowsOverlap" boolean, "ignoresSchedule" boolean,
      "customFields" jsonb, "externalId" text, version integer, "createdAt" timestamptz, "updatedAt" timestamptz,
      "confirmedAt" timestamptz, "checkedInAt" timestamptz, "completedAt" timestamptz, "cancelledAt" timestamptz,
      "noShowAt" timestamptz, customers json, resources json)
  `;
}

function insertRows(tx: Tx): SqlFragment {
  return tx`
    insert into bookings (organization_id, id, booking_number, confirmation_code, status, starts_at, ends_at, timezone,
      local_date, start_time, end_time, day_starts_at, buffer_before_minutes, buffer_after_minutes, attendee_count,
      service_id, service_name, service_category_name, location_id, sublocation_id, customer_id, price_minor, currency,
      payment_status, late_cancel_fee_minor, source, customer_notes, internal_notes, cancel_reason, allows_overlap,
      ignores_schedule, custom_fields, external_id, version, created_at, updated_at, confirmed_at, checked_in_at,
      completed_at, cancelled_at, no_show_at)
    select ${tx.organizationId}::uuid, id, "bookingNumber", "confirmationCode", status, "startsAt", "endsAt", timezone,
      date, "startTime", "endTime", "dayStartsAt", "bufferBeforeMinutes", "bufferAfterMinutes", "attendeeCount",
      "serviceId", "serviceName", "serviceCategoryName", "locationId", "sublocationId", "customerId", "priceMinor",
      currency, "paymentStatus", "lateCancelFeeMinor", source, "customerNotes", "internalNotes", "cancelReason",
      "allowsOverlap", "ignoresSchedule", "customFields", "externalId", version, "createdAt", "updatedAt",
      "confirmedAt", "checkedInAt", "completedAt", "cancelledAt", "noShowAt"
    from made
  `;
}
