// Which tickets a booking has, and where they are. Source: Spec, Resources, Booking, Ticketing object.
import type { Booking, BookingStatus } from '#core/bookings/booking.ts';
import type { Scope } from '#core/scope.ts';

/** Statuses in which a booking gives no right to come (G-086). */
const ticketless: readonly BookingStatus[] = ['waiting_list', 'cancelled', 'rescheduled'];

/** Which tickets of a booking can be had. */
export interface Ticketing {
  qrCodeTicketsEnabled: boolean;
  walletTicketsEnabled: boolean;
  /** Where the customer downloads the ticket with the code; `undefined` when there is none. */
  ticketDownloadUrl: string | undefined;
}

/** Whether a booking of this status has a ticket. */
export function hasTicket(status: BookingStatus): boolean {
  return !ticketless.includes(status);
}

/** The tickets of a booking: what its service has, as long as the booking gives a right to come. */
export function ticketingOf(
  booking: Pick<Booking, 'id' | 'status' | 'qrCodeTicketsEnabled' | 'walletTicketsEnabled'>,
  { tools }: Pick<Scope, 'tools'>,
): Ticketing {
  const { id, status } = booking;
  const qrCodeTicketsEnabled = booking.qrCodeTicketsEnabled && hasTicket(status);
  return {
    qrCodeTicketsEnabled,
    walletTicketsEnabled: booking.walletTicketsEnabled && hasTicket(status),
    ticketDownloadUrl: qrCodeTicketsEnabled
      ? `${tools.urls.public}/api/client/v1/booking-ticket?bookingId=${id}`
      : undefined,
  };
}
