// Orders out of deals: each sells one booking for 50.00 with 19 % tax in it.
import type postgres from 'postgres';

/** Fills an organization's orders with items, payments, refunds and customers, and the totals they come to. */
export async function fillOrders(sql: postgres.Sql, organizationId: string): Promise<void> {
  await sql`
    create temp table states (status text, payment_status text, first_lot integer, last_lot integer, paid integer,
      refunded integer)
  `;
  await sql`
    insert into states values ('completed', 'paid', 0, 77, 5000, 0), ('processing', 'paid', 78, 85, 5000, 0),
      ('processing', 'pending', 86, 89, 0, 0), ('cancelled', 'pending', 90, 94, 0, 0),
      ('refunded', 'refunded', 95, 97, 5000, 5000), ('draft', 'pending', 98, 98, 0, 0),
      ('open_tab', 'pending', 99, 99, 0, 0)
  `;
  await sql`
    insert into orders (organization_id, id, order_number, status, payment_status, currency, tax_setting, subtotal_minor,
      discount_total_minor, order_discount_minor, tax_total_minor, service_charge_minor, tip_minor, total_minor,
      amount_paid_minor, refund_amount_minor, customer_id, company_id, location_id, source, created_by_type,
      created_by_id, created_by_name, created_at, updated_at, completed_at, cancelled_at, refunded_at)
    select ${organizationId}, order_id, 'ORD-' || lpad((n + 1)::text, greatest(6, length((n + 1)::text)), '0'), status,
      payment_status, 'EUR', 'inclusive', 4202, 0, 0, 798, 0, 0, 5000, paid, refunded, customer_id, company_id,
      location_id, 'admin', 'system', 'bench', 'Benchmark', made_at, made_at,
      case when status in ('completed', 'refunded') then made_at end, case when status = 'cancelled' then made_at end,
      case when status = 'refunded' then made_at end
    from deals join states on order_lot between first_lot and last_lot order by order_id
  `;
  await sql`
    insert into order_items (organization_id, order_id, id, position, type, name, service_id, quantity, unit_price_minor,
      own_discount_minor, tax_rate, subtotal_minor, discount_minor, tax_minor, total_minor)
    select ${organizationId}, order_id, item_id, 0, 'service', s.name, service_id, 1, 5000, 0, 19, 4202, 0, 798, 5000
    from deals join services s on s.organization_id = ${organizationId} and s.id = service_id order by order_id
  `;
  await sql`
    insert into order_payments (organization_id, order_id, id, amount_minor, method, status, processed_at)
    select ${organizationId}, order_id, order_id, paid, 'card', 'paid', made_at
    from deals join states on order_lot between first_lot and last_lot where paid > 0 order by order_id
  `;
  await sql`
    insert into order_refunds (organization_id, order_id, id, amount_minor, created_at)
    select ${organizationId}, order_id, order_id, refunded, made_at
    from deals join states on order_lot between first_lot and last_lot where refunded > 0 order by order_id
  `;
  await sql`
    insert into order_customers (organization_id, customer_id, order_id, position, role)
    select ${organizationId}, customer_id, order_id, 0, 'primary' from deals order by customer_id, order_id
  `;
  await sql`drop table states`;
  for (const holders of ['customers', 'companies'] as const) await sumUp(sql, organizationId, holders);
}

/** What counts is as in core/orders/order-shares.ts. */
async function sumUp(
  sql: postgres.Sql,
  organizationId: string,
  holders: 'customers' | 'companies',
): Promise<void> {
  const holder = sql(holders === 'customers' ? 'customer_id' : 'company_id');
  await sql`
    update ${sql(holders)} h set total_orders = t.orders, total_spent_minor = t.spent, lifetime_value_minor = t.lifetime,
      last_order_at = t.last_at
    from (
      select ${holder} as id, count(*) as orders, sum(amount_paid_minor) as spent,
        sum(amount_paid_minor - refund_amount_minor) as lifetime, max(created_at) as last_at
      from orders where organization_id = ${organizationId} and status in ('processing', 'completed', 'refunded')
      group by ${holder}
    ) t
    where h.organization_id = ${organizationId} and h.id = t.id
  `;
}
