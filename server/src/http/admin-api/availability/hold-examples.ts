// The hold that examples are about: places of the service in booking-examples.ts, an hour before the booking there.
import { bookingExample, newBookingExample } from '#http/admin-api/bookings/booking-examples.ts';

/** What a hold is made with. */
export const newHoldExample = {
  holder: 'visit-5f0e2b93d8a4',
  serviceId: newBookingExample.serviceId,
  date: newBookingExample.date,
  startTime: '15:00',
  attendeeCount: newBookingExample.attendeeCount,
};

/** The hold that `newHoldExample` makes. */
export const holdExample = {
  id: '019d4811-9e30-7f12-b54c-88d0a6e3c917',
  holder: newHoldExample.holder,
  serviceId: newHoldExample.serviceId,
  locationId: bookingExample.locationId,
  sublocationId: bookingExample.sublocationId,
  staffIds: [],
  date: newHoldExample.date,
  startTime: newHoldExample.startTime,
  endTime: '16:00',
  startsAt: '2026-04-08T13:00:00.000Z',
  endsAt: '2026-04-08T14:00:00.000Z',
  timezone: bookingExample.timezone,
  attendeeCount: newHoldExample.attendeeCount,
  expiresAt: '2026-04-01T08:24:33.584Z',
  createdAt: '2026-04-01T08:14:33.584Z',
};
