// An order and its receipt, as the Customer API shows them: the contract's fields and no others. Source: Spec, Resources,
// Order.
import { type Static, Type } from 'typebox';
import { primaryOf } from '#core/customers/customer.ts';
import {
  type Order,
  type OrderItem,
  type OwnOrder,
  orderItemTypes,
  orderPaymentStatuses,
  orderStatuses,
} from '#core/orders/order.ts';
import { receiptUrl } from '#core/orders/receipt-links.ts';
import { businessOf, type Receipt } from '#core/orders/receipts.ts';
import type { Scope } from '#core/scope.ts';
import { taxSettings } from '#core/services/service.ts';
import { toDecimal } from '#kit/money.ts';

const milliseconds = (description: string) =>
  Type.Integer({ description: `${description}, in milliseconds since 1970.` });
const text = (description: string) => Type.Optional(Type.String({ description }));
const amount = (description: string) => Type.Number({ description });

const itemShape = Type.Object(
  {
    id: Type.String({ description: 'Record id.' }),
    name: Type.String({ description: 'What was bought.' }),
    quantity: Type.Number({ description: 'How many.' }),
    unitPrice: amount('Price of one.'),
    subtotal: amount('Quantity times price, without tax.'),
    tax: amount('Tax.'),
    discount: amount('Discount.'),
    total: amount('Subtotal less discount, and tax.'),
    type: Type.Enum([...orderItemTypes], { description: 'What kind of thing it is.' }),
    specialInstructions: text('What was asked for.'),
  },
  { title: 'OrderItem' },
);

const orderFields = {
  id: Type.String({ description: 'Record id.' }),
  orderNumber: Type.String({ description: 'The number people use.' }),
  status: Type.Enum([...orderStatuses], { description: 'How far the order has come.' }),
  paymentStatus: Type.Enum([...orderPaymentStatuses], { description: 'How far its payment has come.' }),
  total: amount('What it comes to.'),
  subtotal: amount('Sum of the items’ subtotals.'),
  taxTotal: amount('Sum of the items’ taxes.'),
  discountTotal: amount('Sum of the items’ discounts.'),
  items: Type.Array(itemShape, { description: 'What was bought.' }),
  createdAt: milliseconds('When it was made'),
  completedAt: Type.Union([milliseconds('When it was completed'), Type.Null()], {
    description: 'When it was completed, in milliseconds since 1970; null before.',
  }),
  customerRole: Type.String({ description: 'Your part in it, such as `primary`.' }),
};

const orderExample = {
  id: '019d3dc9-70a2-7e14-b6c8-3f91d05e2a7c',
  orderNumber: 'ORD-000017',
  status: 'completed' as const,
  paymentStatus: 'paid' as const,
  total: 71.16,
  subtotal: 59.8,
  taxTotal: 11.36,
  discountTotal: 0,
  items: [
    {
      id: '019d3dc9-70a2-7e14-b6c8-3f91d05e2a7d',
      name: 'Day pass',
      quantity: 2,
      unitPrice: 29.9,
      subtotal: 59.8,
      tax: 11.36,
      discount: 0,
      total: 71.16,
      type: 'pass' as const,
    },
  ],
  createdAt: 1_774_948_365_310,
  completedAt: 1_774_951_200_000,
  customerRole: 'primary',
};

/** An order in the customer's own history. */
export const orderShape = Type.Object(orderFields, { title: 'Order', examples: [orderExample] });

const receiptOrderShape = Type.Object(
  {
    ...orderFields,
    currency: Type.String({ description: 'ISO 4217.' }),
    taxSetting: Type.Optional(
      Type.Enum([...taxSettings], { description: 'Whether prices hold their tax or it comes on top.' }),
    ),
    discountName: text('What the discount is called.'),
    serviceChargeAmount: Type.Optional(amount('Charge for the service.')),
    tipAmount: Type.Optional(amount('Tip.')),
    refundAmount: Type.Optional(amount('What was given back.')),
    refundedAt: Type.Optional(milliseconds('When all was given back')),
    paymentMethod: text('How it was paid.'),
    cardBrand: text('Brand of the card.'),
    cardLast4: text('Last four digits of the card.'),
  },
  { title: 'ReceiptOrder' },
);

const businessShape = Type.Object(
  {
    name: text('The name the organization does business under.'),
    logo: text('Web address of its logo.'),
    brandName: text('The name of its brand.'),
    primaryColor: text('The colour of its brand, as #1d4ed8.'),
    vatNumber: text('The VAT or sales tax number of the organization.'),
    addressLine1: text('Street and house number of the location, or else of the organization’s seat.'),
    addressLine2: text('What else the address needs.'),
    city: text('Town or city.'),
    region: text('State, province or county.'),
    postalCode: text('Postal code.'),
    country: text('Two-letter country code.'),
    phone: text('Phone number of the location, or else of the organization.'),
    email: text('Email address of the location, or else of the organization.'),
    sublocationName: text('Where in the location.'),
    locationName: text('Name of the location.'),
    currency: text('Currency of the organization.'),
  },
  { title: 'ReceiptBusiness' },
);

const receiptCustomerShape = Type.Object(
  {
    id: Type.String({ description: 'Record id.' }),
    customerNumber: Type.String({ description: 'The number people use.' }),
    displayName: text('Name.'),
    email: text('Primary email.'),
  },
  { title: 'ReceiptCustomer' },
);

/** A receipt. */
export const receiptShape = Type.Object(
  {
    order: receiptOrderShape,
    business: businessShape,
    customer: receiptCustomerShape,
    receiptUrl: Type.String({
      description: 'The receipt as a page to read, print and pass on: whoever has the address can open it.',
    }),
  },
  {
    title: 'Receipt',
    examples: [
      {
        order: {
          ...orderExample,
          currency: 'EUR',
          taxSetting: 'exclusive' as const,
          paymentMethod: 'card',
          cardBrand: 'visa',
          cardLast4: '4242',
        },
        business: {
          name: 'Harbour House GmbH',
          brandName: 'Harbour House',
          vatNumber: 'DE123456789',
          locationName: 'Elbe',
          currency: 'EUR',
        },
        customer: {
          id: '019d3dc2-51a0-7c3e-9d0b-2f6a1c8e4b55',
          customerNumber: 'CUST-000042',
          displayName: 'Jane Doe',
          email: 'jane@example.com',
        },
        receiptUrl:
          'https://desk.example.com/receipts/AZ09weduVtGPCmtfLZwXAZ09yXCifhS2yD-R0F4qfAGdPcJRoHw-nQsvahyOS1XQ2rFv0dVbyK4mQH9tZ3oXLw',
      },
    ],
  },
);

/** What `orderShape` describes. */
export function orderView({ order, role }: OwnOrder): Static<typeof orderShape> {
  const decimal = (minor: number) => toDecimal(minor, order.currency);
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    status: order.status,
    paymentStatus: order.paymentStatus,
    total: decimal(order.totalMinor),
    subtotal: decimal(order.subtotalMinor),
    taxTotal: decimal(order.taxTotalMinor),
    discountTotal: decimal(order.discountTotalMinor),
    items: order.items.map((item) => itemView(item, order)),
    createdAt: order.createdAt.getTime(),
    completedAt: order.completedAt?.getTime() ?? null,
    customerRole: role,
  };
}

/** What `receiptShape` describes. Amounts that are 0 have no value here, and members without a value are left out. */
export function receiptView(receipt: Receipt, scope: Scope): Static<typeof receiptShape> {
  const { order, payment, customer } = receipt;
  const amountOf = (minor: number) => (minor === 0 ? undefined : toDecimal(minor, order.currency));
  return {
    order: {
      ...orderView(receipt),
      currency: order.currency,
      taxSetting: order.taxSetting,
      discountName: order.discountName,
      serviceChargeAmount: amountOf(order.serviceChargeMinor),
      tipAmount: amountOf(order.tipMinor),
      refundAmount: amountOf(order.refundAmountMinor),
      refundedAt: order.refundedAt?.getTime(),
      paymentMethod: payment?.method,
      cardBrand: payment?.cardBrand,
      cardLast4: payment?.cardLast4,
    },
    business: businessView(receipt),
    customer: {
      id: customer.id,
      customerNumber: customer.customerNumber,
      displayName: customer.displayName,
      email: primaryOf(customer.emails)?.address,
    },
    receiptUrl: receiptUrl(scope, customer.id, order.id),
  };
}

function itemView(item: OrderItem, { currency }: Order): Static<typeof itemShape> {
  return {
    id: item.id,
    name: item.name,
    quantity: item.quantity,
    unitPrice: toDecimal(item.unitPriceMinor, currency),
    subtotal: toDecimal(item.subtotalMinor, currency),
    tax: toDecimal(item.taxMinor, currency),
    discount: toDecimal(item.discountMinor, currency),
    total: toDecimal(item.totalMinor, currency),
    type: item.type,
    specialInstructions: item.specialInstructions,
  };
}

function businessView(receipt: Receipt): Static<typeof businessShape> {
  const { organization, location, sublocation } = receipt;
  const { name, vatNumber, address, phone, email } = businessOf(receipt);
  return {
    name,
    logo: organization.logoUrl,
    brandName: organization.name,
    primaryColor: organization.primaryColor,
    vatNumber,
    addressLine1: address.line1,
    addressLine2: address.line2,
    city: address.city,
    region: address.region,
    postalCode: address.postalCode,
    country: address.country,
    phone,
    email,
    sublocationName: sublocation?.name,
    locationName: location?.name,
    currency: organization.currency,
  };
}
