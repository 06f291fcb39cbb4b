// Enquiries of three years, as many a day in every organization, so that as many are waiting: only what is answered
// grows. What differs between rows is spread by primes and not by chance, the same in every run.
import type postgres from 'postgres';
import { firstMade } from '#bench/seed/people.ts';
import type { DeskTenant } from './desk.ts';

/** On each day; in three years they come to a million. */
const perDay = 914;
/** The first customer has one of so many, the second has this many of all. */
const regularShare = 100;
const rareCount = 5;
/** Somebody new answers some of these last ones, and a few are about what nobody asked before. */
const recent = 45_000;
/** One of so many customers asks at all. */
const customersForOneWhoAsks = 20;

const subjects = [
  ...['Change of my booking', 'Invoice for my last visit', 'Opening hours on Sunday', 'Table for a birthday'],
  ...['Parking at the house', 'Gift voucher', 'Price for a group', 'Lost property', 'Refund of a booking'],
  ...['Wheelchair access', 'Course for beginners', 'Wifi does not work', 'Membership', 'Key card'],
];

/** Fills an organization's enquiries with who answers them and what was said, and leaves them in the table `asked`. */
export async function fillEnquiries(
  sql: postgres.Sql,
  { organization, customers, desk, trade }: DeskTenant,
  now: Date,
): Promise<void> {
  const { count } = desk;
  const organizationId = organization.id;
  const others = trade.staff.slice(0, -1);
  await sql`
    create temp table asked as
    with dated as (
      select n, ${now}::timestamptz - interval '1 day' * (${count}::bigint - n) / ${perDay} as made_at,
        (n * 7919 + n / 100 * 31) % 1000 as lot, (n * 104729 + n / 100 * 17) % 100 as priority_lot
      from generate_series(0::bigint, ${count - 1}::bigint) n
    )
    select n, made_at, pg_temp.id_at(made_at, n) as id, priority_lot,
      case
        when made_at > ${now}::timestamptz - interval '2 days' then
          case when lot < 500 then 'new' when lot < 800 then 'open' when lot < 900 then 'pending' else 'resolved' end
        when made_at > ${now}::timestamptz - interval '21 days' then
          case when lot < 30 then 'new' when lot < 250 then 'open' when lot < 450 then 'pending'
            when lot < 750 then 'resolved' else 'closed' end
        when lot < 2 then 'open' when lot < 5 then 'pending' when lot < 150 then 'resolved' else 'closed' end as status,
      least(made_at + interval '1 hour' * (n * 7919 % 72), ${now}::timestamptz) as updated_at,
      pg_temp.id_at(${new Date(firstMade)}::timestamptz + interval '1 minute' * (
        case when n % ${regularShare} = 0 then 1 when n % ${Math.floor(count / rareCount)} = 1 then 2
          else 3 + n * 7919 % ${Math.floor(customers / customersForOneWhoAsks)} end), 0) as customer_id,
      case when n % 500 = 7 and n >= ${count - recent} then ${desk.newStaff}::uuid
        else (${others}::uuid[])[n * 7919 / 13 % ${others.length} + 1] end as staff_id,
      case when n % 20000 = 11 and n >= ${count - recent} then 'A forgotten umbrella'
        else (${subjects}::text[])[floor((n * 104729 % 1000) ^ 2 / 1e6 * ${subjects.length})::integer + 1] end as subject
    from dated
  `;
  await sql`
    insert into enquiries (organization_id, id, enquiry_number, name, email, phone, customer_id, type, subject, message,
      status, status_category, priority, source, first_response_at, resolved_at, closed_at, response_count, reply_token,
      search_text, created_at, updated_at)
    select ${organizationId}::uuid, a.id, a.number, c.display_name, coalesce(e.address, 'guest' || n || '@example.com'), p.number,
      a.customer_id, case when n % 4 = 0 then 'support' else 'general' end, subject, 'I would like to know more, please.',
      a.status, a.status, case when priority_lot < 60 then 'medium' when priority_lot < 80 then 'low'
        when priority_lot < 97 then 'high' else 'urgent' end,
      case when n % 3 = 0 then 'email' else 'website' end, case when a.status <> 'new' then a.updated_at end,
      case when a.status = 'resolved' then a.updated_at end, case when a.status = 'closed' then a.updated_at end,
      case when a.status = 'new' then 0 else 1 end, lpad(lower(to_hex(n)), 16, 'x'),
      ' ' || lower(a.number) || replace(c.search_text, ' ' || lower(customer_number), '') || ' ' || lower(subject), made_at,
      a.updated_at
    from (
      select *, 'ENQ-' || lpad((n + 1)::text, greatest(6, length((n + 1)::text)), '0') as number from asked
    ) a
    join customers c on c.organization_id = ${organizationId} and c.id = a.customer_id
    left join customer_emails e on e.organization_id = c.organization_id and e.customer_id = c.id and e.position = 0
    left join customer_phones p on p.organization_id = c.organization_id and p.customer_id = c.id and p.position = 0
    order by a.id
  `;
  await sql`
    insert into enquiry_assignees (organization_id, staff_id, enquiry_id, position, status)
    select ${organizationId}::uuid, staff_id, id, 0, status from asked order by staff_id, id
  `;
  await sql`
    insert into enquiry_messages (organization_id, enquiry_id, id, kind, author_type, author_id, author_name, body,
      created_at)
    select ${organizationId}::uuid, id, pg_temp.id_at(updated_at, n), 'reply', 'staff', staff_id, 'Kim', 'Gladly: see our page.',
      updated_at
    from asked where status <> 'new' order by id
  `;
  await sql`
    insert into number_counters (organization_id, kind, last_number) values (${organizationId}, 'enquiry', ${count})
    on conflict (organization_id, kind) do update set last_number = excluded.last_number
  `;
}
