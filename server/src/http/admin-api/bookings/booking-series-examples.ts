// The series that examples are about: the booking in booking-examples.ts, twice, at another time of day.
import { bookingExample, newBookingExample } from '#http/admin-api/bookings/booking-examples.ts';

const { customerNotes: _notes, attendees: _attendees, ...firstBooking } = newBookingExample;
const startTime = '17:00';

/** What a series is made with. */
export const newSeriesExample = {
  ...firstBooking,
  startTime,
  series: { frequency: 'weekly' as const, count: 2 },
};

const bookings = [
  { id: '019d4813-2c7e-7a90-8b15-6e3d90f7a24c', date: '2026-04-08', bookingNumber: 'BK-000002' },
  { id: '019d4813-2c7f-7c31-9e02-b85a4d10c6f3', date: '2026-04-15', bookingNumber: 'BK-000003' },
].map((booking) => {
  const { customerNotes: _, ...example } = bookingExample;
  return {
    ...example,
    ...booking,
    confirmationCode: booking.id.endsWith('c') ? 'M4XD9KHA' : 'T7CQE3WN',
    startTime,
    endTime: '18:00',
    startsAt: `${booking.date}T15:00:00.000Z`,
    endsAt: `${booking.date}T16:00:00.000Z`,
    attendees: [],
    seriesId: '019d4813-2c7d-7e58-a1f4-03c9b67d8e25',
    ticketing: {
      ...example.ticketing,
      ticketDownloadUrl: example.ticketing.ticketDownloadUrl.replace(example.id, booking.id),
    },
  };
});

/** The series that `newSeriesExample` makes, with its bookings. */
export const seriesExample = {
  id: '019d4813-2c7d-7e58-a1f4-03c9b67d8e25',
  frequency: 'weekly' as const,
  interval: 1,
  firstDate: '2026-04-08',
  startTime,
  lastDate: '2026-04-15',
  createdAt: '2026-04-01T08:16:17.277Z',
  bookings,
};

/** What is said when the rest of it is cancelled. */
export const seriesCancellationExample = { fromDate: '2026-04-15', reason: 'Easter holidays.' };

/** The series after that. */
export const cancelledSeriesExample = {
  ...seriesExample,
  bookings: bookings.map((booking) =>
    booking.date < seriesCancellationExample.fromDate
      ? booking
      : {
          ...booking,
          status: 'cancelled' as const,
          ticketing: { qrCodeTicketsEnabled: false, walletTicketsEnabled: false },
          cancelReason: seriesCancellationExample.reason,
          cancelledBy: { type: 'api_key', id: '019d4300-1a22-7bc4-8d05-f2e7a9134b60' },
          version: 2,
          updatedAt: '2026-04-02T15:02:11.873Z',
          cancelledAt: '2026-04-02T15:02:11.873Z',
        },
  ),
};
