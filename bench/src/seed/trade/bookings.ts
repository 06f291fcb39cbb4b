// Bookings out of deals: no two of them at one desk at a time.
import type postgres from 'postgres';

/** Fills an organization's bookings with their customers and what they take. */
export async function fillBookings(
  sql: postgres.Sql,
  organizationId: string,
  { staff, now }: { staff: string[]; now: Date },
): Promise<void> {
  await sql`
    insert into bookings (organization_id, id, booking_number, confirmation_code, status, starts_at, ends_at, timezone,
      local_date, start_time, end_time, day_starts_at, attendee_count, location_id, sublocation_id, service_id,
      service_name, customer_id, company_id, order_id, order_item_id, price_minor, currency, payment_status, source,
      created_at, updated_at, confirmed_at, completed_at, cancelled_at, no_show_at)
    select ${organizationId}, booking_id, 'BK-' || lpad((n + 1)::text, greatest(6, length((n + 1)::text)), '0'),
      lpad(upper(to_hex(n)), 8, 'X'), status, starts_at, ends_at, time_zone, (starts_at at time zone time_zone)::date,
      to_char(starts_at at time zone time_zone, 'HH24:MI'), to_char(ends_at at time zone time_zone, 'HH24:MI'),
      date_trunc('day', starts_at, time_zone), 1, location_id, sublocation_id, service_id, service_name, customer_id,
      company_id, order_id, item_id, 5000, 'EUR', 'paid', 'admin', made_at,
      case when status in ('completed', 'no_show') then ends_at else made_at end,
      case when status <> 'scheduled' then made_at end, case when status = 'completed' then ends_at end,
      case when status = 'cancelled' then made_at end, case when status = 'no_show' then ends_at end
    from (
      select d.*, s.name as service_name, l.time_zone,
        case when booking_lot < 8 then 'cancelled' when ends_at > ${now} and booking_lot < 30 then 'scheduled'
          when ends_at > ${now} then 'confirmed' when booking_lot < 12 then 'no_show' else 'completed' end as status
      from deals d
      join services s on s.organization_id = ${organizationId} and s.id = service_id
      join locations l on l.organization_id = ${organizationId} and l.id = d.location_id
    ) named order by booking_id
  `;
  await sql`
    insert into booking_customers (organization_id, booking_id, customer_id, position, role, starts_at)
    select ${organizationId}, booking_id, customer_id, 0, 'primary', starts_at from deals order by booking_id
  `;
  // Every other one is a lesson; the last of the staff gives hardly any.
  await sql`
    insert into booking_resources (organization_id, booking_id, position, staff_id, quantity, starts_at)
    select ${organizationId}::uuid, booking_id, 0, case when n % 5000 = 1 then ${staff.at(-1)!}::uuid
      else (${staff.slice(0, -1)}::uuid[])[n * 7919 / 2 % ${staff.length - 1} + 1] end, 1, starts_at
    from deals where n % 2 = 1 order by booking_id
  `;
  await sql`
    insert into occupancies (organization_id, id, booking_id, resource_type, resource_id, service_id, place_id, starts_at,
      ends_at, quantity, is_whole, is_override)
    select organization_id, id, id, 'sublocation', sublocation_id, service_id, sublocation_id, starts_at, ends_at, 1, true,
      false
    from bookings where organization_id = ${organizationId} and status in ('scheduled', 'confirmed')
    order by sublocation_id, starts_at
  `;
}
