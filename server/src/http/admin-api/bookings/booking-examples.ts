// The bookings that examples are about: what is sent to make and change one, and what comes back. The operations'
// examples follow each other, and a test sends them all.
import { customerExample } from '#http/admin-api/customers/customer-examples.ts';
import {
  equipmentExample,
  locationExample,
  serviceExample,
  sublocationExample,
} from '#http/admin-api/places/place-examples.ts';

const createdAt = '2026-04-01T08:15:30.120Z';

/** What a booking is made with. */
export const newBookingExample = {
  serviceId: serviceExample.id,
  customerId: customerExample.id,
  date: '2026-04-08',
  startTime: '10:00',
  attendeeCount: 2,
  attendees: [{ name: 'Mara Lindqvist', email: 'mara.lindqvist@example.com' }],
  status: 'confirmed' as const,
  customerNotes: 'One of us comes in a wheelchair.',
};

/** The booking that `newBookingExample` makes. */
export const bookingExample = {
  id: '019d4812-77b8-7d40-a6c1-5f0e2b93d8a4',
  bookingNumber: 'BK-000001',
  confirmationCode: 'K7QWT4RX',
  status: 'confirmed' as const,
  date: newBookingExample.date,
  startTime: newBookingExample.startTime,
  endTime: '11:00',
  duration: 60,
  timezone: 'Europe/Berlin',
  startsAt: '2026-04-08T08:00:00.000Z',
  endsAt: '2026-04-08T09:00:00.000Z',
  bufferBefore: 0,
  bufferAfter: serviceExample.bufferAfterMinutes,
  attendeeCount: newBookingExample.attendeeCount,
  attendees: newBookingExample.attendees,
  serviceId: newBookingExample.serviceId,
  serviceName: serviceExample.name,
  serviceCategoryName: serviceExample.categoryName,
  locationId: locationExample.id,
  sublocationId: sublocationExample.id,
  resourceIds: [equipmentExample.id],
  staffIds: [],
  customerId: customerExample.id,
  customers: [{ customerId: customerExample.id, role: 'primary' as const }],
  price: serviceExample.price,
  currency: 'EUR',
  paymentStatus: 'pending' as const,
  lateCancelFee: 0,
  source: 'admin',
  customerNotes: newBookingExample.customerNotes,
  ticketing: {
    qrCodeTicketsEnabled: true,
    walletTicketsEnabled: false,
    ticketDownloadUrl:
      'https://desk.example.com/api/client/v1/booking-ticket?bookingId=019d4812-77b8-7d40-a6c1-5f0e2b93d8a4',
  },
  allowsOverlap: false,
  ignoresSchedule: false,
  customFields: {},
  version: 1,
  createdAt,
  updatedAt: createdAt,
  confirmedAt: createdAt,
};

/** What is changed of that booking. */
export const bookingChangeExample = { startTime: '12:30', internalNotes: 'Moved by phone.' };

/** The booking after that change. */
export const changedBookingExample = {
  ...bookingExample,
  startTime: '12:30',
  endTime: '13:30',
  startsAt: '2026-04-08T10:30:00.000Z',
  endsAt: '2026-04-08T11:30:00.000Z',
  internalNotes: bookingChangeExample.internalNotes,
  version: 2,
  updatedAt: '2026-04-02T15:02:11.873Z',
};

/** When that booking is to be instead. */
export const reschedulingExample = {
  date: '2026-04-10',
  startTime: '09:00',
  requestedBy: 'customer' as const,
  reason: 'Ill on Wednesday.',
};

/** The booking that takes its place. */
export const rescheduledBookingExample = {
  ...changedBookingExample,
  id: '019d4d65-0e13-7b2a-90f8-c4e71a35d6b9',
  bookingNumber: 'BK-000004',
  confirmationCode: 'M3XKFH9P',
  date: reschedulingExample.date,
  startTime: reschedulingExample.startTime,
  endTime: '10:00',
  startsAt: '2026-04-10T07:00:00.000Z',
  endsAt: '2026-04-10T08:00:00.000Z',
  rescheduledFromId: bookingExample.id,
  ticketing: {
    ...bookingExample.ticketing,
    ticketDownloadUrl:
      'https://desk.example.com/api/client/v1/booking-ticket?bookingId=019d4d65-0e13-7b2a-90f8-c4e71a35d6b9',
  },
  version: 1,
  createdAt: '2026-04-07T09:01:02.450Z',
  updatedAt: '2026-04-07T09:01:02.450Z',
  confirmedAt: '2026-04-07T09:01:02.450Z',
};
