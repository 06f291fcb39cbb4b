// What the audit log and the events keep of it all.
import type postgres from 'postgres';
import { firstMade } from '#bench/seed/people.ts';
import type { DeskTenant } from './desk.ts';

/** One of so many entries is about the first customer. */
const regularShare = 100;

/** Fills an organization's audit log with an entry for each row of `asked`, and its events of the last 29 days. */
export async function fillHistory(
  sql: postgres.Sql,
  { organization, desk }: DeskTenant,
  now: Date,
): Promise<void> {
  const organizationId = organization.id;
  await sql`
    insert into audit_entries (organization_id, id, action, record_id, actor_type, actor_id, actor_name, changes, created_at)
    select ${organizationId}::uuid, pg_temp.id_at(updated_at, n), case when n % ${regularShare} = 0 then 'customer.updated' else 'enquiry.updated' end,
      case when n % ${regularShare} = 0 then pg_temp.id_at(${new Date(firstMade)}::timestamptz + interval '1 minute', 0)
        else id end, 'staff', staff_id, 'Kim', '[{"field":"status","from":"new","to":"open"}]', updated_at
    from asked order by updated_at
  `;
  await sql`
    insert into events (organization_id, id, sequence, type, record_id, actor_type, actor_id, actor_name, data, created_at)
    select ${organizationId}::uuid, pg_temp.id_at(at, n), n, 'enquiry.updated', id, 'staff', staff_id, 'Kim',
      json_build_object('id', id, 'subject', subject, 'status', status), at
    from (
      select row_number() over (order by n) as n, id, staff_id, subject, status,
        ${now}::timestamptz - interval '29 days' * (1 - row_number() over (order by n) / ${desk.events + 1}::float8) as at
      from asked order by n limit ${desk.events}
    ) happened
  `;
  await sql`
    insert into number_counters (organization_id, kind, last_number) values (${organizationId}, 'event', ${desk.events})
    on conflict (organization_id, kind) do update set last_number = excluded.last_number
  `;
}
