// The statements of the bare limit: word for word those that Frontdesk sends, each in one piece. `npm run bench` refuses
// to start when the two have drifted apart.
import type postgres from 'postgres';

/** The customer with this record id. */
export function getCustomer(sql: postgres.Sql, organizationId: string, id: string) {
  return sql`
    select c.id, c.organization_id, c.customer_number, c.first_name, c.last_name, c.display_name, c.photo_file_id,
      c.status, c.source, c.total_orders, c.total_spent_minor, c.lifetime_value_minor, c.last_order_at,
      c.last_activity_at, c.first_active_at, c.marketing_opt_in, c.sms_opt_in, c.version, c.created_at, c.updated_at,
      (select json_agg(json_build_object('address', e.address, 'isPrimary', e.is_primary) order by e.position)
        from customer_emails e where e.organization_id = c.organization_id and e.customer_id = c.id) as emails,
      (select json_agg(json_build_object('number', p.number, 'isPrimary', p.is_primary) order by p.position)
        from customer_phones p where p.organization_id = c.organization_id and p.customer_id = c.id) as phones,
      (select json_object_agg(v.parameter_id, v.value) from customer_parameter_values v
        where v.organization_id = c.organization_id and v.customer_id = c.id) as parameter_values
    from (select * from customers where organization_id = ${organizationId} and id = ${id}) c
  `;
}

/** The newest customers. */
export function listCustomers(sql: postgres.Sql, organizationId: string, count: number) {
  return sql`
    select c.id, c.organization_id, c.customer_number, c.first_name, c.last_name, c.display_name, c.photo_file_id,
      c.status, c.source, c.total_orders, c.total_spent_minor, c.lifetime_value_minor, c.last_order_at,
      c.last_activity_at, c.first_active_at, c.marketing_opt_in, c.sms_opt_in, c.version, c.created_at, c.updated_at,
      (select json_agg(json_build_object('address', e.address, 'isPrimary', e.is_primary) order by e.position)
        from customer_emails e where e.organization_id = c.organization_id and e.customer_id = c.id) as emails,
      (select json_agg(json_build_object('number', p.number, 'isPrimary', p.is_primary) order by p.position)
        from customer_phones p where p.organization_id = c.organization_id and p.customer_id = c.id) as phones,
      (select json_object_agg(v.parameter_id, v.value) from customer_parameter_values v
        where v.organization_id = c.organization_id and v.customer_id = c.id) as parameter_values
    from (
    select c.* from customers c
    where c.organization_id = ${organizationId}
    order by c.id desc limit ${count}
    ) c order by c.id desc
  `;
}

/** Customers found by a word. */
export function searchCustomers(sql: postgres.Sql, organizationId: string, patterns: string, count: number) {
  return sql`
    select c.id, c.organization_id, c.customer_number, c.first_name, c.last_name, c.display_name, c.photo_file_id,
      c.status, c.source, c.total_orders, c.total_spent_minor, c.lifetime_value_minor, c.last_order_at,
      c.last_activity_at, c.first_active_at, c.marketing_opt_in, c.sms_opt_in, c.version, c.created_at, c.updated_at,
      (select json_agg(json_build_object('address', e.address, 'isPrimary', e.is_primary) order by e.position)
        from customer_emails e where e.organization_id = c.organization_id and e.customer_id = c.id) as emails,
      (select json_agg(json_build_object('number', p.number, 'isPrimary', p.is_primary) order by p.position)
        from customer_phones p where p.organization_id = c.organization_id and p.customer_id = c.id) as phones,
      (select json_object_agg(v.parameter_id, v.value) from customer_parameter_values v
        where v.organization_id = c.organization_id and v.customer_id = c.id) as parameter_values
    from (
    select c.* from unnest(array(select search_customer_ids(${patterns}::text[], ${null}::text, ${lowestId}::uuid,
      ${highestId}::uuid, ${null}::timestamptz, ${count}::integer))) found (id)
    join customers c on c.organization_id = ${organizationId} and c.id = found.id
    ) c order by c.id desc
  `;
}

const lowestId = '00000000-0000-0000-0000-000000000000';
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The next `count` customer numbers: the last of them. */
export function takeNumbers(sql: postgres.Sql, organizationId: string, count: number) {
  return sql`
    insert into number_counters as counter (organization_id, kind, last_number)
    values (${organizationId}, ${'customer'}, ${count})
    on conflict (organization_id, kind) do update set last_number = counter.last_number + ${count}
    returning last_number
  `;
}

/** A new customer with its event. */
export function insertCustomer(sql: postgres.Sql, organizationId: string, c: any, event: any) {
  return sql`
    with customer as (
    insert into customers (organization_id, id, customer_number, first_name, last_name, display_name, status, source,
      photo_file_id, last_activity_at, first_active_at, marketing_opt_in, sms_opt_in, search_text, version,
      created_at, updated_at)
    values (${organizationId}, ${c.id}, ${c.customerNumber}, ${c.firstName}, ${c.lastName}, ${c.displayName},
      ${c.status}, ${c.source}, ${null}, ${null}, ${null}, ${c.marketingOptIn},
      ${c.smsOptIn}, ${c.searchText}, ${c.version}, ${c.createdAt}, ${c.updatedAt})
    ), emails as (
    insert into customer_emails (organization_id, customer_id, position, address, is_primary)
    select ${organizationId}::uuid, ${c.id}::uuid, place - 1, entry ->> 'address', (entry ->> 'isPrimary')::boolean
    from json_array_elements(${JSON.stringify(c.emails)}::text::json) with ordinality as list (entry, place)
    ), phones as (
    insert into customer_phones (organization_id, customer_id, position, number, is_primary)
    select ${organizationId}::uuid, ${c.id}::uuid, place - 1, entry ->> 'number', (entry ->> 'isPrimary')::boolean
    from json_array_elements(${JSON.stringify(c.phones)}::text::json) with ordinality as list (entry, place)
    ), parameter_values as (
    insert into customer_parameter_values (organization_id, customer_id, parameter_id, value, match_text)
    select ${organizationId}::uuid, ${c.id}::uuid, (entry ->> 'parameterId')::uuid, (entry -> 'value')::jsonb,
      entry ->> 'matchText'
    from json_array_elements(${'[]'}::text::json) as list (entry)
    )
    insert into events (organization_id, id, type, record_id, actor_type, actor_id, data, created_at)
    values (${organizationId}, ${event.id}, ${'customer.created'}, ${c.id}, ${'system'},
      ${'bare'}, ${event.dataJson}::text::json, ${event.createdAt})
  `;
}
