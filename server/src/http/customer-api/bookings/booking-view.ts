// A booking as the Customer API shows it: the contract's fields and no others. Source: Spec, Resources, Booking.
import { type Static, Type } from 'typebox';
import { type Booking, bookingStatuses, durationMinutesOf } from '#core/bookings/booking.ts';
import { ticketingOf } from '#core/bookings/ticketing.ts';
import type { Scope } from '#core/scope.ts';

const milliseconds = (description: string) =>
  Type.Integer({ description: `${description}, in milliseconds since 1970.` });
const orNull = (schema: Parameters<typeof Type.Union>[0][number]) => Type.Union([schema, Type.Null()]);

const ticketingShape = Type.Object(
  {
    qrCodeTicketsEnabled: Type.Boolean({ description: 'Whether a ticket with a code to scan can be had.' }),
    walletTicketsEnabled: Type.Boolean({ description: 'Whether there are wallet tickets.' }),
    ticketDownloadUrl: Type.Optional(
      Type.String({ description: 'Where to get the ticket as PDF, with the access token.' }),
    ),
  },
  { title: 'Ticketing' },
);

/** A booking of the customer's own. */
export const bookingShape = Type.Object(
  {
    id: Type.String({ description: 'Record id.' }),
    bookingNumber: Type.String({ description: 'The number people use.' }),
    confirmationCode: Type.String({ description: 'What you show when you come.' }),
    status: Type.Enum([...bookingStatuses], { description: 'Where the booking stands.' }),
    date: milliseconds('When the day it is on begins in its time zone'),
    startTime: Type.String({ description: 'Wall time of the start, HH:mm.' }),
    endTime: orNull(Type.String({ description: 'Wall time of the end, HH:mm.' })),
    duration: orNull(Type.Integer({ description: 'Minutes.' })),
    timezone: Type.String({ description: 'IANA zone of date and times.' }),
    attendeeCount: Type.Integer({ description: 'How many come.' }),
    serviceName: orNull(Type.String({ description: 'What is booked, as it was called then.' })),
    serviceCategoryName: Type.Optional(orNull(Type.String({ description: 'Its category.' }))),
    ticketing: ticketingShape,
    serviceId: orNull(Type.String({ description: 'Record id of the service.' })),
    sublocationId: orNull(Type.String({ description: 'The room, desk or court.' })),
    customerNotes: Type.Optional(Type.String({ description: 'What you said.' })),
    createdAt: milliseconds('When it was made'),
    checkedInAt: Type.Optional(milliseconds('When you came')),
    completedAt: Type.Optional(milliseconds('When it was over')),
    cancelledAt: Type.Optional(milliseconds('When it was cancelled')),
  },
  {
    title: 'Booking',
    examples: [
      {
        id: '019d4812-77b8-7d40-a6c1-5f0e2b93d8a4',
        bookingNumber: 'BK-000001',
        confirmationCode: 'K7QWT4RX',
        status: 'confirmed' as const,
        date: 1_775_599_200_000,
        startTime: '10:00',
        endTime: '11:00',
        duration: 60,
        timezone: 'Europe/Berlin',
        attendeeCount: 2,
        serviceName: 'Yoga for two',
        serviceCategoryName: 'Yoga',
        ticketing: {
          qrCodeTicketsEnabled: true,
          walletTicketsEnabled: false,
          ticketDownloadUrl:
            'https://desk.example.com/api/client/v1/booking-ticket?bookingId=019d4812-77b8-7d40-a6c1-5f0e2b93d8a4',
        },
        serviceId: '019d4310-5a00-7c11-8f02-6d3b9e1a7c50',
        sublocationId: '019d4310-3f52-7be4-8d16-0a9c7e2b4f81',
        customerNotes: 'We bring our own mats.',
        createdAt: 1_775_031_330_120,
      },
    ],
  },
);

/** What `bookingShape` describes. */
export function bookingView(booking: Booking, scope: Scope): Static<typeof bookingShape> {
  return {
    id: booking.id,
    bookingNumber: booking.bookingNumber,
    confirmationCode: booking.confirmationCode,
    status: booking.status,
    date: booking.dayStartsAt.getTime(),
    startTime: booking.startTime,
    endTime: booking.endTime,
    duration: durationMinutesOf(booking),
    timezone: booking.timezone,
    attendeeCount: booking.attendeeCount,
    serviceName: booking.serviceName,
    serviceCategoryName: booking.serviceCategoryName ?? null,
    ticketing: ticketingOf(booking, scope),
    serviceId: booking.serviceId,
    sublocationId: booking.sublocationId ?? null,
    customerNotes: booking.customerNotes,
    createdAt: booking.createdAt.getTime(),
    checkedInAt: booking.checkedInAt?.getTime(),
    completedAt: booking.completedAt?.getTime(),
    cancelledAt: booking.cancelledAt?.getTime(),
  };
}
