// Operations on availability: when a service can still be booked.
import { findSlots, looksPerDay } from '#core/bookings/availability/find-slots.ts';
import type { Wanted } from '#core/bookings/availability/slot-questions.ts';
import type { Slot } from '#core/bookings/availability/slots.ts';
import { type StartInput, startOf } from '#core/bookings/booking-time.ts';
import { addDays, daysBetween, isLocalDate, type LocalDate } from '#core/places/local-date.ts';
import { wallTimeAt } from '#core/places/local-time.ts';
import type { Scope } from '#core/scope.ts';
import type { ServiceForBooking } from '#core/services/service.ts';
import { findServiceForBooking } from '#core/services/service-booking-queries.ts';
import type { Tx } from '#db/tx.ts';
import { invalidField } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

/** What somebody wants to book. */
export interface SlotQuery {
  serviceId: string;
  /** How many come; 1 when left out. */
  attendeeCount?: number | undefined;
  /** How long it is to last; the service's duration when left out. */
  durationMinutes?: number | undefined;
  locationId?: string | undefined;
  sublocationId?: string | undefined;
  /** Somebody who must be free, though the service may need nobody. */
  staffId?: string | undefined;
}

/** When somebody wants to book it. */
export interface AvailabilityQuery extends SlotQuery {
  /** First and last date, in the zone of each location; at most 62 days. */
  from: LocalDate;
  to: LocalDate;
}

/** The most days that can be asked for at once (G-063). */
export const availabilityDaysMax = 62;

/** The most times that are looked at for one answer, counted in each place: about a tenth of a second's work (G-063). */
const looksMax = 300_000;

const alternativesMax = 3;
const alternativeDaysMax = 9;

/**
 * The slots of a service in order of time: those with room for so many attendees in one place, whose staff and equipment
 * is free, in opening hours, after the notice and before the horizon. Throws `invalid_field` for dates that can't be and
 * for a service, location, sublocation or member of staff that can't be booked. Source: G-062, G-063.
 */
export async function listAvailability(scope: Scope, query: AvailabilityQuery): Promise<Slot[]> {
  checkDates(query);
  return scope.read(async (tx) => {
    const bookable = await findNamed(tx, query);
    if (!bookable) throw invalidField('serviceId', 'names no service that can be booked.');
    checkNamed(query, bookable);
    const looks = looksPerDay(bookable) * (daysBetween(query.from, query.to) + 1);
    if (looks > looksMax) {
      throw invalidField('to', 'asks for too much at once: name fewer days, or a sublocation.');
    }
    return findSlots(tx, scope, bookable, wantedOf(bookable, query, query.from, query.to));
  });
}

/**
 * Up to three slots nearest to a start at which there was none, out of the day before and the week after, nearest first;
 * none for what can't be booked at all. A wall time is meant where the service takes place. Source: G-064.
 */
export async function findAlternatives(scope: Scope, query: SlotQuery, wanted: StartInput): Promise<Slot[]> {
  return scope.read(async (tx) => {
    const bookable = await findNamed(tx, query);
    if (!bookable) return [];
    const [location] = bookable.locations.values();
    const timeZone = location?.timeZone ?? scope.organization.timeZone;
    const near = startOf(timeZone, wanted, []);
    if (!near) return [];
    const days = Math.min(alternativeDaysMax, Math.floor(looksMax / looksPerDay(bookable)));
    if (days === 0) return [];
    const { date } = wallTimeAt(timeZone, near);
    const from = addDays(date, days > 2 ? -1 : 0);
    const slots = await findSlots(
      tx,
      scope,
      bookable,
      wantedOf(bookable, query, from, addDays(from, days - 1)),
    );
    const distance = ({ startsAt }: Slot) => Math.abs(startsAt.getTime() - near.getTime());
    return slots.sort((one, other) => distance(one) - distance(other)).slice(0, alternativesMax);
  });
}

/** A service in use, and of what belongs to it what the query names. */
async function findNamed(tx: Tx, query: SlotQuery): Promise<ServiceForBooking | undefined> {
  const { serviceId, locationId, sublocationId, staffId } = query;
  const found = isUuid(serviceId) ? await findServiceForBooking(tx, serviceId) : undefined;
  if (found?.service.status !== 'active') return undefined;
  const isNamed = (wanted: string | undefined, id: string) => wanted === undefined || wanted === id;
  const locations = new Map([...found.locations].filter(([id]) => isNamed(locationId, id)));
  return {
    ...found,
    locations,
    sublocations: found.sublocations.filter(
      ({ id, locationId: there }) => locations.has(there) && isNamed(sublocationId, id),
    ),
    staff: found.staff.filter(({ id }) => isNamed(staffId, id)),
  };
}

function checkNamed(
  { locationId, sublocationId, staffId }: SlotQuery,
  { locations, sublocations, staff }: ServiceForBooking,
): void {
  if (locationId !== undefined && locations.size === 0) {
    throw invalidField('locationId', 'names no location where the service can be booked.');
  }
  if (sublocationId !== undefined && sublocations.length === 0) {
    throw invalidField('sublocationId', 'names no sublocation where the service can be booked.');
  }
  if (staffId !== undefined && staff.length === 0) {
    throw invalidField('staffId', 'names nobody who can hold the service.');
  }
}

function wantedOf(
  { service }: ServiceForBooking,
  query: SlotQuery,
  from: LocalDate,
  until: LocalDate,
): Wanted {
  return {
    from,
    until,
    attendeeCount: query.attendeeCount ?? 1,
    durationMinutes: query.durationMinutes ?? service.durationMinutes,
    needsStaff: service.requiresStaff || query.staffId !== undefined,
  };
}

function checkDates({ from, to }: AvailabilityQuery): void {
  if (!isLocalDate(from)) throw invalidField('from', 'must be a date, like 2026-03-31.');
  if (!isLocalDate(to)) throw invalidField('to', 'must be a date, like 2026-03-31.');
  if (to < from) throw invalidField('to', 'must not be before from.');
  if (daysBetween(from, to) >= availabilityDaysMax) {
    throw invalidField('to', `must be at most ${availabilityDaysMax - 1} days after from.`);
  }
}
