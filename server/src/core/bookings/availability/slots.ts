// The times at which a service can still be booked at one location. Pure: opening hours and what is taken come in,
// slots come out.
import { peakOf, type Taken } from '#core/bookings/availability/taken.ts';
import { datesBetween, type LocalDate } from '#core/places/local-date.ts';
import { clockText, type LocalDay, localDay, wallTimeOn } from '#core/places/local-time.ts';
import { isWithin, openTimes, startMoments, type TimeSpan } from '#core/places/open-times.ts';
import type { Schedule } from '#core/places/schedule.ts';

/** A time at which a service can be booked. */
export interface Slot {
  /** None for a service that takes place nowhere in particular. */
  locationId: string | undefined;
  timezone: string;
  /** `YYYY-MM-DD` in the location's zone, like the two times, `HH:mm`. */
  date: LocalDate;
  startTime: string;
  endTime: string;
  startsAt: Date;
  endsAt: Date;
  /** The most attendees that one more booking can have. */
  placesLeft: number;
  /** Where it can be, in the order in which it is chosen. Empty for a service that needs no sublocation. */
  sublocationIds: string[];
  /** Who of the service's staff is free, in the order in which they are chosen. */
  staffIds: string[];
}

/** What fills up with attendees: a sublocation, or the service itself where it needs none. */
export interface SlotPlace {
  /** The sublocation, or the service. */
  id: string;
  isSublocation: boolean;
  /** How many it has room for at once. */
  capacity: number;
  /** Its own hours; none means that it is open whenever location and service are. */
  schedule: Schedule | undefined;
  /** Everything that is taken of it. */
  taken: Taken;
  /** What is taken of it for this service. */
  takenForService: Taken;
}

/** Somebody who can hold the service. */
export interface SlotStaff {
  id: string;
  schedule: Schedule | undefined;
  taken: Taken;
  /** What takes their time, one by one. */
  times: StaffTime[];
}

/** Something that takes somebody's time. */
export interface StaffTime extends TimeSpan {
  /** Whether it is a booking of the service that is asked about. */
  isForService: boolean;
  /** The sublocation, or the service. */
  placeId: string;
}

/** What each booking uses besides. */
export interface SlotEquipment {
  /** How many there are. */
  quantity: number;
  /** How many a booking uses. */
  needed: number;
  taken: Taken;
}

/** Everything that decides about the slots of a service at one location. */
export interface SlotQuestion {
  locationId: string | undefined;
  timeZone: string;
  /** First and last date, in the location's zone. */
  from: LocalDate;
  until: LocalDate;
  /** Nothing starts before it, in milliseconds since 1970. */
  earliestMs: number;
  durationMinutes: number;
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
  intervalMinutes: number;
  /** Most attendees at once in one place. */
  capacity: number;
  isShared: boolean;
  /** Most attendees of the booking that is asked for. */
  attendeeCount: number;
  /** Hours of the location and of the service. */
  schedules: Schedule[];
  places: SlotPlace[];
  staff: SlotStaff[];
  needsStaff: boolean;
  equipment: SlotEquipment[];
}

const minuteMs = 60_000;

/** The slots that answer a question, in order of time. */
export function slotsOf(question: SlotQuestion): Slot[] {
  const hours = openHoursOf(question);
  return datesBetween(question.from, question.until).flatMap((date) => {
    const day = localDay(question.timeZone, date);
    return startMoments(question.schedules, day, question.intervalMinutes).flatMap((startMs) => {
      const slot = startMs < question.earliestMs ? undefined : slotAt(question, hours, day, startMs);
      return slot ? [slot] : [];
    });
  });
}

interface OpenHours {
  common: TimeSpan[];
  places: (TimeSpan[] | undefined)[];
  staff: (TimeSpan[] | undefined)[];
}

// A slot can end a week after it starts, so the hours go on that long after the last date.
function openHoursOf({
  schedules,
  timeZone,
  from,
  until,
  durationMinutes,
  places,
  staff,
}: SlotQuestion): OpenHours {
  const lastEnd = localDay(timeZone, until).endMs + durationMinutes * minuteMs;
  const last = wallTimeOn(localDay(timeZone, until), lastEnd).date;
  const own = ({ schedule }: { schedule: Schedule | undefined }) =>
    schedule && openTimes([...schedules, schedule], timeZone, from, last);
  return {
    common: openTimes(schedules, timeZone, from, last),
    places: places.map(own),
    staff: staff.map(own),
  };
}

function slotAt(question: SlotQuestion, hours: OpenHours, day: LocalDay, startMs: number): Slot | undefined {
  const endMs = startMs + question.durationMinutes * minuteMs;
  const span = { startMs, endMs };
  if (!isWithin(hours.common, span)) return undefined;
  const wanted = {
    startMs: startMs - question.bufferBeforeMinutes * minuteMs,
    endMs: endMs + question.bufferAfterMinutes * minuteMs,
  };
  const isOpen = (own: TimeSpan[] | undefined) => own === undefined || isWithin(own, span);
  if (
    !question.equipment.every(({ quantity, needed, taken }) => peakOf(taken, wanted) + needed <= quantity)
  ) {
    return undefined;
  }
  const people = question.staff.filter((_, index) => isOpen(hours.staff[index]));
  const staff = people.flatMap((one) => freeStaff(one, question, wanted));
  const offered = question.places.flatMap((place, index) => {
    const left = isOpen(hours.places[index]) ? placesLeftIn(place, question, wanted) : 0;
    const isHeld = !question.needsStaff || staff.some((one) => canHold(one, place));
    return isHeld && left >= question.attendeeCount ? [{ place, left }] : [];
  });
  if (offered.length === 0) return undefined;
  return {
    ...times(question, day, span),
    placesLeft: Math.max(...offered.map(({ left }) => left)),
    sublocationIds: offered.flatMap(({ place }) => (place.isSublocation ? [place.id] : [])),
    staffIds: staff.filter((one) => offered.some(({ place }) => canHold(one, place))).map(({ id }) => id),
  };
}

/** Somebody who can hold a booking: anywhere, or only in the place where they hold the same class already. */
interface FreeStaff {
  id: string;
  placeId: string | undefined;
}

/** Somebody, if nothing takes their time, or only bookings of the same class: at the same time, in one place (G-062). */
function freeStaff(
  { id, taken, times }: SlotStaff,
  { isShared }: SlotQuestion,
  wanted: TimeSpan,
): FreeStaff[] {
  if (peakOf(taken, wanted) === 0) return [{ id, placeId: undefined }];
  if (!isShared) return [];
  const overlapping = times.filter(({ startMs, endMs }) => startMs < wanted.endMs && endMs > wanted.startMs);
  const { placeId } = overlapping[0]!;
  const isOneClass = overlapping.every(
    (time) =>
      time.isForService &&
      time.placeId === placeId &&
      time.startMs === wanted.startMs &&
      time.endMs === wanted.endMs,
  );
  return isOneClass ? [{ id, placeId }] : [];
}

function canHold({ placeId }: FreeStaff, { id }: SlotPlace): boolean {
  return placeId === undefined || placeId === id;
}

/** The most attendees that one more booking of a service can have in a place, over a time with its buffers. */
export function placesLeftIn(
  { capacity, taken, takenForService }: Pick<SlotPlace, 'capacity' | 'taken' | 'takenForService'>,
  service: Pick<SlotQuestion, 'capacity' | 'isShared'>,
  wanted: TimeSpan,
): number {
  const peak = peakOf(taken, wanted);
  if (!service.isShared) return peak > 0 ? 0 : Math.min(capacity, service.capacity);
  return Math.max(0, Math.min(capacity - peak, service.capacity - peakOf(takenForService, wanted)));
}

function times({ locationId, timeZone }: SlotQuestion, day: LocalDay, { startMs, endMs }: TimeSpan) {
  return {
    locationId,
    timezone: timeZone,
    date: day.date,
    startTime: clockText(wallTimeOn(day, startMs).minute),
    endTime: clockText(wallTimeOn(day, endMs).minute),
    startsAt: new Date(startMs),
    endsAt: new Date(endMs),
  };
}
