// A booking as the Admin API shows it (G-052).
import { type Static, Type } from 'typebox';
import {
  type Booking,
  bookingCustomerRoles,
  bookingPaymentStatuses,
  bookingStatuses,
  durationMinutesOf,
} from '#core/bookings/booking.ts';
import { ticketingOf } from '#core/bookings/ticketing.ts';
import type { Scope } from '#core/scope.ts';
import { bookingExample } from '#http/admin-api/bookings/booking-examples.ts';
import { toDecimal } from '#kit/money.ts';

const moment = (description: string) => Type.String({ format: 'date-time', description: `${description}.` });
const recordId = (description: string) => Type.String({ description });

/** Which tickets a booking has. Source: Spec, Resources, Booking, Ticketing object. */
export const ticketingShape = Type.Object({
  qrCodeTicketsEnabled: Type.Boolean({ description: 'Whether a ticket with a code to scan can be had.' }),
  walletTicketsEnabled: Type.Boolean({ description: 'Whether the service has wallet tickets.' }),
  ticketDownloadUrl: Type.Optional(
    Type.String({ description: 'Where the customer gets the ticket, as PDF.' }),
  ),
});

/** A booking. */
export const bookingShape = Type.Object(
  {
    id: recordId('Record id.'),
    bookingNumber: Type.String({ description: 'The number people use, of the form `BK-000001`.' }),
    confirmationCode: Type.String({ description: 'What the customer shows: 8 letters and digits.' }),
    status: Type.Enum([...bookingStatuses], { description: 'Where the booking stands.' }),
    date: Type.String({ format: 'date', description: 'The day it starts on, in its time zone.' }),
    startTime: Type.String({ description: 'Wall time of the start, HH:mm.' }),
    endTime: Type.String({ description: 'Wall time of the end, HH:mm.' }),
    duration: Type.Integer({ description: 'Minutes.' }),
    timezone: Type.String({ description: 'IANA zone of the wall times.' }),
    startsAt: moment('When it starts'),
    endsAt: moment('When it ends'),
    bufferBefore: Type.Integer({
      description: 'Minutes before the start in which its places are taken too.',
    }),
    bufferAfter: Type.Integer({ description: 'Minutes after the end in which its places are taken too.' }),
    attendeeCount: Type.Integer({ description: 'How many come.' }),
    attendees: Type.Array(
      Type.Object({
        name: Type.Optional(Type.String({ description: 'Who it is.' })),
        email: Type.Optional(Type.String({ description: 'Where to write to.' })),
        customerId: Type.Optional(recordId('The customer, when there is a record.')),
        checkedInAt: Type.Optional(moment('When this person arrived')),
      }),
      { description: 'Those who are named; more may come.' },
    ),
    serviceId: recordId('What is booked.'),
    serviceName: Type.String({ description: 'Name of the service when it was booked.' }),
    serviceCategoryName: Type.Optional(
      Type.String({ description: 'Name of its category when it was booked.' }),
    ),
    locationId: Type.Optional(recordId('Where it is.')),
    sublocationId: Type.Optional(recordId('The room, desk or court.')),
    resourceIds: Type.Array(Type.String(), { description: 'The equipment it uses.' }),
    staffIds: Type.Array(Type.String(), { description: 'Who holds it.' }),
    customerId: Type.Optional(recordId('The primary customer.')),
    customers: Type.Array(
      Type.Object({
        customerId: recordId('The customer.'),
        role: Type.Enum([...bookingCustomerRoles], { description: 'What the customer is to the booking.' }),
      }),
      { description: 'All customers who see it among theirs, the primary one first.' },
    ),
    companyId: Type.Optional(recordId('The company it is for.')),
    orderId: Type.Optional(recordId('The order that sells it.')),
    orderItemId: Type.Optional(recordId('The line of that order.')),
    enquiryId: Type.Optional(recordId('The enquiry it came from.')),
    price: Type.Number({ description: 'What it costs, in its currency.' }),
    currency: Type.String({ description: 'ISO 4217.' }),
    paymentStatus: Type.Enum([...bookingPaymentStatuses], { description: 'Whether it is paid.' }),
    lateCancelFee: Type.Number({ description: 'What is due because the customer cancelled too late.' }),
    source: Type.String({ description: 'Where the record came from.' }),
    customerNotes: Type.Optional(Type.String({ description: 'What the customer said.' })),
    internalNotes: Type.Optional(Type.String({ description: 'What only staff read.' })),
    cancelReason: Type.Optional(Type.String({ description: 'Why it was cancelled.' })),
    cancelledBy: Type.Optional(
      Type.Object({
        type: Type.String({ description: '`customer`, `staff`, `api_key`, …' }),
        id: Type.String({ description: 'Record id of who cancelled it.' }),
      }),
    ),
    rescheduledFromId: Type.Optional(recordId('The booking this one replaces.')),
    rescheduledToId: Type.Optional(recordId('The booking that replaces this one.')),
    seriesId: Type.Optional(recordId('The series it belongs to.')),
    waitingListPosition: Type.Optional(Type.Integer({ description: 'Place in the waiting list, from 1.' })),
    offerExpiresAt: Type.Optional(moment('Until when a place is offered')),
    ticketing: ticketingShape,
    allowsOverlap: Type.Boolean({ description: 'Whether staff let it take places that were taken.' }),
    ignoresSchedule: Type.Boolean({ description: 'Whether staff let it lie outside opening hours.' }),
    customFields: Type.Record(Type.String(), Type.Unknown(), { description: 'What programs keep with it.' }),
    externalId: Type.Optional(Type.String({ description: 'Id in a system of yours.' })),
    version: Type.Integer({
      description: 'Counts the changes; send it with a change to overwrite nobody’s.',
    }),
    createdAt: moment('When the record was made'),
    updatedAt: moment('When the record was last changed'),
    confirmedAt: Type.Optional(moment('When it was first confirmed')),
    checkedInAt: Type.Optional(moment('When the customer arrived')),
    completedAt: Type.Optional(moment('When it was over')),
    cancelledAt: Type.Optional(moment('When it was cancelled')),
    noShowAt: Type.Optional(moment('When the customer was found not to have come')),
  },
  { title: 'Booking', examples: [bookingExample] },
);

/** What `bookingShape` describes. */
export type BookingView = Static<typeof bookingShape>;

/** A booking as every answer and event shows it. */
export function bookingView(booking: Booking, scope: Scope): BookingView {
  const { currency } = booking;
  return {
    id: booking.id,
    bookingNumber: booking.bookingNumber,
    confirmationCode: booking.confirmationCode,
    status: booking.status,
    date: booking.date,
    startTime: booking.startTime,
    endTime: booking.endTime,
    duration: durationMinutesOf(booking),
    timezone: booking.timezone,
    startsAt: booking.startsAt.toISOString(),
    endsAt: booking.endsAt.toISOString(),
    bufferBefore: booking.bufferBeforeMinutes,
    bufferAfter: booking.bufferAfterMinutes,
    attendeeCount: booking.attendeeCount,
    attendees: booking.attendees.map(({ name, email, customerId, checkedInAt }) => ({
      name,
      email,
      customerId,
      checkedInAt: checkedInAt?.toISOString(),
    })),
    serviceId: booking.serviceId,
    serviceName: booking.serviceName,
    serviceCategoryName: booking.serviceCategoryName,
    locationId: booking.locationId,
    sublocationId: booking.sublocationId,
    resourceIds: booking.equipment.map(({ equipmentId }) => equipmentId),
    staffIds: booking.staffIds,
    customerId: booking.customerId,
    customers: booking.customers.map(({ customerId, role }) => ({ customerId, role })),
    companyId: booking.companyId,
    orderId: booking.orderId,
    orderItemId: booking.orderItemId,
    enquiryId: booking.enquiryId,
    price: toDecimal(booking.priceMinor, currency),
    currency,
    paymentStatus: booking.paymentStatus,
    lateCancelFee: toDecimal(booking.lateCancelFeeMinor, currency),
    source: booking.source,
    customerNotes: booking.customerNotes,
    internalNotes: booking.internalNotes,
    cancelReason: booking.cancelReason,
    cancelledBy: booking.cancelledBy && { type: booking.cancelledBy.type, id: booking.cancelledBy.id },
    rescheduledFromId: booking.rescheduledFromId,
    rescheduledToId: booking.rescheduledToId,
    seriesId: booking.seriesId,
    waitingListPosition: booking.waitingListPosition,
    offerExpiresAt: booking.offerExpiresAt?.toISOString(),
    ticketing: ticketingOf(booking, scope),
    allowsOverlap: booking.allowsOverlap,
    ignoresSchedule: booking.ignoresSchedule,
    customFields: booking.customFields,
    externalId: booking.externalId,
    version: booking.version,
    createdAt: booking.createdAt.toISOString(),
    updatedAt: booking.updatedAt.toISOString(),
    confirmedAt: booking.confirmedAt?.toISOString(),
    checkedInAt: booking.checkedInAt?.toISOString(),
    completedAt: booking.completedAt?.toISOString(),
    cancelledAt: booking.cancelledAt?.toISOString(),
    noShowAt: booking.noShowAt?.toISOString(),
  };
}
