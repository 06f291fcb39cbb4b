// The free times that examples are about: those of the service in booking-examples.ts on a Sunday with short hours.
import { bookingExample, newBookingExample } from '#http/admin-api/bookings/booking-examples.ts';

const date = '2026-04-12';

/** What is asked. */
export const availabilityQueryExample = {
  serviceId: newBookingExample.serviceId,
  from: date,
  to: date,
  attendeeCount: newBookingExample.attendeeCount,
};

/** What is answered. */
export const slotExamples = [
  {
    startTime: '10:00',
    endTime: '11:00',
    startsAt: `${date}T08:00:00.000Z`,
    endsAt: `${date}T09:00:00.000Z`,
  },
  {
    startTime: '10:30',
    endTime: '11:30',
    startsAt: `${date}T08:30:00.000Z`,
    endsAt: `${date}T09:30:00.000Z`,
  },
  {
    startTime: '11:00',
    endTime: '12:00',
    startsAt: `${date}T09:00:00.000Z`,
    endsAt: `${date}T10:00:00.000Z`,
  },
].map((times) => ({
  date,
  ...times,
  timezone: bookingExample.timezone,
  placesLeft: 8,
  locationId: bookingExample.locationId,
  sublocationIds: [bookingExample.sublocationId],
  staffIds: [],
}));
