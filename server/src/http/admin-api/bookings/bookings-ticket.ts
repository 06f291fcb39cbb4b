// GET /bookings/{bookingId}/ticket. Source: Spec, C, GET /bookings/{bookingId}/ticket.
import { Type } from 'typebox';
import { getBookingTicket } from '#core/tickets/tickets.ts';
import { bookingExample } from '#http/admin-api/bookings/booking-examples.ts';
import { strict } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import { pdfFile, sendPdf } from '#http/wire/pdf.ts';
import type { Routes } from '#http/wire/request.ts';

/** Tickets of bookings. */
export async function bookingsTicket(app: Routes): Promise<void> {
  app.get(
    '/bookings/:bookingId/ticket',
    {
      config: { permission: 'tickets:read' },
      schema: {
        operationId: 'getBookingTicket',
        summary: 'Get the ticket of a booking',
        description:
          'A PDF to print or to send. Its QR code holds the confirmation code, by which `GET /bookings/{bookingId}` finds the booking. 403 `ticketing_disabled` where the service has no tickets with a code, and for bookings that are cancelled, rescheduled or on the waiting list.',
        tags: ['Bookings'],
        params: strict({
          bookingId: Type.String({
            maxLength: 128,
            description: 'Record id, booking number or confirmation code.',
            examples: [bookingExample.id],
          }),
        }),
        response: { 200: pdfFile('The ticket.'), ...failures(404) },
      },
    },
    async ({ scope, params }, reply) => sendPdf(reply, await getBookingTicket(scope, params.bookingId)),
  );
}
