// The mail that tells a customer on the waiting list that a place is kept for them.
import type { Booking } from '#core/bookings/booking.ts';
import { timesInWords } from '#core/bookings/times-in-words.ts';
import { findCustomerById } from '#core/customers/customer-queries.ts';
import type { Organization } from '#core/organizations/organization.ts';
import { sendMail } from '#core/outgoing-mail/outgoing-mail.ts';
import type { Location } from '#core/places/location.ts';
import { findLocation } from '#core/places/location-queries.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import type { MailMessage } from '#integrations/mail/mail.ts';
import { escapeHtml } from '#kit/text.ts';

/** Tells the customer of a booking of its offer, if there is an address to write to. */
export async function mailOffer(tx: Tx, scope: Scope, booking: Booking, expiresAt: Date): Promise<void> {
  const { customerId, locationId } = booking;
  const [customer, location] = await Promise.all([
    customerId === undefined ? undefined : findCustomerById(tx, customerId),
    locationId === undefined ? undefined : findLocation(tx, locationId),
  ]);
  const to = customer?.emails.find(({ isPrimary }) => isPrimary)?.address;
  if (!to) return;
  const message = offerMail(scope.organization, to, { booking, location, expiresAt });
  await sendMail(tx, scope, message, expiresAt.getTime() - scope.clock.now().getTime());
}

/** What the mail says. */
export interface OfferedPlace {
  booking: Pick<
    Booking,
    'serviceName' | 'startsAt' | 'endsAt' | 'timezone' | 'attendeeCount' | 'bookingNumber'
  >;
  location: Pick<Location, 'name' | 'phone' | 'email'> | undefined;
  expiresAt: Date;
}

/** The mail to `to`. */
export function offerMail(
  { name }: Pick<Organization, 'name'>,
  to: string,
  { booking, location, expiresAt }: OfferedPlace,
): MailMessage {
  const { serviceName, attendeeCount, bookingNumber, timezone, startsAt, endsAt } = booking;
  const start = timesInWords({ startsAt, endsAt, timeZone: timezone }, 'en-GB');
  const end = timesInWords({ startsAt: expiresAt, endsAt: expiresAt, timeZone: timezone }, 'en-GB');
  const places = attendeeCount === 1 ? 'A place' : `${attendeeCount} places`;
  const where = location ? ` at ${location.name}` : '';
  const contacts = [location?.phone, location?.email].filter(Boolean).join(' or ');
  const paragraphs = [
    `${places} for ${serviceName} ${attendeeCount === 1 ? 'has' : 'have'} become free${where}: ${start.date}, ${start.startTime} to ${start.endTime} (${start.zone}).`,
    `We keep ${attendeeCount === 1 ? 'it' : 'them'} for you until ${end.startTime} on ${end.date}. Then the next on the waiting list is asked.`,
    `To take ${attendeeCount === 1 ? 'it' : 'them'}, tell ${name}${contacts ? `: ${contacts}` : ''}. Your booking is ${bookingNumber}.`,
  ];
  return {
    to,
    subject: `${places} for ${serviceName}: yours until ${end.startTime}`,
    text: `${paragraphs.join('\n\n')}\n`,
    html: paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n'),
  };
}
