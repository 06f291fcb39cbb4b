// The SQL of importing orders.
import { insertEvents, type NewEvent } from '#core/events/event-queries.ts';
import type { Order } from '#core/orders/order.ts';
import { insertCustomers, insertItems, insertPayments, insertRefunds } from '#core/orders/order-queries.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

/** The numbers of the orders that have these ids in another system, by id. */
export async function selectOrdersThere(tx: Tx, externalIds: string[]): Promise<Map<string, string>> {
  const rows = await tx<{ externalId: string; orderNumber: string }[]>`
    select external_id, order_number from orders
    where organization_id = ${tx.organizationId} and external_id = any(${externalIds}::text[]) and deleted_at is null
  `;
  return new Map(rows.map(({ externalId, orderNumber }) => [externalId, orderNumber]));
}

/** Stores new orders with their lists and events, in order, in one statement. */
export async function insertImportedOrders(tx: Tx, orders: Order[], events: NewEvent[]): Promise<void> {
  const listOf = (name: SqlFragment) => tx`select id, ${name} from made`;
  await tx`
    with made as materialized (${madeRows(tx, orders)}),
      placed as (${insertRows(tx)}),
      items as (${insertItems(tx, listOf(tx`items`))}),
      customers as (${insertCustomers(tx, listOf(tx`customers`))}),
      payments as (${insertPayments(tx, listOf(tx`payments`))}),
      refunds as (${insertRefunds(tx, listOf(tx`refunds`))})
    ${insertEvents(tx, events)}
  `;
}

// All orders go as one JSON parameter: the statement stays the same for any number of them.
function madeRows(tx: Tx, orders: Order[]): SqlFragment {
  return tx`
    select * from json_to_recordset(${JSON.stringify(orders)}::text::json) as row (id uuid, "orderNumber" text,
      status text, "paymentStatus" text, currency text, "taxSetting" text, "subtotalMinor" bigint,
      "discountTotalMinor" bigint, "orderDiscountMinor" bigint, "discountName" text, "taxTotalMinor" bigint,
      "serviceChargeMinor" bigint, "tipMinor" bigint, "totalMinor" bigint, "amountPaidMinor" bigint,
      "refundAmountMinor" bigint, "storeCreditMinor" bigint, "customerId" uuid, "companyId" uuid, "locationId" uuid,
      source text, notes text, "customFields" jsonb, "externalId" text, version integer, "createdBy" json,
      "createdAt" timestamptz, "updatedAt" timestamptz, "completedAt" timestamptz, "cancelledAt" timestamptz,
      "refundedAt" timestamptz, items json, customers json, payments json, refunds json)
  `;
}

function insertRows(tx: Tx): SqlFragment {
  return tx`
    insert into orders (organization_id, id, order_number, status, payment_status, currency, tax_setting,
      subtotal_minor, discount_total_minor, order_discount_minor, discount_name, tax_total_minor,
      service_charge_minor, tip_minor, total_minor, amount_paid_minor, refund_amount_minor, store_credit_minor,
      customer_id, company_id, location_id, source, notes, custom_fields, external_id, version, created_by_type,
      created_by_id, created_by_name, created_at, updated_at, completed_at, cancelled_at, refunded_at)
    select ${tx.organizationId}::uuid, id, "orderNumber", status, "paymentStatus", currency, "taxSetting",
      "subtotalMinor", "discountTotalMinor", "orderDiscountMinor", "discountName", "taxTotalMinor",
      "serviceChargeMinor", "tipMinor", "totalMinor", "amountPaidMinor", "refundAmountMinor", "storeCreditMinor",
      "customerId", "companyId", "locationId", source, notes, "customFields", "externalId", version,
      "createdBy" ->> 'type', "createdBy" ->> 'id', "createdBy" ->> 'name', "createdAt", "updatedAt", "completedAt",
      "cancelledAt", "refundedAt"
    from made
  `;
}
