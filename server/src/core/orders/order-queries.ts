// The SQL that reads and writes single orders with their items, customers, payments and refunds. Lists are in
// order-list-queries.ts.
import type { Order, OrderPayment, OrderRefund } from '#core/orders/order.ts';
import { type OrderRow, ordersFrom, toOrder } from '#core/orders/rows/order-row-queries.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

/** The order with this record id, also when it is deleted. */
export async function findOrderById(tx: Tx, id: string): Promise<Order | undefined> {
  return findOne(tx, tx`select * from orders where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** The order with this number, also when it is deleted. */
export async function findOrderByNumber(tx: Tx, orderNumber: string): Promise<Order | undefined> {
  return findOne(
    tx,
    tx`select * from orders where organization_id = ${tx.organizationId} and order_number = ${orderNumber}`,
  );
}

/** The order with this record id, locked until the transaction ends. */
export async function lockOrder(tx: Tx, id: string): Promise<Order | undefined> {
  // Sent at once, and not when it is waited for: what is read behind it must be what its holder has left.
  const locked = tx`
    select from orders where organization_id = ${tx.organizationId} and id = ${id} for no key update
  `.execute();
  const [order] = await Promise.all([findOrderById(tx, id), locked]);
  return order;
}

/**
 * Stores a new order with its items and customers in one statement. Violates the foreign keys of what it names, and the
 * unique constraint of the id in another system.
 */
export async function insertOrder(tx: Tx, order: Order): Promise<void> {
  await tx`
    with placed as (${insertRow(tx, order)}), items as (${insertItems(tx, listOf(tx, order.id, order.items))})
    ${insertCustomers(tx, listOf(tx, order.id, order.customers))}
  `;
}

/** Stores a changed order, its lists replaced whole if they are named in `changed`. */
export async function updateOrderRow(tx: Tx, order: Order, changed: Set<keyof Order>): Promise<void> {
  const replaced: PromiseLike<unknown>[] = [];
  const where = tx`organization_id = ${tx.organizationId} and order_id = ${order.id}`;
  if (changed.has('items')) {
    const items = listOf(tx, order.id, order.items);
    replaced.push(tx`delete from order_items where ${where}`, insertItems(tx, items));
  }
  if (changed.has('customers')) {
    const customers = listOf(tx, order.id, order.customers);
    replaced.push(tx`delete from order_customers where ${where}`, insertCustomers(tx, customers));
  }
  await Promise.all([updateRow(tx, order), ...replaced]);
}

/** Stores a payment. */
export async function insertPayment(tx: Tx, orderId: string, payment: OrderPayment): Promise<void> {
  await insertPayments(tx, listOf(tx, orderId, [payment]));
}

/** Stores a refund. */
export async function insertRefund(tx: Tx, orderId: string, refund: OrderRefund): Promise<void> {
  await insertRefunds(tx, listOf(tx, orderId, [refund]));
}

/**
 * When the last order was made that counts in the totals of a customer or company, in `currency`. Which orders count is
 * the rule of shareOf() in order-shares.ts.
 */
export async function selectLastOrderAt(
  tx: Tx,
  of: { customerId: string } | { companyId: string },
  currency: string,
): Promise<Date | undefined> {
  const whose = 'customerId' in of ? tx`customer_id = ${of.customerId}` : tx`company_id = ${of.companyId}`;
  const [row] = await tx<{ createdAt: Date }[]>`
    select created_at from orders
    where organization_id = ${tx.organizationId} and ${whose} and currency = ${currency}
      and status in ('processing', 'completed', 'refunded') and condition is null and deleted_at is null
    order by id desc limit 1
  `;
  return row?.createdAt;
}

/** Whether there is an enquiry with this record id that is not deleted. */
export async function isEnquiry(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`
    select from enquiries where organization_id = ${tx.organizationId} and id = ${id} and deleted_at is null
  `;
  return rows.length > 0;
}

function insertRow(tx: Tx, o: Order): SqlFragment {
  return tx`
    insert into orders (organization_id, id, order_number, status, payment_status, condition, currency, tax_setting,
      subtotal_minor, discount_total_minor, order_discount_minor, discount_name, tax_total_minor,
      service_charge_minor, tip_minor, total_minor, amount_paid_minor, refund_amount_minor, store_credit_minor,
      store_credit_from, customer_id, company_id, enquiry_id, location_id, sublocation_id, source, notes,
      custom_fields, external_id, cancel_reason, version, created_by_type, created_by_id, created_by_name, created_at,
      updated_at, completed_at, cancelled_at, refunded_at, deleted_at)
    values (${tx.organizationId}, ${o.id}, ${o.orderNumber}, ${o.status}, ${o.paymentStatus}, ${o.condition},
      ${o.currency}, ${o.taxSetting}, ${o.subtotalMinor}, ${o.discountTotalMinor}, ${o.orderDiscountMinor},
      ${o.discountName}, ${o.taxTotalMinor}, ${o.serviceChargeMinor}, ${o.tipMinor}, ${o.totalMinor},
      ${o.amountPaidMinor}, ${o.refundAmountMinor}, ${o.storeCreditMinor}, ${o.storeCreditFrom}, ${o.customerId},
      ${o.companyId}, ${o.enquiryId}, ${o.locationId}, ${o.sublocationId}, ${o.source}, ${o.notes},
      ${JSON.stringify(o.customFields)}::text::jsonb, ${o.externalId}, ${o.cancelReason}, ${o.version},
      ${o.createdBy.type}, ${o.createdBy.id}, ${o.createdBy.name}, ${o.createdAt}, ${o.updatedAt}, ${o.completedAt},
      ${o.cancelledAt}, ${o.refundedAt}, ${o.deletedAt})
  `;
}

function updateRow(tx: Tx, o: Order): SqlFragment {
  return tx`
    update orders set status = ${o.status}, payment_status = ${o.paymentStatus}, condition = ${o.condition},
      tax_setting = ${o.taxSetting}, subtotal_minor = ${o.subtotalMinor},
      discount_total_minor = ${o.discountTotalMinor}, order_discount_minor = ${o.orderDiscountMinor},
      discount_name = ${o.discountName}, tax_total_minor = ${o.taxTotalMinor},
      service_charge_minor = ${o.serviceChargeMinor}, tip_minor = ${o.tipMinor}, total_minor = ${o.totalMinor},
      amount_paid_minor = ${o.amountPaidMinor}, refund_amount_minor = ${o.refundAmountMinor},
      store_credit_minor = ${o.storeCreditMinor}, store_credit_from = ${o.storeCreditFrom},
      customer_id = ${o.customerId}, company_id = ${o.companyId},
      enquiry_id = ${o.enquiryId}, location_id = ${o.locationId}, sublocation_id = ${o.sublocationId},
      source = ${o.source}, notes = ${o.notes}, custom_fields = ${JSON.stringify(o.customFields)}::text::jsonb,
      external_id = ${o.externalId}, cancel_reason = ${o.cancelReason}, version = ${o.version},
      updated_at = ${o.updatedAt}, completed_at = ${o.completedAt}, cancelled_at = ${o.cancelledAt},
      refunded_at = ${o.refundedAt}, deleted_at = ${o.deletedAt}
    where organization_id = ${tx.organizationId} and id = ${o.id}
  `;
}

/** The insert of items: `owners` has an order_id and a JSON list of items in each row. */
export function insertItems(tx: Tx, owners: SqlFragment): SqlFragment {
  return tx`
    insert into order_items (organization_id, order_id, id, position, type, name, description, service_id, quantity,
      unit_price_minor, own_discount_minor, tax_rate, subtotal_minor, discount_minor, tax_minor, total_minor,
      special_instructions)
    select ${tx.organizationId}::uuid, owner.order_id, item.id, place - 1, item.type, item.name, item.description,
      item."serviceId", item.quantity, item."unitPriceMinor", item."ownDiscountMinor", item."taxRate",
      item."subtotalMinor", item."discountMinor", item."taxMinor", item."totalMinor", item."specialInstructions"
    from (${owners}) as owner (order_id, list),
      json_array_elements(list) with ordinality as entries (entry, place),
      json_to_record(entry) as item (id uuid, type text, name text, description text, "serviceId" uuid,
        quantity numeric, "unitPriceMinor" bigint, "ownDiscountMinor" bigint, "taxRate" numeric,
        "subtotalMinor" bigint, "discountMinor" bigint, "taxMinor" bigint, "totalMinor" bigint,
        "specialInstructions" text)
  `;
}

/** The insert of customers: `owners` has an order_id and a JSON list of customers in each row. */
export function insertCustomers(tx: Tx, owners: SqlFragment): SqlFragment {
  return tx`
    insert into order_customers (organization_id, customer_id, order_id, position, role)
    select ${tx.organizationId}::uuid, (entry ->> 'customerId')::uuid, owner.order_id, place - 1, entry ->> 'role'
    from (${owners}) as owner (order_id, list),
      json_array_elements(list) with ordinality as entries (entry, place)
  `;
}

/** The insert of payments: `owners` has an order_id and a JSON list of payments in each row. */
export function insertPayments(tx: Tx, owners: SqlFragment): SqlFragment {
  return tx`
    insert into order_payments (organization_id, order_id, id, amount_minor, method, card_brand, card_last4, status,
      processed_at)
    select ${tx.organizationId}::uuid, owner.order_id, p.id, p."amountMinor", p.method, p."cardBrand", p."cardLast4",
      p.status, p."processedAt"
    from (${owners}) as owner (order_id, list),
      json_to_recordset(list) as p (id uuid, "amountMinor" bigint, method text, "cardBrand" text, "cardLast4" text,
        status text, "processedAt" timestamptz)
  `;
}

/** The insert of refunds: `owners` has an order_id and a JSON list of refunds in each row. */
export function insertRefunds(tx: Tx, owners: SqlFragment): SqlFragment {
  return tx`
    insert into order_refunds (organization_id, order_id, id, amount_minor, reason, created_at)
    select ${tx.organizationId}::uuid, owner.order_id, r.id, r."amountMinor", r.reason, r."createdAt"
    from (${owners}) as owner (order_id, list),
      json_to_recordset(list) as r (id uuid, "amountMinor" bigint, reason text, "createdAt" timestamptz)
  `;
}

// The lists go as JSON: one parameter each, and the statement stays the same for any length.
function listOf(tx: Tx, orderId: string, list: object[]): SqlFragment {
  return tx`select ${orderId}::uuid, ${JSON.stringify(list)}::text::json`;
}

async function findOne(tx: Tx, chosen: SqlFragment): Promise<Order | undefined> {
  const rows = await tx<OrderRow[]>`${ordersFrom(tx, chosen)}`;
  return rows[0] && toOrder(tx, rows[0]);
}
