// GET /booking-ticket. Source: Spec, A, GET /booking-ticket.
import { Type } from 'typebox';
import { getOwnBookingTicket } from '#core/tickets/tickets.ts';
import { strict } from '#http/customer-api/envelope.ts';
import { failures } from '#http/customer-api/errors.ts';
import { pdfFile, sendPdf } from '#http/wire/pdf.ts';
import type { Routes } from '#http/wire/request.ts';

/** Tickets of the customer's own bookings. */
export async function bookingTicket(app: Routes): Promise<void> {
  app.get(
    '/booking-ticket',
    {
      config: { permission: 'any' },
      schema: {
        operationId: 'getOwnBookingTicket',
        summary: 'Get the ticket of a booking',
        description:
          'A PDF to print or to keep. 403 `ticketing_disabled` where `ticketing.qrCodeTicketsEnabled` is false, as of bookings that are cancelled, rescheduled or on the waiting list; 403 `access_denied` for a booking that is not yours.',
        tags: ['Bookings'],
        querystring: strict(
          {
            bookingId: Type.String({
              minLength: 1,
              maxLength: 100,
              description: 'Record id of the booking.',
            }),
          },
          { examples: [{ bookingId: '019d3dd2-51c7-7a60-9b3e-84c1f07d2e95' }] },
        ),
        response: { 200: pdfFile('The ticket.'), ...failures(403) },
      },
    },
    async ({ scope, standing, query }, reply) => {
      return sendPdf(reply, await getOwnBookingTicket(scope, standing.customerId, query.bookingId));
    },
  );
}
