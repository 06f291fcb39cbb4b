// A booking with all that its ticket tells, for tests without a database.
import type { Booking } from '#core/bookings/booking.ts';
import type { Organization } from '#core/organizations/organization.ts';
import type { Service } from '#core/services/service.ts';
import { blankService } from '#core/services/service.ts';
import type { TicketSubject } from '#core/tickets/ticket.ts';

const now = new Date('2026-11-01T09:00:00Z');
const id = '019d3dd2-51c7-7a60-9b3e-84c1f07d2e95';

const organization = {
  id,
  name: 'Harbour Studio',
  countryCode: 'DE',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
} as Organization;

/** Morning yoga at Harbour House. What matters to a test is named. */
export function makeTicketSubject(
  other: Omit<Partial<TicketSubject>, 'booking' | 'service'> & {
    booking?: Partial<Booking>;
    service?: Partial<Service>;
  } = {},
): TicketSubject {
  const common = {
    organizationId: id,
    status: 'active',
    externalId: undefined,
    version: 1,
    createdAt: now,
    updatedAt: now,
  } as const;
  const booking = {
    id,
    bookingNumber: 'BK-000123',
    confirmationCode: 'K7QM4XPA',
    serviceName: 'Morning yoga',
    date: '2026-11-24',
    timezone: 'Europe/Berlin',
    startsAt: new Date('2026-11-24T09:00:00Z'),
    endsAt: new Date('2026-11-24T10:30:00Z'),
    attendeeCount: 1,
    attendees: [],
    ...other.booking,
  } as unknown as Booking;
  return {
    organization,
    location: {
      ...common,
      id,
      name: 'Harbour House',
      timeZone: 'Europe/Berlin',
      address: { line1: 'Am Sandtorkai 27', city: 'Hamburg', postalCode: '20457', country: 'DE' },
      phone: '+4940123456',
      email: 'hello@harbour.example',
    },
    sublocation: { ...common, id, locationId: id, name: 'Room 3', kind: 'room', capacity: 12 },
    customer: undefined,
    logo: undefined,
    ...other,
    booking,
    service: { ...blankService(organization, now), ...other.service },
  };
}
