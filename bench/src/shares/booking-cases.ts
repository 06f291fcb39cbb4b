// The measured requests that take places: bookings of a hall, on one busy day after the other.
import type { LoadRequest } from '#bench/load/load.ts';
import type { BusyHall } from '#bench/seed/busy-day.ts';
import { customerIdAt } from '#bench/seed/people.ts';
import type { Tenant } from '#bench/seed/seed.ts';
import type { Case } from './case.ts';

/** Where bookings are made. */
export const bookingsPath = '/api/v1/bookings';

const dayMs = 86_400_000;
const daysAhead = 40;

/** The case, asked in the organization of a usual size. */
export function bookingCases({ apiKey }: Tenant, hall: BusyHall): Case[] {
  let day = 0;
  return [
    {
      name: 'book',
      title: 'Book a desk on one busy day, with its event',
      leastShare: 0.4,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      requests() {
        day += 1;
        return wholeDay(hall, new Date(Math.floor(Date.now() / dayMs + daysAhead + day) * dayMs));
      },
      comparable: (answer) => answer.replace(whatIsNew, ''),
    },
  ];
}

/** A request for every desk and time of a day, time after time. */
function wholeDay({ deskIds, alone }: BusyHall, day: Date): LoadRequest[] {
  const starts = (24 * 60) / alone.minutes;
  return Array.from(
    { length: starts },
    (_, place) => new Date(day.getTime() + place * alone.minutes * 60_000),
  )
    .flatMap((startsAt) => deskIds.map((sublocationId) => ({ startsAt, sublocationId })))
    .map((wish, place) => ({
      method: 'POST',
      path: bookingsPath,
      body: JSON.stringify({ serviceId: alone.id, customerId: customerIdAt(1 + (place % 1_000)), ...wish }),
    }));
}

const whatIsNew =
  /"(id|bookingNumber|confirmationCode|date|startsAt|endsAt|createdAt|updatedAt|timestamp)":"[^"]*",?/g;
