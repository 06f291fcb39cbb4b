// How a whole order is read from the database: its values as one list, and the record made of it.
import type { Order } from '#core/orders/order.ts';
import { inMs, type ListRow, listsOf, recordsOf } from '#core/orders/rows/order-lists-queries.ts';
import type { Actor } from '#core/scope.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';
import { momentFromMs } from '#kit/clock.ts';

/** An order as `ordersFrom` reads it: its values in groups, each in the order of the query. */
export interface OrderRow {
  order: [
    states: StateRow,
    amounts: AmountRow,
    links: LinkRow,
    words: WordRow,
    times: TimeRow,
    lists: ListRow,
  ];
}

type StateRow = [
  id: string,
  orderNumber: string,
  status: Order['status'],
  paymentStatus: Order['paymentStatus'],
  condition: Order['condition'] | null,
  currency: string,
  taxSetting: Order['taxSetting'],
  version: number,
  storeCreditFrom: Order['storeCreditFrom'] | null,
];

type AmountRow = [
  subtotalMinor: number,
  discountTotalMinor: number,
  orderDiscountMinor: number,
  taxTotalMinor: number,
  serviceChargeMinor: number,
  tipMinor: number,
  totalMinor: number,
  amountPaidMinor: number,
  refundAmountMinor: number,
  storeCreditMinor: number,
];

type LinkRow = [
  customerId: string | null,
  companyId: string | null,
  enquiryId: string | null,
  locationId: string | null,
  sublocationId: string | null,
];

type WordRow = [
  discountName: string | null,
  source: string,
  notes: string | null,
  customFields: Order['customFields'],
  externalId: string | null,
  cancelReason: string | null,
  createdByType: Actor['type'],
  createdById: string,
  createdByName: string,
];

type TimeRow = [
  createdMs: number,
  updatedMs: number,
  completedMs: number | null,
  cancelledMs: number | null,
  refundedMs: number | null,
  deletedMs: number | null,
];

/** Reads whole orders from `chosen`, a query of orders rows named o. Each comes as one JSON list, as customers do. */
export function ordersFrom(tx: Tx, chosen: SqlFragment): SqlFragment {
  return tx`
    select json_build_array(
      json_build_array(o.id, o.order_number, o.status, o.payment_status, o.condition, o.currency, o.tax_setting,
        o.version, o.store_credit_from),
      json_build_array(o.subtotal_minor, o.discount_total_minor, o.order_discount_minor, o.tax_total_minor,
        o.service_charge_minor, o.tip_minor, o.total_minor, o.amount_paid_minor, o.refund_amount_minor,
        o.store_credit_minor),
      json_build_array(o.customer_id, o.company_id, o.enquiry_id, o.location_id, o.sublocation_id),
      json_build_array(o.discount_name, o.source, o.notes, o.custom_fields, o.external_id, o.cancel_reason,
        o.created_by_type, o.created_by_id, o.created_by_name),
      json_build_array(${inMs(tx, tx`o.created_at`)}, ${inMs(tx, tx`o.updated_at`)}, ${inMs(tx, tx`o.completed_at`)},
        ${inMs(tx, tx`o.cancelled_at`)}, ${inMs(tx, tx`o.refunded_at`)}, ${inMs(tx, tx`o.deleted_at`)}),
      ${listsOf(tx)}
    ) as order
    from (${chosen}) o
  `;
}

/** The record of a row that `ordersFrom` read. */
export function toOrder({ organizationId }: Tx, { order }: OrderRow): Order {
  const [states, amounts, links, words, times, lists] = order;
  const [id, orderNumber, status, paymentStatus, condition, currency, taxSetting, version, creditFrom] =
    states;
  return {
    id,
    organizationId,
    orderNumber,
    status,
    paymentStatus,
    condition: condition ?? undefined,
    currency,
    taxSetting,
    ...amountsOf(amounts),
    storeCreditFrom: creditFrom ?? undefined,
    ...linksOf(links),
    ...wordsOf(words),
    ...timesOf(times),
    ...recordsOf(lists),
    version,
  };
}

function amountsOf([
  subtotalMinor,
  discountTotalMinor,
  orderDiscountMinor,
  taxTotalMinor,
  serviceChargeMinor,
  tipMinor,
  totalMinor,
  amountPaidMinor,
  refundAmountMinor,
  storeCreditMinor,
]: AmountRow) {
  return {
    subtotalMinor,
    discountTotalMinor,
    orderDiscountMinor,
    taxTotalMinor,
    serviceChargeMinor,
    tipMinor,
    totalMinor,
    amountPaidMinor,
    refundAmountMinor,
    storeCreditMinor,
  };
}

function linksOf([customerId, companyId, enquiryId, locationId, sublocationId]: LinkRow) {
  return {
    customerId: customerId ?? undefined,
    companyId: companyId ?? undefined,
    enquiryId: enquiryId ?? undefined,
    locationId: locationId ?? undefined,
    sublocationId: sublocationId ?? undefined,
  };
}

function wordsOf([
  discountName,
  source,
  notes,
  customFields,
  externalId,
  cancelReason,
  type,
  id,
  name,
]: WordRow) {
  return {
    discountName: discountName ?? undefined,
    source,
    notes: notes ?? undefined,
    customFields,
    externalId: externalId ?? undefined,
    cancelReason: cancelReason ?? undefined,
    createdBy: { type, id, name },
  };
}

function timesOf([createdMs, updatedMs, completedMs, cancelledMs, refundedMs, deletedMs]: TimeRow) {
  return {
    createdAt: new Date(createdMs),
    updatedAt: new Date(updatedMs),
    completedAt: momentFromMs(completedMs),
    cancelledAt: momentFromMs(cancelledMs),
    refundedAt: momentFromMs(refundedMs),
    deletedAt: momentFromMs(deletedMs),
  };
}
