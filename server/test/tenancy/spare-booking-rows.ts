// Rows for the tables of bookings, beside those of spare-rows.ts: one booking, which takes its room.

/** One row for each table of bookings, as spare-rows.ts writes them. */
export function bookingRows(
  organizationId: string,
  id: string,
  word: string,
): [text: string, ...values: unknown[]][] {
  return [
    [
      `insert into bookings (organization_id, id, booking_number, confirmation_code, status, starts_at, ends_at, timezone,
         local_date, start_time, end_time, day_starts_at, attendee_count, location_id, sublocation_id, service_id,
         service_name, customer_id, currency, payment_status, source, customer_notes, created_at, updated_at)
       values (?, ?, 'BK-900001', 'SAMECODE', 'scheduled', '2030-01-01T10:00Z', '2030-01-01T11:00Z', 'UTC', '2030-01-01',
         '10:00', '11:00', '2030-01-01T00:00Z', 1, ?, ?, ?, ?, ?, 'EUR', 'pending', 'same', ?, now(), now())`,
      organizationId,
      id,
      id,
      id,
      id,
      word,
      id,
      word,
    ],
    [
      `insert into booking_customers (organization_id, booking_id, customer_id, position, role, starts_at)
       values (?, ?, ?, 0, 'primary', '2030-01-01T10:00Z')`,
      organizationId,
      id,
      id,
    ],
    [
      'insert into booking_attendees (organization_id, booking_id, position, name, customer_id) values (?, ?, 0, ?, ?)',
      organizationId,
      id,
      word,
      id,
    ],
    [
      `insert into booking_resources (organization_id, booking_id, position, staff_id, quantity, starts_at)
       values (?, ?, 0, ?, 1, '2030-01-01T10:00Z')`,
      organizationId,
      id,
      id,
    ],
    [
      `insert into booking_changes (organization_id, booking_id, id, version, actor_type, actor_id, from_status,
         to_status, reason, created_at)
       values (?, ?, ?, 2, 'system', 'same', 'confirmed', 'scheduled', ?, now())`,
      organizationId,
      id,
      id,
      word,
    ],
    [
      `insert into occupancies (organization_id, id, booking_id, resource_type, resource_id, service_id, place_id,
         starts_at, ends_at, quantity, is_whole, is_override)
       values (?, ?, ?, 'sublocation', ?, ?, ?, '2030-01-01T10:00Z', '2030-01-01T11:00Z', 1, true, false)`,
      organizationId,
      id,
      id,
      id,
      id,
      id,
    ],
  ];
}
