// Operations on tickets: a booking's, for the desk and for its customer.
import type { Booking } from '#core/bookings/booking.ts';
import { findBookingById } from '#core/bookings/booking-queries.ts';
import { getBooking } from '#core/bookings/bookings.ts';
import { hasTicket } from '#core/bookings/ticketing.ts';
import { findCustomerById } from '#core/customers/customer-queries.ts';
import { findLocation } from '#core/places/location-queries.ts';
import { findSublocation } from '#core/places/sublocation-queries.ts';
import type { Scope } from '#core/scope.ts';
import { findService } from '#core/services/service-queries.ts';
import { readLogo } from '#core/tickets/logo.ts';
import { ticketContent, ticketFileName } from '#core/tickets/ticket.ts';
import { Fault } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

/** A document, ready to be kept or sent. */
export interface TicketFile {
  /** PDF. */
  bytes: Buffer;
  /** With any characters a name of a service may have but those that file systems refuse. */
  fileName: string;
}

/**
 * The ticket of the booking named by record id, number or confirmation code. Throws `not_found`, and
 * `ticketing_disabled` where the service has no tickets with a code or the booking's status gives no right to one
 * (G-086). Source: Spec, C, GET /bookings/{bookingId}/ticket.
 */
export async function getBookingTicket(scope: Scope, reference: string): Promise<TicketFile> {
  return ticketOf(scope, await getBooking(scope, reference));
}

/**
 * The ticket of a booking that the customer has a part in. Throws `access_denied` for all others, whether they exist or
 * not, and `ticketing_disabled` as `getBookingTicket`. Source: Spec, A, GET /booking-ticket.
 */
export async function getOwnBookingTicket(
  scope: Scope,
  customerId: string | undefined,
  bookingId: string,
): Promise<TicketFile> {
  const booking = isUuid(bookingId) ? await scope.read((tx) => findBookingById(tx, bookingId)) : undefined;
  const isOwn = booking?.customers.some((customer) => customer.customerId === customerId);
  if (!booking || !isOwn) throw new Fault('forbidden', 'access_denied', 'This is no booking of yours.');
  return ticketOf(scope, booking);
}

async function ticketOf(scope: Scope, booking: Booking): Promise<TicketFile> {
  checkTicketing(booking);
  const { organization, tools } = scope;
  const [known, logo] = await Promise.all([readSubject(scope, booking), readLogo(scope)]);
  const content = ticketContent({ organization, booking, logo, ...known }, `en-${organization.countryCode}`);
  return { bytes: await tools.documents.bookingTicket(content), fileName: ticketFileName(booking) };
}

function checkTicketing({ qrCodeTicketsEnabled, status }: Booking): void {
  if (!qrCodeTicketsEnabled)
    throw new Fault('forbidden', 'ticketing_disabled', 'This service has no tickets with a code.');
  if (!hasTicket(status)) {
    const sentence = `A booking that is ${status} has no ticket.`;
    throw new Fault('forbidden', 'ticketing_disabled', sentence);
  }
}

async function readSubject(scope: Scope, booking: Booking) {
  const { serviceId, locationId, sublocationId, customerId } = booking;
  return scope.read(async (tx) => {
    const [service, location, sublocation, customer] = await Promise.all([
      findService(tx, serviceId),
      locationId ? findLocation(tx, locationId) : undefined,
      sublocationId ? findSublocation(tx, sublocationId) : undefined,
      customerId ? findCustomerById(tx, customerId) : undefined,
    ]);
    return { service, location, sublocation, customer };
  });
}
