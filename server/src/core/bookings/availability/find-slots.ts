// Reading what decides about slots, and finding them: in a fixed number of queries, however many days and places a
// service has.
import { selectTakenTimes } from '#core/bookings/availability/availability-queries.ts';
import {
  slotQuestion,
  takenOfResources,
  type Venue,
  venuesOf,
  type Wanted,
} from '#core/bookings/availability/slot-questions.ts';
import { type Slot, slotsOf } from '#core/bookings/availability/slots.ts';
import { addDays, minutesInDay } from '#core/places/local-date.ts';
import { localDay } from '#core/places/local-time.ts';
import { selectSchedules } from '#core/places/schedule-queries.ts';
import type { Scope } from '#core/scope.ts';
import type { ServiceForBooking } from '#core/services/service.ts';
import type { Tx } from '#db/tx.ts';

const minuteMs = 60_000;

/** How many times of a day are looked at for a service, counted in each of its places. */
export function looksPerDay({ service, sublocations }: ServiceForBooking): number {
  return Math.ceil(minutesInDay / service.intervalMinutes) * Math.max(1, sublocations.length);
}

/** The slots of a service, in order of time. */
export async function findSlots(
  tx: Tx,
  scope: Scope,
  bookable: ServiceForBooking,
  wanted: Wanted,
): Promise<Slot[]> {
  const now = scope.clock.now();
  const venues = venuesOf(bookable, wanted, { homeTimeZone: scope.organization.timeZone, now });
  if (venues.length === 0) return [];
  const [schedules, times] = await Promise.all([
    readSchedules(tx, bookable, venues, wanted),
    readTakenTimes(tx, bookable, venues, wanted, now),
  ]);
  const known = { schedules, taken: takenOfResources(times), now };
  const slots = venues.flatMap((venue) => slotsOf(slotQuestion(bookable, venue, wanted, known)));
  return slots.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
}

// What starts on the last date can end a day later for each day it lasts.
function readSchedules(
  tx: Tx,
  { service, sublocations, locations, staff }: ServiceForBooking,
  venues: Venue[],
  { durationMinutes }: Wanted,
) {
  const dates = venues.flatMap(({ from, until }) => [from, until]).sort();
  const owners = [...locations.keys(), service.id, ...[...sublocations, ...staff].map(({ id }) => id)];
  const lastDate = addDays(dates.at(-1)!, Math.ceil(durationMinutes / minutesInDay));
  return selectSchedules(tx, owners, dates[0]!, lastDate);
}

function readTakenTimes(
  tx: Tx,
  { service, sublocations, staff, equipment }: ServiceForBooking,
  venues: Venue[],
  { durationMinutes }: Wanted,
  now: Date,
) {
  const starts = venues.map(({ timeZone, from }) => localDay(timeZone, from).startMs);
  const ends = venues.map(({ timeZone, until }) => localDay(timeZone, until).endMs);
  const after = durationMinutes + service.bufferAfterMinutes;
  return selectTakenTimes(tx, {
    serviceId: service.id,
    resourceIds: [service, ...sublocations, ...staff, ...equipment.map(({ item }) => item)].map(
      ({ id }) => id,
    ),
    from: new Date(Math.min(...starts) - service.bufferBeforeMinutes * minuteMs),
    until: new Date(Math.max(...ends) + after * minuteMs),
    now,
  });
}
