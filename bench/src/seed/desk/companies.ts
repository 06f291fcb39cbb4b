// Companies beside those that have orders.
import type postgres from 'postgres';

const trades = [
  'Bau',
  'Consulting',
  'Design',
  'Druck',
  'Energie',
  'Handel',
  'Logistik',
  'Media',
  'Pharma',
  'Technik',
];
const forms = ['GmbH', 'AG', 'KG', 'OHG', 'eG'];

/** Fills an organization's companies, each with a domain, and returns some ids, the newest first. */
export async function fillCompanies(
  sql: postgres.Sql,
  organizationId: string,
  count: number,
  now: Date,
): Promise<string[]> {
  await sql`
    create temp table firms as
    select n, pg_temp.id_at(made_at, n) as id, made_at, number, name, 'firm' || n || '.example.com' as domain,
      case when n % 50 = 0 then 'inactive' when n % 101 = 1 then 'banned' else 'active' end as status
    from (
      select n, ${now}::timestamptz - interval '3 years' * (1 - n / ${count + 1}::float8) as made_at,
        'COM-' || lpad((n + 1000)::text, greatest(6, length(n::text)), '0') as number,
        c.last_name || ' ' || (${trades}::text[])[n * 7919 % 10 + 1] || ' ' || (${forms}::text[])[n * 31 % 5 + 1] as name
      from generate_series(1::bigint, ${count}::bigint) n
      join (
        select row_number() over (order by id) as place, last_name from customers
        where organization_id = ${organizationId} order by id limit 1000
      ) c on c.place = n % 1000 + 1
    ) named
  `;
  await sql`
    insert into companies (organization_id, id, company_number, name, status, source, search_text, created_at, updated_at)
    select ${organizationId}::uuid, id, number, name, status, 'admin', ' ' || lower(name || ' ' || domain || ' ' || number),
      made_at, made_at
    from firms order by id
  `;
  await sql`
    insert into company_domains (organization_id, company_id, position, domain)
    select ${organizationId}::uuid, id, 0, domain from firms order by id
  `;
  const rows = await sql<{ id: string }[]>`
    select id from firms where n % greatest(1, ${count}::integer / 500) = 0 order by id desc
  `;
  await sql`drop table firms`;
  return rows.map(({ id }) => id);
}
