// What staff and programs may say about an order, checked and applied to the record. Pure; the operations around it read
// and write.

import { applyCustomers } from '#core/orders/checking/order-customers.ts';
import { checkedAmount, checkedItems, type OrderItemInput } from '#core/orders/checking/order-items.ts';
import { type TotalsProblem, totalsOf } from '#core/orders/checking/order-totals.ts';
import {
  type Order,
  type OrderCondition,
  type OrderCustomerRole,
  type OrderItem,
  orderBounds,
} from '#core/orders/order.ts';
import type { Service, TaxSetting } from '#core/services/service.ts';
import { mergedCustomFields } from '#kit/custom-fields.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { checkedOptionalText, problem } from '#kit/field-checks.ts';
import { isUuid } from '#kit/id.ts';
import { toDecimal } from '#kit/money.ts';
import { trimmedOrNone } from '#kit/text.ts';

/** Fields to set; what is left out stays. An empty text clears what may be missing. Money in decimals. */
export interface OrderChanges {
  taxSetting?: TaxSetting | undefined;
  /** The whole list. */
  items?: OrderItemInput[] | undefined;
  /** The discount on the whole order, which is spread over its items. */
  orderDiscount?: number | undefined;
  discountName?: string | undefined;
  serviceChargeAmount?: number | undefined;
  tipAmount?: number | undefined;
  /** The primary customer. */
  customerId?: string | undefined;
  /** The whole list; without a primary one in it or a `customerId`, the first is primary. */
  customers?: { customerId: string; role?: OrderCustomerRole | undefined }[] | undefined;
  companyId?: string | undefined;
  enquiryId?: string | undefined;
  locationId?: string | undefined;
  sublocationId?: string | undefined;
  source?: string | undefined;
  notes?: string | undefined;
  /** By name; null removes one. */
  customFields?: Record<string, unknown> | undefined;
  externalId?: string | undefined;
  /** Null clears it. */
  condition?: OrderCondition | null | undefined;
  /** What the sender has calculated; refused when it is something else. */
  subtotal?: number | undefined;
  discountTotal?: number | undefined;
  taxTotal?: number | undefined;
  total?: number | undefined;
}

/** Where items come from beside the changes. */
export interface ItemSources {
  /** The services that the items name, by record id in lower case. */
  services: ReadonlyMap<string, Service>;
  /** Items of bookings that are made with the order, to be added. */
  booked?: readonly OrderItem[];
  now: Date;
}

/** The record with the changes applied and calculated. What is wrong is added to `problems`. */
export function withOrderChanges(
  order: Order,
  changes: OrderChanges,
  { services, booked = [], now }: ItemSources,
  problems: FaultDetail[],
): Order {
  const { currency } = order;
  const next: Order = { ...order, ...checkedTexts(order, changes, problems) };
  if (changes.condition !== undefined) next.condition = changes.condition ?? undefined;
  next.taxSetting = changes.taxSetting ?? order.taxSetting;
  applyLinks(next, changes, problems);
  applyCustomers(next, changes, problems);
  if (changes.customFields) {
    next.customFields = mergedCustomFields(order.customFields, changes.customFields, problems);
  }
  for (const [field, sent] of Object.entries(amountFields)) {
    const decimal = changes[sent];
    if (decimal !== undefined)
      next[field as keyof typeof amountFields] = checkedAmount(decimal, sent, currency, problems);
  }
  if (changes.items) {
    const surroundings = { currency, taxSetting: next.taxSetting, services, known: order.items, now };
    next.items = checkedItems(changes.items, surroundings, problems);
  }
  next.items = [...next.items, ...booked];
  return problems.length > 0 ? next : calculated(next, changes, problems);
}

/** The names of the fields in which two states of an order differ. */
export function changedOrderFields(before: Order, after: Order): Set<keyof Order> {
  const names = Object.keys(after) as (keyof Order)[];
  return new Set(names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])));
}

/** Which amounts of the record are set by which field. */
const amountFields = {
  orderDiscountMinor: 'orderDiscount',
  serviceChargeMinor: 'serviceChargeAmount',
  tipMinor: 'tipAmount',
} as const;

function checkedTexts(order: Order, changes: OrderChanges, problems: FaultDetail[]): Partial<Order> {
  const { nameLength, textLength, sourceLength, externalIdLength } = orderBounds;
  const text = (field: 'discountName' | 'notes' | 'externalId', max: number) =>
    checkedOptionalText(field, changes[field] ?? order[field] ?? '', max, problems);
  return {
    discountName: text('discountName', nameLength),
    notes: text('notes', textLength),
    externalId: text('externalId', externalIdLength),
    source: checkedOptionalText('source', changes.source ?? '', sourceLength, problems) ?? order.source,
  };
}

const links = {
  companyId: 'a company',
  enquiryId: 'an enquiry',
  locationId: 'a location',
  sublocationId: 'a sublocation',
} as const;

// Whether there is such a record is for the database to say; here it must only be an id.
function applyLinks(next: Order, changes: OrderChanges, problems: FaultDetail[]): void {
  for (const field of Object.keys(links) as (keyof typeof links)[]) {
    const sent = changes[field];
    if (sent === undefined) continue;
    const id = trimmedOrNone(sent)?.toLowerCase();
    if (id !== undefined && !isUuid(id)) problems.push(noRecord(field));
    next[field] = id;
  }
}

/** What is wrong with a record id that names nothing of the organization. */
export function noRecord(field: keyof typeof links): FaultDetail {
  return problem(field, `must be the record id of ${links[field]}.`);
}

/** The order with what it and its items come to; refuses what the sender has calculated otherwise. */
function calculated(
  order: Order,
  claims: Pick<OrderChanges, 'items' | 'subtotal' | 'discountTotal' | 'taxTotal' | 'total'>,
  problems: FaultDetail[],
): Order {
  const result = totalsOf({ ...order, lines: order.items });
  if ('problem' in result) {
    problems.push(asDetail(result.problem, order));
    return order;
  }
  const items = order.items.map((item, place) => ({ ...item, ...result.lines[place]! }));
  const next = { ...order, ...result.totals, items };
  checkClaims(next, claims, problems);
  return next;
}

function asDetail({ line, field, mostMinor }: TotalsProblem, { currency }: Order): FaultDetail {
  const most = `${toDecimal(mostMinor, currency)} ${currency}`;
  if (field === 'total') return problem('total', `comes to more than ${most}.`);
  const path = line === undefined ? field : `items[${line}].${field}`;
  const what = field === 'unitPrice' ? 'comes to more, times its quantity, than' : 'must not be more than';
  return problem(path, `${what} ${most}.`);
}

function checkClaims(
  order: Order,
  claims: Pick<OrderChanges, 'items' | 'subtotal' | 'discountTotal' | 'taxTotal' | 'total'>,
  problems: FaultDetail[],
): void {
  const { subtotal, discountTotal, taxTotal, total } = claims;
  const check = (path: string, claimed: number | undefined, minor: number) => {
    const decimal = toDecimal(minor, order.currency);
    if (claimed === undefined || claimed === decimal) return;
    problems.push(problem(path, `does not add up: the items come to ${decimal}, not ${claimed}.`));
  };
  for (const [place, item] of order.items.entries()) {
    const claimed = claims.items?.[place];
    check(`items[${place}].subtotal`, claimed?.subtotal, item.subtotalMinor);
    check(`items[${place}].tax`, claimed?.tax, item.taxMinor);
    check(`items[${place}].total`, claimed?.total, item.totalMinor);
  }
  check('subtotal', subtotal, order.subtotalMinor);
  check('discountTotal', discountTotal, order.discountTotalMinor);
  check('taxTotal', taxTotal, order.taxTotalMinor);
  check('total', total, order.totalMinor);
}
