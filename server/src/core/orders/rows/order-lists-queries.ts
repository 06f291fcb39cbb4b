// How the lists of an order are read from the database: its customers, bookings, items, payments and refunds.
import type { Order, OrderCustomer, OrderItem, OrderPayment, OrderRefund } from '#core/orders/order.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

/** The lists of an order, each with its values in the order of the query. */
export type ListRow = [
  customers: [customerId: string, role: OrderCustomer['role']][] | null,
  bookings: BookingRow[] | null,
  items: ItemRow[] | null,
  payments: PaymentRow[] | null,
  refunds: RefundRow[] | null,
];

type BookingRow = [id: string, orderItemId: string | null];
type RefundRow = [id: string, amountMinor: number, reason: string | null, createdMs: number];

type ItemRow = [
  id: string,
  type: OrderItem['type'],
  name: string,
  description: string | null,
  serviceId: string | null,
  quantity: number,
  unitPriceMinor: number,
  ownDiscountMinor: number,
  taxRate: number,
  subtotalMinor: number,
  discountMinor: number,
  taxMinor: number,
  totalMinor: number,
  specialInstructions: string | null,
];

type PaymentRow = [
  id: string,
  amountMinor: number,
  method: OrderPayment['method'],
  cardBrand: string | null,
  cardLast4: string | null,
  status: OrderPayment['status'],
  processedMs: number,
];

/** Reads the lists of the orders row named o, as one JSON list. */
export function listsOf(tx: Tx): SqlFragment {
  return tx`
    json_build_array(
      (select json_agg(json_build_array(c.customer_id, c.role) order by c.position)
        from order_customers c where c.organization_id = o.organization_id and c.order_id = o.id),
      (select json_agg(json_build_array(b.id, b.order_item_id) order by b.id) from bookings b
        where b.organization_id = o.organization_id and b.order_id = o.id and b.deleted_at is null),
      (select json_agg(json_build_array(i.id, i.type, i.name, i.description, i.service_id, i.quantity,
          i.unit_price_minor, i.own_discount_minor, i.tax_rate, i.subtotal_minor, i.discount_minor, i.tax_minor,
          i.total_minor, i.special_instructions) order by i.position)
        from order_items i where i.organization_id = o.organization_id and i.order_id = o.id),
      (select json_agg(json_build_array(p.id, p.amount_minor, p.method, p.card_brand, p.card_last4, p.status,
          ${inMs(tx, tx`p.processed_at`)}) order by p.id)
        from order_payments p where p.organization_id = o.organization_id and p.order_id = o.id),
      (select json_agg(json_build_array(r.id, r.amount_minor, r.reason, ${inMs(tx, tx`r.created_at`)}) order by r.id)
        from order_refunds r where r.organization_id = o.organization_id and r.order_id = o.id)
    )
  `;
}

/** The lists of the record. */
export function recordsOf([customers, bookings, items, payments, refunds]: ListRow): Pick<
  Order,
  'customers' | 'bookingIds' | 'items' | 'payments' | 'refunds'
> {
  return {
    customers: customers?.map(([customerId, role]) => ({ customerId, role })) ?? [],
    bookingIds: bookings?.map(([bookingId]) => bookingId) ?? [],
    items: items?.map((item) => toItem(item, bookings ?? [])) ?? [],
    payments: payments?.map(toPayment) ?? [],
    refunds: refunds?.map(toRefund) ?? [],
  };
}

function toItem(
  [
    id,
    type,
    name,
    description,
    serviceId,
    quantity,
    unitPriceMinor,
    ownDiscountMinor,
    taxRate,
    subtotalMinor,
    discountMinor,
    taxMinor,
    totalMinor,
    specialInstructions,
  ]: ItemRow,
  bookings: BookingRow[],
): OrderItem {
  return {
    id,
    type,
    name,
    description: description ?? undefined,
    serviceId: serviceId ?? undefined,
    quantity,
    unitPriceMinor,
    ownDiscountMinor,
    taxRate,
    subtotalMinor,
    discountMinor,
    taxMinor,
    totalMinor,
    specialInstructions: specialInstructions ?? undefined,
    // A rescheduled booking and its successor name the same line: what the line sells is the newest.
    bookingId: bookings.findLast(([, orderItemId]) => orderItemId === id)?.[0],
  };
}

function toPayment([
  id,
  amountMinor,
  method,
  cardBrand,
  cardLast4,
  status,
  processedMs,
]: PaymentRow): OrderPayment {
  return {
    id,
    amountMinor,
    method,
    cardBrand: cardBrand ?? undefined,
    cardLast4: cardLast4 ?? undefined,
    status,
    processedAt: new Date(processedMs),
  };
}

function toRefund([id, amountMinor, reason, createdMs]: RefundRow): OrderRefund {
  return { id, amountMinor, reason: reason ?? undefined, createdAt: new Date(createdMs) };
}

/** A moment in milliseconds since 1970, as JSON has no moments. */
export function inMs(tx: Tx, moment: SqlFragment): SqlFragment {
  return tx`(extract(epoch from ${moment}) * 1000)::bigint`;
}
