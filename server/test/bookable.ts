// Something to book, for tests: a location, rooms in it and a service that is held there.

import { minutesInDay } from '#core/places/local-date.ts';
import type { Location } from '#core/places/location.ts';
import { createLocation } from '#core/places/locations.ts';
import type { MinuteInterval, Schedule } from '#core/places/schedule.ts';
import { replaceSchedule } from '#core/places/schedule-queries.ts';
import type { Sublocation } from '#core/places/sublocation.ts';
import { createSublocation } from '#core/places/sublocations.ts';
import type { Scope } from '#core/scope.ts';
import type { Service } from '#core/services/service.ts';
import { createService, type NewService } from '#core/services/services.ts';
import { locationExample } from '#http/admin-api/places/place-examples.ts';

/** What was made to be booked. */
export interface Bookable {
  location: Location;
  /** In the order in which they are chosen. */
  rooms: Sublocation[];
  service: Service;
}

/** A service held in rooms of these capacities, an hour long and at every hour unless `service` says otherwise. */
export async function makeBookable(
  scope: Scope,
  {
    capacities = [10],
    timeZone,
    service = {},
  }: { capacities?: number[]; timeZone?: string; service?: Partial<NewService> } = {},
): Promise<Bookable> {
  const location = await createLocation(scope, { name: 'Harbour House', timeZone });
  const rooms: Sublocation[] = [];
  for (const [place, capacity] of capacities.entries()) {
    const name = `Room ${String(place + 1).padStart(2, '0')}`;
    rooms.push(await createSublocation(scope, { locationId: location.id, name, kind: 'room', capacity }));
  }
  const made = await createService(scope, {
    name: 'Yoga',
    durationMinutes: 60,
    capacity: 10_000,
    sublocationIds: rooms.map(({ id }) => id),
    ...service,
  });
  return { location, rooms, service: made };
}

/**
 * Opens the location of the examples from 10 to 12 on one of their days, without a change of the record: that is a later
 * part of their story. `made` has the real values of those in the examples.
 */
export async function shortenDay(scope: Scope, made: Map<string, string>, day: string): Promise<void> {
  const intervals = [{ startMinute: 600, endMinute: 720 }];
  const owner = { type: 'location' as const, id: made.get(locationExample.id)! };
  const schedule = { rules: [], exceptions: [{ date: made.get(day)!, intervals }] };
  await scope.write((tx) => replaceSchedule(tx, owner, schedule));
}

/** Open at these hours every day. `24` is the end of the day. */
export function dailyHours(from: number, until: number): Schedule {
  const interval: MinuteInterval = { startMinute: from * 60, endMinute: Math.min(until * 60, minutesInDay) };
  return { rules: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...interval })), exceptions: [] };
}
