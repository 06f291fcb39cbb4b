// What callers may send of an order: the bodies of create, update, payment and refund (G-071 to G-076).
import { Type } from 'typebox';
import { bookingLimits } from '#core/bookings/booking.ts';
import { initialStatuses } from '#core/bookings/placing/prepare-booking.ts';
import { firstStatuses } from '#core/orders/create-order.ts';
import { inlineBookingsMax } from '#core/orders/inline-bookings.ts';
import {
  orderBounds,
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
import { clearable } from '#http/admin-api/clearing.ts';
import { strict } from '#http/admin-api/envelope.ts';
import {
  newOrderExample,
  orderChangeExample,
  paymentBodyExample,
  refundBodyExample,
} from '#http/admin-api/orders/order-examples.ts';
import { customFieldsMax } from '#kit/custom-fields.ts';

/** A status, in bodies and queries. */
export const orderStatusShape = Type.Enum([...orderStatuses], { description: 'How far the order has come.' });
/** A payment status, in bodies and queries. */
export const orderPaymentStatusShape = Type.Enum([...orderPaymentStatuses], {
  description: 'How far its payment has come.',
});

const amount = (description: string) => Type.Optional(Type.Number({ minimum: 0, description }));
const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));
const recordId = (description: string) => text(100, `${description}.`);
const claimed = 'Need not be sent; if it is, it must be what we calculate';
const { nameLength, textLength, sourceLength, externalIdLength } = orderBounds;

const itemBody = strict({
  id: text(100, 'Of an item the order has, to keep it the same one.'),
  type: Type.Optional(
    Type.Enum([...orderItemTypes], {
      description: '`service` with a serviceId, else `custom`, unless sent.',
    }),
  ),
  name: text(nameLength, 'What is ordered; the service’s name unless sent.'),
  description: text(textLength, 'More about it.'),
  serviceId: text(100, 'A service, whose name, price and tax rate are taken unless sent.'),
  quantity: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: orderBounds.quantityMax,
      description: 'How many; 1 unless sent. At most three digits after the point.',
    }),
  ),
  unitPrice: amount('Price of one; with its tax when the tax setting is `inclusive`.'),
  discount: amount('Discount on this item alone.'),
  taxRate: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'Tax in percent, with at most four digits after the point.',
    }),
  ),
  specialInstructions: text(textLength, 'What the customer asks for.'),
  subtotal: amount(`${claimed}.`),
  tax: amount(`${claimed}.`),
  total: amount(`${claimed}.`),
});

const bookingBody = strict({
  serviceId: Type.String({
    maxLength: 100,
    description: 'What is booked; its name, price and tax rate make the item.',
  }),
  locationId: text(100, 'Needed when the service is held at several and no sublocation is named.'),
  sublocationId: text(100, 'Where; the first free of the service’s unless sent.'),
  staffIds: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: bookingLimits.resourcesMax,
      description: 'With whom.',
    }),
  ),
  resourceIds: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: bookingLimits.resourcesMax,
      description: 'With which equipment.',
    }),
  ),
  date: Type.Optional(
    Type.String({ format: 'date', maxLength: 10, description: 'Day at the place; goes with `startTime`.' }),
  ),
  startTime: text(5, 'What clocks there show when it starts, like `09:30`.'),
  startsAt: Type.Optional(
    Type.String({
      format: 'date-time',
      maxLength: 40,
      description: 'When it starts, instead of `date` and `startTime`.',
    }),
  ),
  duration: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: bookingLimits.durationMinutesMax,
      description: 'Minutes; the service’s unless sent.',
    }),
  ),
  attendeeCount: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: bookingLimits.attendeesMax,
      description: 'How many come; 1 unless sent.',
    }),
  ),
  status: Type.Optional(
    Type.Enum([...initialStatuses], { description: 'What the booking begins as; `scheduled` unless sent.' }),
  ),
  price: amount('Price of the booking, as an item’s; the service’s unless sent.'),
  customerNotes: text(bookingLimits.notesLengthMax, 'What the customer says about it.'),
  internalNotes: text(bookingLimits.notesLengthMax, 'What staff note about it.'),
  allowOverlap: Type.Optional(Type.Boolean({ description: 'Book even if it is taken; recorded.' })),
  ignoreSchedule: Type.Optional(
    Type.Boolean({ description: 'Book outside of opening hours, notice and horizon; recorded.' }),
  ),
  holdId: text(100, 'A hold whose places the booking takes over.'),
});

const changeable = {
  taxSetting: Type.Optional(
    Type.Enum([...taxSettings], { description: 'Whether prices hold their tax; `exclusive` unless sent.' }),
  ),
  items: Type.Optional(
    Type.Array(itemBody, {
      maxItems: 500,
      description: `The whole list, at most ${orderBounds.items}. Frozen once something was paid.`,
    }),
  ),
  orderDiscount: amount('Discount on the whole order, which is spread over its items.'),
  discountName: text(nameLength, 'What the discount is called.'),
  serviceChargeAmount: amount('Charge for the service, untaxed.'),
  tipAmount: amount('Tip.'),
  storeCreditApplied: amount('What store credit pays for.'),
  storeCreditFrom: Type.Optional(
    Type.Enum([...creditEntityTypes], {
      description:
        'Whose store credit that is: the customer’s unless sent, or else the company’s. To change it, set `storeCreditApplied` to 0 first.',
    }),
  ),
  customerId: recordId('Record id of the primary customer'),
  customers: Type.Optional(
    Type.Array(
      strict({
        customerId: Type.String({ maxLength: 100, description: 'The customer’s record id.' }),
        role: Type.Optional(
          Type.Enum([...orderCustomerRoles], {
            description: 'What part the customer has; `attendee` unless sent.',
          }),
        ),
      }),
      {
        maxItems: 500,
        description: `Who has a part in the order and sees it: the whole list, at most ${orderBounds.customers}. One is primary; the first, if nothing says so.`,
      },
    ),
  ),
  companyId: recordId('The company it is made for'),
  enquiryId: recordId('The enquiry it comes from'),
  locationId: recordId('Where it is made'),
  sublocationId: recordId('Where exactly'),
  source: text(sourceLength, 'Where it comes from; `admin` unless sent.'),
  notes: text(textLength, 'What staff note.'),
  customFields: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'What you keep with it, by name: those sent are set, null removes one.',
      maxProperties: customFieldsMax,
    }),
  ),
  externalId: text(externalIdLength, 'Its id in another system; no two orders share one.'),
  condition: Type.Optional(
    Type.Union([Type.Enum([...orderConditions]), Type.Null()], {
      description: 'What makes it no purchase yet; null clears it, and so does a payment.',
    }),
  ),
  subtotal: amount(`${claimed}.`),
  discountTotal: amount(`${claimed}.`),
  taxTotal: amount(`${claimed}.`),
  total: amount(`${claimed}.`),
};

const versionShape = Type.Optional(
  Type.Integer({ minimum: 1, description: 'The version you changed; refused if there is a newer one.' }),
);

/** The body of POST /orders. */
export const createOrderBody = strict(
  {
    ...changeable,
    status: Type.Optional(
      Type.Enum([...firstStatuses], { description: 'What it begins as; `draft` unless sent.' }),
    ),
    currency: Type.Optional(
      Type.String({ minLength: 3, maxLength: 3, description: 'Like `EUR`; the organization’s unless sent.' }),
    ),
    customer: Type.Optional(
      strict(
        {
          email: Type.String({ maxLength: 320, description: 'An email address.' }),
          firstName: text(nameLength, 'First name of a new customer.'),
          lastName: text(nameLength, 'Last name of a new customer.'),
          phone: text(100, 'Phone number of a new customer.'),
        },
        { description: 'Instead of `customerId`: the customer with this email, or else a new one.' },
      ),
    ),
    bookings: Type.Optional(
      Type.Array(bookingBody, {
        maxItems: inlineBookingsMax,
        description:
          'Bookings that are made with the order, for its customers: all of them, or nothing. Each adds an item.',
      }),
    ),
  },
  { examples: [newOrderExample] },
);

/** The fields of an order that a change can clear. */
export const clearableOrderFields = [
  'discountName',
  'customerId',
  'companyId',
  'enquiryId',
  'locationId',
  'sublocationId',
  'notes',
  'externalId',
] as const;

/** The body of PATCH /orders/{orderId}. */
export const updateOrderBody = strict(
  {
    ...clearable(changeable, clearableOrderFields),
    status: Type.Optional(orderStatusShape),
    paymentStatus: Type.Optional(orderPaymentStatusShape),
    cancelReason: text(textLength, 'Why it is cancelled.'),
    version: versionShape,
  },
  { examples: [orderChangeExample] },
);

/** The body of POST /orders/{orderId}/payments. */
export const addPaymentBody = strict(
  {
    amount: Type.Number({ exclusiveMinimum: 0, description: 'What was paid, at most what is due.' }),
    method: Type.Enum([...paymentMethods], { description: 'How it was paid.' }),
    cardBrand: text(sourceLength, 'Brand of the card.'),
    cardLast4: text(4, 'Last four digits of the card.'),
    status: Type.Optional(
      Type.Enum([...paymentStates], { description: 'Whether the money has come; `paid` unless sent.' }),
    ),
    processedAt: Type.Optional(
      Type.String({ format: 'date-time', maxLength: 40, description: 'When it was paid; now unless sent.' }),
    ),
    version: versionShape,
  },
  { examples: [paymentBodyExample] },
);

/** The body of POST /orders/{orderId}/refunds. */
export const refundOrderBody = strict(
  {
    amount: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, description: 'What is given back; all that is left unless sent.' }),
    ),
    reason: text(textLength, 'Why.'),
    version: versionShape,
  },
  { examples: [refundBodyExample] },
);
