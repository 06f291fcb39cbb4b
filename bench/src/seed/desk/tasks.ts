// As many tasks as enquiries: done when they were due, or pending because they are yet to come, repeat or were forgotten.
// Everywhere about as many are pending: those that repeat are of the last weeks.
import type postgres from 'postgres';
import type { DeskTenant } from './desk.ts';

/** One of so many of the last tasks repeats. */
const repeatedShare = 40;
const repeatedAmong = 36_000;

/** Fills an organization's tasks with what they are about and how often they were done, out of the table `asked`. */
export async function fillTasks(
  sql: postgres.Sql,
  { organization, desk, trade }: DeskTenant,
  now: Date,
): Promise<void> {
  const organizationId = organization.id;
  const locations = [...new Set(trade.sublocations.map(({ locationId }) => locationId))];
  const sublocations = trade.sublocations.map(({ id }) => id);
  await sql`
    create temp table chores as
    with dated as (
      select n, made_at, pg_temp.id_at(made_at, n + 1) as id, id as enquiry_id, customer_id, staff_id,
        is_repeated, (n * 104729 + n / 100 * 17) % 1000 as lot,
        case when is_repeated then date_trunc('hour', ${now}::timestamptz) + interval '1 hour' * (n * 7919 % 720 + 1)
          when n % 20 <> 19 then date_trunc('hour', made_at) + interval '1 hour' * (n * 7919 % 240 + 1) end as due_at
      from (
        select *, n % ${repeatedShare} = 3 and n >= ${desk.count - repeatedAmong} as is_repeated from asked
      ) asked
    ), done as (
      select *, coalesce(due_at, made_at + interval '5 days') as done_at from dated
    )
    select *, case when is_repeated or lot < 1 or done_at > ${now} and lot < 850 then 'pending'
        when lot < 50 then 'cancelled' else 'completed' end as status,
      case when is_repeated or lot < 1 then made_at else least(done_at, ${now}::timestamptz) end as changed_at
    from done
  `;
  await sql`
    insert into tasks (organization_id, id, title, content, category_id, location_id, is_task, status, due_at, frequency,
      basis, anchor_at, completed_count, completed_at, completed_by, completed_by_name, is_pinned, is_internal, named_staff,
      created_at, created_by, created_by_name, updated_at, updated_by, updated_by_name)
    select ${organizationId}::uuid, id, 'Call back', 'Ask whether everything is as wished.',
      (${desk.categoryIds}::uuid[])[n * 7919 % ${desk.categoryIds.length} + 1],
      case when n % 2 = 0 then (${locations}::uuid[])[n * 104729 / 2 % ${locations.length} + 1] end, n % 10 <> 9, status, due_at,
      case when is_repeated then 'weekly' end, case when is_repeated then 'due_date' end,
      case when is_repeated then due_at end, case when is_repeated then 4 else 0 end,
      case when status = 'completed' then changed_at end, case when status = 'completed' then staff_id end,
      case when status = 'completed' then 'Kim' end, n % 10000 = 500 or status = 'pending' and n % 100 = 50, n % 5 = 0, '{}', made_at, staff_id, 'Kim', changed_at,
      staff_id, 'Kim'
    from chores order by id
  `;
  await sql`
    insert into task_links (organization_id, task_id, customer_id, enquiry_id, order_id, sublocation_id, company_id, staff_id,
      position, is_pending, due_at)
    select ${organizationId}::uuid, id, l.customer_id, l.enquiry_id, order_id, sublocation_id, company_id, l.staff_id, position,
      status = 'pending', due_at
    from chores cross join lateral (
      values
        (customer_id, null, null, null, null, null, 0, n % 5 < 3),
        (null, enquiry_id, null, null, null, null, 1, n % 4 = 0),
        (null, null, (${trade.orders}::uuid[])[n % ${trade.orders.length} + 1], null, null, null, 2, n % 10 = 4),
        (null, null, null, (${sublocations}::uuid[])[n % ${sublocations.length} + 1], null, null, 3, n % 7 = 0),
        (null, null, null, null, (${trade.companies}::uuid[])[n % ${trade.companies.length} + 1], null, 4, n % 20 = 1),
        (null, null, null, null, null, staff_id, 5, true)
    ) l (customer_id, enquiry_id, order_id, sublocation_id, company_id, staff_id, position, is_there)
    where is_there order by id
  `;
  await sql`
    insert into task_completions (organization_id, task_id, id, due_at, completed_at, completed_by, completed_by_name)
    select ${organizationId}::uuid, id, pg_temp.id_at(due_at - interval '7 days' * place, n), due_at - interval '7 days' * place,
      due_at - interval '7 days' * place, staff_id, 'Kim'
    from chores cross join generate_series(1, 4) place where is_repeated order by id
  `;
  await sql`drop table chores`;
}
