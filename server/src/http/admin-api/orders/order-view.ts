// An order as the Admin API shows it. The contract leaves its fields open (G-072).
import { type Static, Type } from 'typebox';
import {
  balanceDueMinor,
  type Order,
  type OrderItem,
  orderConditions,
  orderCustomerRoles,
  orderItemTypes,
  orderPaymentStatuses,
  orderStatuses,
  paymentMethods,
  paymentStates,
} from '#core/orders/order.ts';
import { taxSettings } from '#core/services/service.ts';
import { creditEntityTypes } from '#core/store-credit/credit-entry.ts';
import { orderExample } from '#http/admin-api/orders/order-examples.ts';
import { toDecimal } from '#kit/money.ts';

const amount = (description: string) => Type.Number({ description });
const moment = (description: string) => Type.String({ format: 'date-time', description });

const itemShape = Type.Object(
  {
    id: Type.String({ description: 'Record id; send it with a change to keep the item.' }),
    type: Type.Enum([...orderItemTypes], { description: 'What kind of thing it is.' }),
    name: Type.String({ description: 'What it was called when it was ordered.' }),
    description: Type.Optional(Type.String({ description: 'More about it.' })),
    serviceId: Type.Optional(Type.String({ description: 'The service, when it is one.' })),
    quantity: Type.Number({ description: 'How many; parts of one have at most three digits.' }),
    unitPrice: amount('Price of one; with its tax when the tax setting is `inclusive`.'),
    subtotal: amount('Quantity times price, without tax.'),
    discount: amount('Discount on this item, with its share of the order’s.'),
    tax: amount('Tax on what is left after the discount.'),
    taxRate: Type.Number({ description: 'Tax in percent.' }),
    total: amount('Subtotal less discount, and tax.'),
    specialInstructions: Type.Optional(Type.String({ description: 'What the customer asked for.' })),
    bookingId: Type.Optional(Type.String({ description: 'The booking that was made for it.' })),
    position: Type.Integer({ description: 'Place in the order, from 0.' }),
  },
  { title: 'OrderItem' },
);

const paymentShape = Type.Object(
  {
    id: Type.String({ description: 'Record id.' }),
    amount: amount('What was paid.'),
    method: Type.Enum([...paymentMethods], { description: 'How it was paid.' }),
    cardBrand: Type.Optional(Type.String({ description: 'Brand of the card.' })),
    cardLast4: Type.Optional(Type.String({ description: 'Last four digits of the card.' })),
    status: Type.Enum([...paymentStates], { description: 'Whether the money has come.' }),
    processedAt: moment('When it was paid, or tried.'),
  },
  { title: 'OrderPayment' },
);

const refundShape = Type.Object(
  {
    id: Type.String({ description: 'Record id.' }),
    amount: amount('What was given back.'),
    reason: Type.Optional(Type.String({ description: 'Why.' })),
    createdAt: moment('When.'),
  },
  { title: 'OrderRefund' },
);

/** An order, in lists and alone. */
export const orderShape = Type.Object(
  {
    id: Type.String({ description: 'Record id.' }),
    orderNumber: Type.String({ description: 'The number people use, of the form `ORD-000001`.' }),
    status: Type.Enum([...orderStatuses], { description: 'How far the order has come.' }),
    paymentStatus: Type.Enum([...orderPaymentStatuses], { description: 'How far its payment has come.' }),
    condition: Type.Optional(
      Type.Enum([...orderConditions], {
        description: 'What makes it no purchase yet: it is in no history and in no totals.',
      }),
    ),
    currency: Type.String({ description: 'Currency of all its amounts, like `EUR`.' }),
    subtotal: amount('Sum of the items’ subtotals.'),
    discountTotal: amount('Sum of the items’ discounts.'),
    orderDiscount: amount('The part of it that is a discount on the whole order.'),
    taxTotal: amount('Sum of the items’ taxes.'),
    serviceChargeAmount: amount('Charge for the service, untaxed.'),
    tipAmount: amount('Tip.'),
    total: amount('Sum of the items’ totals, service charge and tip.'),
    amountPaid: amount('Sum of its payments, before refunds and without store credit.'),
    refundAmount: amount('Sum of its refunds.'),
    storeCreditApplied: amount('What store credit pays for.'),
    storeCreditFrom: Type.Optional(
      Type.Enum([...creditEntityTypes], { description: 'Whose store credit that is.' }),
    ),
    balanceDue: amount('What is still to be paid.'),
    customerId: Type.Optional(Type.String({ description: 'The primary customer.' })),
    customers: Type.Array(
      Type.Object({
        customerId: Type.String({ description: 'The customer’s record id.' }),
        role: Type.Enum([...orderCustomerRoles], { description: 'What part the customer has.' }),
      }),
      { description: 'Who has a part in the order and sees it; the primary customer comes first.' },
    ),
    companyId: Type.Optional(Type.String({ description: 'The company it was made for.' })),
    enquiryId: Type.Optional(Type.String({ description: 'The enquiry it came from.' })),
    bookingIds: Type.Array(Type.String(), { description: 'Bookings that belong to it.' }),
    locationId: Type.Optional(Type.String({ description: 'Where it was made.' })),
    sublocationId: Type.Optional(Type.String({ description: 'Where exactly.' })),
    source: Type.String({ description: 'Where it came from: `admin`, `import` or the caller’s word.' }),
    items: Type.Array(itemShape, { description: 'What was ordered, in its order.' }),
    payments: Type.Array(paymentShape, { description: 'Payments made and tried, oldest first.' }),
    refunds: Type.Array(refundShape, { description: 'What was given back, oldest first.' }),
    discountName: Type.Optional(Type.String({ description: 'What the discount is called.' })),
    taxSetting: Type.Enum([...taxSettings], {
      description: 'Whether prices hold their tax or it comes on top.',
    }),
    notes: Type.Optional(Type.String({ description: 'What staff noted.' })),
    customFields: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What callers keep with it, by name.',
    }),
    externalId: Type.Optional(Type.String({ description: 'Its id in another system.' })),
    version: Type.Integer({
      description: 'Counts the changes; send it with a change to overwrite nobody’s.',
    }),
    createdBy: Type.Object(
      {
        type: Type.String({ description: 'What kind of actor.' }),
        id: Type.String({ description: 'Which one.' }),
        name: Type.String({ description: 'What it was called then.' }),
      },
      { description: 'Who made the order.' },
    ),
    createdAt: moment('When it was made.'),
    completedAt: Type.Optional(moment('When it was first completed.')),
    cancelledAt: Type.Optional(moment('When it was cancelled.')),
    cancelReason: Type.Optional(Type.String({ description: 'Why it was cancelled.' })),
    refundedAt: Type.Optional(moment('When all that was paid had been given back.')),
    updatedAt: moment('When it was last changed.'),
  },
  { title: 'Order', examples: [orderExample] },
);

/** What `orderShape` describes. */
export type OrderView = Static<typeof orderShape>;

/** An order as every answer and every event shows it. */
export function orderView(order: Order): OrderView {
  const decimal = (minor: number) => toDecimal(minor, order.currency);
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    status: order.status,
    paymentStatus: order.paymentStatus,
    condition: order.condition,
    currency: order.currency,
    subtotal: decimal(order.subtotalMinor),
    discountTotal: decimal(order.discountTotalMinor),
    orderDiscount: decimal(order.orderDiscountMinor),
    taxTotal: decimal(order.taxTotalMinor),
    serviceChargeAmount: decimal(order.serviceChargeMinor),
    tipAmount: decimal(order.tipMinor),
    total: decimal(order.totalMinor),
    amountPaid: decimal(order.amountPaidMinor),
    refundAmount: decimal(order.refundAmountMinor),
    storeCreditApplied: decimal(order.storeCreditMinor),
    storeCreditFrom: order.storeCreditMinor > 0 ? order.storeCreditFrom : undefined,
    balanceDue: decimal(balanceDueMinor(order)),
    customerId: order.customerId,
    customers: order.customers.map(({ customerId, role }) => ({ customerId, role })),
    companyId: order.companyId,
    enquiryId: order.enquiryId,
    bookingIds: order.bookingIds,
    locationId: order.locationId,
    sublocationId: order.sublocationId,
    source: order.source,
    items: order.items.map((item, position) => itemView(item, position, decimal)),
    ...moneyView(order, decimal),
    discountName: order.discountName,
    taxSetting: order.taxSetting,
    notes: order.notes,
    customFields: order.customFields,
    externalId: order.externalId,
    version: order.version,
    createdBy: { type: order.createdBy.type, id: order.createdBy.id, name: order.createdBy.name },
    createdAt: order.createdAt.toISOString(),
    completedAt: order.completedAt?.toISOString(),
    cancelledAt: order.cancelledAt?.toISOString(),
    cancelReason: order.cancelReason,
    refundedAt: order.refundedAt?.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  };
}

function itemView(item: OrderItem, position: number, decimal: (minor: number) => number) {
  return {
    id: item.id,
    type: item.type,
    name: item.name,
    description: item.description,
    serviceId: item.serviceId,
    quantity: item.quantity,
    unitPrice: decimal(item.unitPriceMinor),
    subtotal: decimal(item.subtotalMinor),
    discount: decimal(item.discountMinor),
    tax: decimal(item.taxMinor),
    taxRate: item.taxRate,
    total: decimal(item.totalMinor),
    specialInstructions: item.specialInstructions,
    bookingId: item.bookingId,
    position,
  };
}

function moneyView({ payments, refunds }: Order, decimal: (minor: number) => number) {
  return {
    payments: payments.map(({ id, amountMinor, method, cardBrand, cardLast4, status, processedAt }) => ({
      id,
      amount: decimal(amountMinor),
      method,
      cardBrand,
      cardLast4,
      status,
      processedAt: processedAt.toISOString(),
    })),
    refunds: refunds.map(({ id, amountMinor, reason, createdAt }) => ({
      id,
      amount: decimal(amountMinor),
      reason,
      createdAt: createdAt.toISOString(),
    })),
  };
}
