// The SQL that reads everything about a customer, record by record, for their export.
import type { SqlFragment, Tx } from '#db/tx.ts';

/** A part of the export: a query of `at`, by which its records are in order, and `record`, as JSON. */
type ExportPart = (tx: Tx, customerId: string) => SqlFragment;

// Names are those of the tables' columns, whose comments say what they mean. Left out is what means nothing outside:
// the organization, what search compares, and what opens something.
const internal = ['organization_id', 'search_text', 'reply_token', 'version'];

/** What is exported of a customer, by name, in the order of the document. */
export const exportParts: Record<string, ExportPart> = {
  customer: (tx, id) => tx`
    select c.id as at, to_jsonb(c) || jsonb_build_object(
      'emails', (select jsonb_agg(e.address order by e.position) from customer_emails e
        where e.organization_id = c.organization_id and e.customer_id = c.id),
      'phones', (select jsonb_agg(p.number order by p.position) from customer_phones p
        where p.organization_id = c.organization_id and p.customer_id = c.id),
      'parameters', (select jsonb_object_agg(d.name, v.value) from customer_parameter_values v
        join customer_parameters d on d.organization_id = v.organization_id and d.id = v.parameter_id
        where v.organization_id = c.organization_id and v.customer_id = c.id)) as record
    from customers c where c.organization_id = ${tx.organizationId} and c.id = ${id}
  `,
  merged_customers: (tx, id) => tx`
    select m.id as at, m.merged_customer - 'organizationId' || jsonb_build_object('mergedAt', m.created_at) as record
    from customer_merges m
    where m.organization_id = ${tx.organizationId} and m.survivor_id = ${id} and m.merged_customer is not null
  `,
  accounts: (tx, id) => tx`
    select a.id as at, to_jsonb(a) || jsonb_build_object('sessions', (
      select jsonb_agg(jsonb_build_object('created_at', s.created_at, 'ip_address', s.ip_address,
        'user_agent', s.user_agent) order by s.id)
      from customer_sessions s where s.organization_id = a.organization_id and s.account_id = a.id)) as record
    from accounts a
    left join accounts joined on joined.organization_id = a.organization_id and joined.id = a.joins_account_id
    where a.organization_id = ${tx.organizationId} and ${id} in (a.customer_id, joined.customer_id)
  `,
  companies: (tx, id) => tx`
    select m.company_id as at, jsonb_build_object('company_number', c.company_number, 'name', c.name, 'role', m.role,
      'title', m.title) as record
    from company_members m
    join companies c on c.organization_id = m.organization_id and c.id = m.company_id
    where m.organization_id = ${tx.organizationId} and m.customer_id = ${id}
  `,
  orders: (tx, id) => tx`
    select o.id as at, to_jsonb(o) || jsonb_build_object(
      'items', (select jsonb_agg(to_jsonb(i) - '{organization_id,order_id}'::text[] order by i.position)
        from order_items i where i.organization_id = o.organization_id and i.order_id = o.id),
      'payments', (select jsonb_agg(to_jsonb(p) - '{organization_id,order_id}'::text[] order by p.id)
        from order_payments p where p.organization_id = o.organization_id and p.order_id = o.id),
      'refunds', (select jsonb_agg(to_jsonb(r) - '{organization_id,order_id}'::text[] order by r.id)
        from order_refunds r where r.organization_id = o.organization_id and r.order_id = o.id)) as record
    from orders o where o.organization_id = ${tx.organizationId} and o.customer_id = ${id}
  `,
  orders_taken_part_in: (tx, id) => tx`
    select p.order_id as at, jsonb_build_object('order_number', o.order_number, 'role', p.role) as record
    from order_customers p
    join orders o on o.organization_id = p.organization_id and o.id = p.order_id
    where p.organization_id = ${tx.organizationId} and p.customer_id = ${id}
  `,
  bookings: (tx, id) => tx`
    select p.booking_id as at, case when b.customer_id = ${id} then to_jsonb(b)
      else jsonb_build_object('booking_number', b.booking_number, 'service_name', b.service_name,
        'starts_at', b.starts_at, 'ends_at', b.ends_at) end || jsonb_build_object('role', p.role) as record
    from booking_customers p
    join bookings b on b.organization_id = p.organization_id and b.id = p.booking_id
    where p.organization_id = ${tx.organizationId} and p.customer_id = ${id}
  `,
  attendances: (tx, id) => tx`
    select a.booking_id as at, jsonb_build_object('booking_number', b.booking_number, 'name', a.name, 'email', a.email,
      'checked_in_at', a.checked_in_at) as record
    from booking_attendees a
    join bookings b on b.organization_id = a.organization_id and b.id = a.booking_id
    where a.organization_id = ${tx.organizationId} and a.customer_id = ${id}
  `,
  enquiries: (tx, id) => tx`
    select q.id as at, to_jsonb(q) || jsonb_build_object('messages', (
      select jsonb_agg(jsonb_build_object('kind', m.kind, 'author_name', m.author_name, 'body', m.body,
        'created_at', m.created_at) order by m.id)
      from enquiry_messages m where m.organization_id = q.organization_id and m.enquiry_id = q.id
        and m.id <> q.id)) as record
    from enquiries q where q.organization_id = ${tx.organizationId} and q.customer_id = ${id}
  `,
  tasks: (tx, id) => tx`
    select t.id as at, jsonb_build_object('title', t.title, 'content', t.content, 'status', t.status,
      'due_at', t.due_at, 'created_at', t.created_at) as record
    from task_links l
    join tasks t on t.organization_id = l.organization_id and t.id = l.task_id
    where l.organization_id = ${tx.organizationId} and l.customer_id = ${id}
  `,
  store_credit: (tx, id) => tx`
    select e.id as at, to_jsonb(e) - '{fingerprint,answer,idempotency_key}'::text[] as record
    from credit_accounts a
    join credit_entries e on e.organization_id = a.organization_id and e.entity_id = a.entity_id
      and e.currency = a.currency
    where a.organization_id = ${tx.organizationId} and a.customer_id = ${id}
  `,
};

/** A record of a part, as JSON text, and its place. */
export interface ExportedRecord {
  at: string;
  json: string;
}

/** Up to `count` records of a part after a place, in order. */
export function selectExported(
  tx: Tx,
  part: ExportPart,
  { customerId, after, count }: { customerId: string; after: string | undefined; count: number },
): Promise<ExportedRecord[]> {
  return tx<ExportedRecord[]>`
    select at, jsonb_strip_nulls(record - ${internal}::text[])::text as json
    from (${part(tx, customerId)}) part
    ${after === undefined ? tx`` : tx`where at > ${after}::uuid`}
    order by at limit ${count}
  `;
}
