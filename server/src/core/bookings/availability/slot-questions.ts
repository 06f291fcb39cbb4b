// From a service, as it is stored, to the questions that `slotsOf` answers: one for each location it is held at.
import type { TakenTimeOfResource } from '#core/bookings/availability/availability-queries.ts';
import type { SlotPlace, SlotQuestion } from '#core/bookings/availability/slots.ts';
import { type Taken, takenBy } from '#core/bookings/availability/taken.ts';
import { addDays, type LocalDate } from '#core/places/local-date.ts';
import { wallTimeAt } from '#core/places/local-time.ts';
import type { Location } from '#core/places/location.ts';
import type { Schedule } from '#core/places/schedule.ts';
import type { Sublocation } from '#core/places/sublocation.ts';
import type { Service, ServiceForBooking } from '#core/services/service.ts';

/** Which slots are asked for. */
export interface Wanted {
  /** First and last date, in each location's zone. */
  from: LocalDate;
  until: LocalDate;
  attendeeCount: number;
  durationMinutes: number;
  /** Whether somebody of the staff must be free. */
  needsStaff: boolean;
}

/** One location a service is held at, what of it is there, and which days can be booked. */
export interface Venue {
  /** None for a service that takes place nowhere in particular. */
  location: Location | undefined;
  timeZone: string;
  sublocations: Sublocation[];
  /** First and last date, of those asked for. */
  from: LocalDate;
  until: LocalDate;
}

/**
 * Where a service is held: the locations of its sublocations, its own one, or nowhere in particular. Those without a day
 * that can be booked are left out.
 */
export function venuesOf(
  { service, sublocations, locations }: ServiceForBooking,
  { from, until }: Wanted,
  { homeTimeZone, now }: { homeTimeZone: string; now: Date },
): Venue[] {
  const hasRooms = service.sublocationIds.length > 0;
  const nowhere = !hasRooms && service.locationId === undefined;
  return (nowhere ? [undefined] : [...locations.values()])
    .map((location) => {
      const timeZone = location?.timeZone ?? homeTimeZone;
      const { today, lastDate } = bookableDates(service, timeZone, now);
      return {
        location,
        timeZone,
        sublocations: sublocations.filter(({ locationId }) => locationId === location?.id),
        from: from > today ? from : today,
        until: until < lastDate ? until : lastDate,
      };
    })
    .filter((venue) => venue.from <= venue.until && (!hasRooms || venue.sublocations.length > 0));
}

/** The question about one venue of a service. */
export function slotQuestion(
  { service, staff, equipment }: ServiceForBooking,
  { location, timeZone, sublocations, from, until }: Venue,
  { attendeeCount, durationMinutes, needsStaff }: Wanted,
  { schedules, taken, now }: { schedules: Map<string, Schedule>; taken: TakenOfResources; now: Date },
): SlotQuestion {
  const { bufferBeforeMinutes, bufferAfterMinutes, intervalMinutes, capacity } = service;
  return {
    locationId: location?.id,
    timeZone,
    from,
    until,
    earliestMs: earliestStart(service, now).getTime(),
    durationMinutes,
    bufferBeforeMinutes,
    bufferAfterMinutes,
    intervalMinutes,
    capacity,
    isShared: service.capacityMode === 'shared',
    attendeeCount,
    schedules: [location?.id, service.id].flatMap((id) => (id && schedules.get(id)) || []),
    places: service.sublocationIds.length > 0 ? sublocations.map(room) : [itself()],
    staff: staff.map(({ id }) => ({
      id,
      schedule: schedules.get(id),
      taken: taken.of(id),
      times: taken.timesOf(id),
    })),
    needsStaff,
    equipment: equipment
      .filter(({ item }) => item.locationId === location?.id)
      .map(({ item, uses }) => ({ quantity: item.quantity, needed: uses, taken: taken.of(item.id) })),
  };

  function room({ id, capacity }: Sublocation): SlotPlace {
    return {
      id,
      isSublocation: true,
      capacity,
      schedule: schedules.get(id),
      taken: taken.of(id),
      takenForService: taken.forServiceOf(id),
    };
  }

  function itself(): SlotPlace {
    const all = taken.of(service.id);
    return {
      id: service.id,
      isSublocation: false,
      capacity,
      schedule: undefined,
      taken: all,
      takenForService: all,
    };
  }
}

/** The earliest moment at which a booking made at `now` can start: its notice (G-062). */
export function earliestStart(
  { minimumNoticeMinutes }: Pick<Service, 'minimumNoticeMinutes'>,
  now: Date,
): Date {
  return new Date(now.getTime() + minimumNoticeMinutes * 60_000);
}

/** The first and the last date on which a booking made at `now` can start: its horizon (G-062). */
export function bookableDates(
  { horizonDays }: Pick<Service, 'horizonDays'>,
  timeZone: string,
  now: Date,
): { today: LocalDate; lastDate: LocalDate } {
  const { date: today } = wallTimeAt(timeZone, now);
  return { today, lastDate: addDays(today, horizonDays) };
}

/** What is taken of each resource, in all and for the service that was asked about. */
export interface TakenOfResources {
  of(resourceId: string): Taken;
  forServiceOf(resourceId: string): Taken;
  /** The same, one by one. */
  timesOf(resourceId: string): TakenTimeOfResource[];
}

/** Sorts what was read by resource. */
export function takenOfResources(times: TakenTimeOfResource[]): TakenOfResources {
  const all = new Map<string, TakenTimeOfResource[]>();
  const forService = new Map<string, TakenTimeOfResource[]>();
  for (const time of times) {
    addTo(all, time.resourceId, time);
    if (time.isForService) addTo(forService, time.resourceId, time);
  }
  return {
    of: (id) => takenBy(all.get(id) ?? []),
    forServiceOf: (id) => takenBy(forService.get(id) ?? []),
    timesOf: (id) => all.get(id) ?? [],
  };
}

function addTo(times: Map<string, TakenTimeOfResource[]>, id: string, time: TakenTimeOfResource): void {
  const known = times.get(id);
  if (known) known.push(time);
  else times.set(id, [time]);
}
