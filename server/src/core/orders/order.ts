// The order record and its pure rules. What may follow what is in order-moves.ts, what it comes to in order-totals.ts.
import type { Actor } from '#core/scope.ts';
import type { TaxSetting } from '#core/services/service.ts';
import type { CreditEntityType } from '#core/store-credit/credit-entry.ts';
import { newId } from '#kit/id.ts';

/** How far an order has come. Source: Spec, States, Order status. */
export const orderStatuses = [
  'draft',
  'open_tab',
  'processing',
  'completed',
  'cancelled',
  'refunded',
] as const;
/** One of `orderStatuses`. */
export type OrderStatus = (typeof orderStatuses)[number];

/** How far an order's payment has come. Source: Spec, States, Order paymentStatus. */
export const orderPaymentStatuses = ['pending', 'paid', 'failed', 'refunded'] as const;
/** One of `orderPaymentStatuses`. */
export type OrderPaymentStatus = (typeof orderPaymentStatuses)[number];

/** What makes an order no purchase yet: it is in no history and in no totals. Source: Spec, States. */
export const orderConditions = ['pending_checkout', 'lost_cart'] as const;
/** One of `orderConditions`. */
export type OrderCondition = (typeof orderConditions)[number];

/** What kind of thing an item is. */
export const orderItemTypes = [
  'service',
  'product',
  'membership',
  'pass',
  'gift_card',
  'fee',
  'custom',
] as const;
/** One of `orderItemTypes`. */
export type OrderItemType = (typeof orderItemTypes)[number];

/** How an order was paid (G-075). Store credit is no payment: it is in the credit ledger. */
export const paymentMethods = ['cash', 'card', 'bank_transfer', 'direct_debit', 'online', 'other'] as const;
/** One of `paymentMethods`. */
export type PaymentMethod = (typeof paymentMethods)[number];

/** Whether the money of one payment has come. */
export const paymentStates = ['pending', 'paid', 'failed'] as const;
/** One of `paymentStates`. */
export type PaymentState = (typeof paymentStates)[number];

/** What part a customer has in an order. Source: Spec, Resources, Order, customerRole. */
export const orderCustomerRoles = ['primary', 'attendee', 'payer', 'contact'] as const;
/** One of `orderCustomerRoles`. */
export type OrderCustomerRole = (typeof orderCustomerRoles)[number];

/** Bounds of an order (G-071). */
export const orderBounds = {
  items: 200,
  customers: 50,
  payments: 200,
  quantityMax: 1_000_000,
  nameLength: 200,
  textLength: 2_000,
  sourceLength: 64,
  externalIdLength: 200,
} as const;

/** A line of an order. Amounts are in minor units of the order's currency. */
export interface OrderItem {
  /** Record id, UUID version 7; stays when the items are changed. */
  id: string;
  type: OrderItemType;
  name: string;
  description: string | undefined;
  serviceId: string | undefined;
  /** More than 0, in thousandths at the finest. */
  quantity: number;
  /** With its tax when the order's tax setting is inclusive. */
  unitPriceMinor: number;
  /** The discount on this line alone. */
  ownDiscountMinor: number;
  /** Percent, with at most four digits after the point. */
  taxRate: number;
  /** Quantity times price, without tax. */
  subtotalMinor: number;
  /** The line's own discount and its share of the order's. */
  discountMinor: number;
  taxMinor: number;
  /** subtotal − discount + tax. */
  totalMinor: number;
  specialInstructions: string | undefined;
  /** The booking that was made for it. */
  bookingId: string | undefined;
}

/** A payment of an order. */
export interface OrderPayment {
  id: string;
  amountMinor: number;
  method: PaymentMethod;
  cardBrand: string | undefined;
  cardLast4: string | undefined;
  status: PaymentState;
  processedAt: Date;
}

/** What was given back of an order's payments. */
export interface OrderRefund {
  id: string;
  amountMinor: number;
  reason: string | undefined;
  createdAt: Date;
}

/** A customer with a part in an order. */
export interface OrderCustomer {
  customerId: string;
  role: OrderCustomerRole;
}

/** An order of an organization. Amounts are in minor units of its currency. */
export interface Order {
  /** Record id, UUID version 7. */
  id: string;
  organizationId: string;
  /** `ORD-<6 digits>`. */
  orderNumber: string;
  status: OrderStatus;
  paymentStatus: OrderPaymentStatus;
  condition: OrderCondition | undefined;
  /** ISO 4217, upper case. */
  currency: string;
  taxSetting: TaxSetting;
  subtotalMinor: number;
  /** Sum of the items' discounts, with their shares of the order's. */
  discountTotalMinor: number;
  /** The discount on the whole order, which is spread over its items. */
  orderDiscountMinor: number;
  discountName: string | undefined;
  taxTotalMinor: number;
  serviceChargeMinor: number;
  tipMinor: number;
  totalMinor: number;
  /** Sum of the payments that are paid, refunded ones too, without store credit. */
  amountPaidMinor: number;
  refundAmountMinor: number;
  /** Store credit that pays for a part; 0 once it was given back. */
  storeCreditMinor: number;
  /** Whose it is, or was before it was given back. */
  storeCreditFrom: CreditEntityType | undefined;
  /** The primary customer, whose totals the order counts in. */
  customerId: string | undefined;
  /** The primary one first. */
  customers: OrderCustomer[];
  companyId: string | undefined;
  enquiryId: string | undefined;
  bookingIds: string[];
  locationId: string | undefined;
  sublocationId: string | undefined;
  /** Where the record came from: admin, import, … */
  source: string;
  items: OrderItem[];
  payments: OrderPayment[];
  refunds: OrderRefund[];
  notes: string | undefined;
  /** What callers keep with it: any JSON values. */
  customFields: Record<string, unknown>;
  externalId: string | undefined;
  cancelReason: string | undefined;
  createdBy: Actor;
  /** Counts the changes, from 1. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
  completedAt: Date | undefined;
  cancelledAt: Date | undefined;
  refundedAt: Date | undefined;
  deletedAt: Date | undefined;
}

/** An order in a customer's own history, with the customer's part in it. */
export interface OwnOrder {
  order: Order;
  role: OrderCustomerRole;
}

/** What is still to be paid; nothing of an order that is cancelled or refunded. */
export function balanceDueMinor(
  order: Pick<Order, 'status' | 'totalMinor' | 'amountPaidMinor' | 'storeCreditMinor'>,
): number {
  if (order.status === 'cancelled' || order.status === 'refunded') return 0;
  return order.totalMinor - order.amountPaidMinor - order.storeCreditMinor;
}

/** Whether the items may still be changed: until money has come for them, and on a tab until it is settled (G-073). */
export function hasOpenItems(
  order: Pick<Order, 'status' | 'paymentStatus' | 'amountPaidMinor' | 'storeCreditMinor'>,
): boolean {
  if (order.paymentStatus === 'paid' || order.paymentStatus === 'refunded') return false;
  if (order.status === 'draft' || order.status === 'open_tab') return true;
  return order.status === 'processing' && order.amountPaidMinor === 0 && order.storeCreditMinor === 0;
}

/** Whether money can come for the order: it is under way and not paid yet. */
export function isPayable({ status, paymentStatus }: Pick<Order, 'status' | 'paymentStatus'>): boolean {
  const isUnderWay = status === 'open_tab' || status === 'processing' || status === 'completed';
  return isUnderWay && (paymentStatus === 'pending' || paymentStatus === 'failed');
}

/** Whether the order is a purchase, which history shows: neither a lost cart nor a checkout under way, nor deleted. */
export function isPurchase(order: Pick<Order, 'condition' | 'deletedAt'>): boolean {
  return order.condition === undefined && order.deletedAt === undefined;
}

/** An order with nothing in it yet, made by `createdBy` at the moment `now`. */
export function emptyOrder(
  { id: organizationId, currency }: { id: string; currency: string },
  createdBy: Actor,
  now: Date,
): Order {
  return {
    id: newId(now),
    organizationId,
    orderNumber: '',
    status: 'draft',
    paymentStatus: 'pending',
    condition: undefined,
    currency,
    taxSetting: 'exclusive',
    subtotalMinor: 0,
    discountTotalMinor: 0,
    orderDiscountMinor: 0,
    discountName: undefined,
    taxTotalMinor: 0,
    serviceChargeMinor: 0,
    tipMinor: 0,
    totalMinor: 0,
    amountPaidMinor: 0,
    refundAmountMinor: 0,
    storeCreditMinor: 0,
    storeCreditFrom: undefined,
    customerId: undefined,
    customers: [],
    companyId: undefined,
    enquiryId: undefined,
    bookingIds: [],
    locationId: undefined,
    sublocationId: undefined,
    source: 'admin',
    items: [],
    payments: [],
    refunds: [],
    notes: undefined,
    customFields: {},
    externalId: undefined,
    cancelReason: undefined,
    createdBy,
    version: 1,
    createdAt: now,
    updatedAt: now,
    completedAt: undefined,
    cancelledAt: undefined,
    refundedAt: undefined,
    deletedAt: undefined,
  };
}
