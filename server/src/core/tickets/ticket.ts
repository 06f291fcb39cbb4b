// What a booking's ticket says, word by word. Pure: times, places and names come in as they are known, and go out as
// people read them. How it looks is for integrations/documents.
import type { Booking } from '#core/bookings/booking.ts';
import { type TimesInWords, timesInWords } from '#core/bookings/times-in-words.ts';
import { addressLines } from '#core/contacts/address-lines.ts';
import type { Customer } from '#core/customers/customer.ts';
import { houseColor, textOn } from '#core/organizations/brand.ts';
import type { Organization } from '#core/organizations/organization.ts';
import type { Location } from '#core/places/location.ts';
import type { Sublocation } from '#core/places/sublocation.ts';
import type { Service } from '#core/services/service.ts';
import type { TicketContent, TicketFact } from '#integrations/documents/documents.ts';
import { toDecimal } from '#kit/money.ts';

/** Attendees that are named; of more, only how many there are. */
const namesMax = 12;

/** Where Letter is what printers are loaded with; everywhere else it is A4. */
const letterCountries = ['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'CR', 'GT', 'PA', 'VE', 'DO', 'PR'];

/** A booking with all that its ticket tells. */
export interface TicketSubject {
  organization: Organization;
  booking: Booking;
  /** The terms of now; `undefined` when there is no such service any more. */
  service: Service | undefined;
  location: Location | undefined;
  sublocation: Sublocation | undefined;
  /** Whose booking it is. */
  customer: Customer | undefined;
  /** The organization's picture, drawn anew. */
  logo: Buffer | undefined;
}

/** What the file is called: what it is for, when, and its code. Without what file systems refuse. */
export function ticketFileName({ serviceName, date, confirmationCode }: Booking): string {
  const name = serviceName
    .replace(/[\p{C}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const short = [...name].slice(0, 80).join('').trim();
  return `${[short, date, confirmationCode].filter(Boolean).join(' ')}.pdf`;
}

/**
 * The ticket in words: English, with dates, times and amounts as `locale` writes them, a BCP 47 tag (G-089). The QR
 * code holds the confirmation code, which GET /bookings/{bookingId} takes (G-085).
 */
export function ticketContent(subject: TicketSubject, locale: string): TicketContent {
  const { organization, booking, logo } = subject;
  const { confirmationCode, serviceName, bookingNumber } = booking;
  const color = organization.primaryColor ?? houseColor;
  const timeZone = booking.timezone;
  const times = timesInWords({ startsAt: booking.startsAt, endsAt: booking.endsAt, timeZone }, locale);
  return {
    documentTitle: `Ticket ${confirmationCode}: ${serviceName}`,
    locale,
    countryCode: organization.countryCode,
    paper: letterCountries.includes(organization.countryCode) ? 'us-letter' : 'a4',
    brand: { name: organization.name, color, textColor: textOn(color), logo },
    kind: 'Ticket',
    title: serviceName,
    facts: [whenFact(times), whereFact(subject, locale), holderFact(subject), peopleFact(booking)].filter(
      (fact) => fact !== undefined,
    ),
    code: {
      label: 'Confirmation code',
      text: confirmationCode,
      scanned: confirmationCode,
      description: `QR code of the confirmation code ${confirmationCode}`,
    },
    notes: [
      'Show this code when you arrive, on paper or on your phone.',
      ...cancellationNotes(subject, locale),
      `For your calendar: ${calendarLine(times)}, ${timeZone.replaceAll('_', ' ')}.`,
      ...contactNotes(subject),
    ],
    reference: `Booking ${bookingNumber}`,
  };
}

function whenFact({ date, startTime, endTime, endDate, zone, endZone }: TimesInWords): TicketFact {
  const end = endDate ? `${endDate}, ${endTime}` : endTime;
  return {
    label: 'When',
    lines: [date, `${startTime} – ${end}`, endZone ? `${zone}, at its end ${endZone}` : zone],
  };
}

function whereFact({ location, sublocation }: TicketSubject, locale: string): TicketFact | undefined {
  const lines = [
    location?.name,
    sublocation?.name,
    ...(location ? addressLines(location.address, locale) : []),
  ];
  const known = lines.filter((line) => line !== undefined);
  return known.length > 0 ? { label: 'Where', lines: known } : undefined;
}

function holderFact({ customer }: TicketSubject): TicketFact | undefined {
  return customer?.displayName ? { label: 'Booked by', lines: [customer.displayName] } : undefined;
}

function peopleFact({ attendeeCount, attendees }: Booking): TicketFact {
  const count = attendeeCount === 1 ? '1 person' : `${attendeeCount} people`;
  const names = attendees.flatMap(({ name }) => name ?? []).slice(0, namesMax);
  const unnamed = attendeeCount - names.length;
  const list = [...names, ...(unnamed > 0 ? [`${unnamed} more`] : [])];
  return { label: 'People', lines: names.length > 0 ? [count, listed.format(list)] : [count] };
}

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

function cancellationNotes({ booking, service }: TicketSubject, locale: string): string[] {
  if (!service) return [];
  const { startsAt, timezone: timeZone } = booking;
  const until = new Date(startsAt.getTime() - service.cancelNoticeMinutes * 60_000);
  const { date, startTime } = timesInWords({ startsAt: until, endsAt: until, timeZone }, locale);
  const free =
    service.cancelNoticeMinutes === 0
      ? 'You can cancel at no cost until it starts.'
      : `You can cancel at no cost until ${date}, ${startTime}.`;
  if (service.lateCancelFeeMinor === 0 || service.cancelNoticeMinutes === 0) return [free];
  const { lateCancelFeeMinor, currency } = service;
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return [`${free} After that it costs ${money.format(toDecimal(lateCancelFeeMinor, currency))}.`];
}

function calendarLine({ date, startTime, endTime, endDate }: TimesInWords): string {
  return `${date}, ${startTime} to ${endDate ? `${endDate}, ` : ''}${endTime}`;
}

function contactNotes({ location, organization }: TicketSubject): string[] {
  const ways = [location?.phone, location?.email].filter((way) => way !== undefined);
  return ways.length > 0 ? [`You reach ${organization.name} at ${ways.join(' or ')}.`] : [];
}
