// The rows of an import of bookings: what they say of when, where and for whom, and whether it is still to come. Pure.
import { type Booking, type BookingStatus, bookingLimits } from '#core/bookings/booking.ts';
import type { BookingChanges } from '#core/bookings/booking-changes.ts';
import { type BookingTimes, timesOf } from '#core/bookings/booking-time.ts';
import type { Directory } from '#core/imports/directory.ts';
import type { ImportRow } from '#core/imports/import-row.ts';
import type { CustomerSaid } from '#core/imports/mentions.ts';
import { momentSaid, type SaidMoment } from '#core/imports/said-moment.ts';
import { addDays } from '#core/places/local-date.ts';
import type { Scope } from '#core/scope.ts';
import type { Service } from '#core/services/service.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { checkedWhole, problem } from '#kit/field-checks.ts';

/** The statuses that bookings can be imported with: what is over, and what can begin (G-143). */
export const importedStatuses = [
  'scheduled',
  'confirmed',
  'waiting_list',
  'checked_in',
  'completed',
  'cancelled',
  'no_show',
] as const satisfies BookingStatus[];

/** One of `importedStatuses`. */
export type ImportedStatus = (typeof importedStatuses)[number];

type SaidChanges = 'price' | 'currency' | 'paymentStatus' | 'source' | 'customerNotes' | 'internalNotes';

/** What a row says of a booking. Service, places and staff by id or name. */
export interface BookingRowInput extends Pick<BookingChanges, SaidChanges | 'externalId'>, CustomerSaid {
  service?: string | undefined;
  location?: string | undefined;
  sublocation?: string | undefined;
  staff?: string[] | undefined;
  /** A date alone goes with `startTime`. */
  start?: SaidMoment | undefined;
  /** `HH:mm`. */
  startTime?: string | undefined;
  end?: SaidMoment | undefined;
  /** `HH:mm`; before the start it is on the next day. */
  endTime?: string | undefined;
  /** Minutes; default the service's. */
  duration?: number | undefined;
  attendeeCount?: number | undefined;
  /** Default completed for what is over, else confirmed. */
  status?: ImportedStatus | undefined;
  cancelReason?: string | undefined;
  /** When it was booked; default now. */
  createdAt?: SaidMoment | undefined;
  cancelledAt?: SaidMoment | undefined;
}

/** A row of somebody's list of bookings. */
export type BookingRow = ImportRow<BookingRowInput>;

/** When and where a row's booking is, as far as the row and the directory tell. */
export interface BookingSaid {
  service: Service;
  locationId: string | undefined;
  sublocationId: string | undefined;
  staffIds: string[];
  times: BookingTimes;
  durationMinutes: number;
  attendeeCount: number;
  status: ImportedStatus;
  createdAt: Date;
  cancelledAt: Date | undefined;
  /** Whether it takes places, or waits for them: it is not over yet, and not called off. */
  isToCome: boolean;
}

/** Reads what a row says; `undefined` when it can't be told. What is wrong is added to `problems`. */
export function bookingSaid(
  scope: Scope,
  input: BookingRowInput,
  directory: Directory,
  problems: FaultDetail[],
): BookingSaid | undefined {
  if (!input.externalId) {
    problems.push(problem('externalId', 'is needed: a booking is known by its id.', 'missing_field'));
  }
  const where = placeSaid(input, directory, problems);
  if (!input.service) problems.push(problem('service', 'is needed.', 'missing_field'));
  const { service, locationId } = where;
  if (!service) return undefined;
  const timezone = directory.locations.get(locationId ?? '')?.timeZone ?? scope.organization.timeZone;
  const span = spanSaid(input, service, timezone, problems);
  const attendees = { min: 1, max: bookingLimits.attendeesMax };
  const attendeeCount = checkedWhole('attendeeCount', input.attendeeCount ?? 1, attendees, problems);
  const now = scope.clock.now();
  const createdAt = momentSaid('createdAt', input.createdAt, timezone, problems) ?? now;
  if (createdAt > now) problems.push(problem('createdAt', 'must not be in the future.'));
  const cancelledAt = momentSaid('cancelledAt', input.cancelledAt, timezone, problems);
  if (!span) return undefined;
  const times = timesOf(timezone, span.startsAt, span.durationMinutes);
  const isOver = times.endsAt <= now;
  const status = input.status ?? (isOver ? 'completed' : 'confirmed');
  checkStatus(status, times, now, problems);
  const isToCome = !isOver && !['cancelled', 'completed', 'no_show'].includes(status);
  return { ...where, service, ...span, times, attendeeCount, status, createdAt, cancelledAt, isToCome };
}

/** The times that belong to a status a booking was imported with; what is not told happened as it was planned. */
export function statusTimes({ status, times, createdAt, cancelledAt }: BookingSaid): Partial<Booking> {
  switch (status) {
    case 'confirmed':
      return { confirmedAt: createdAt };
    case 'checked_in':
      return { confirmedAt: createdAt, checkedInAt: times.startsAt };
    case 'completed':
      return { confirmedAt: createdAt, completedAt: times.endsAt };
    case 'cancelled':
      return { cancelledAt: cancelledAt ?? createdAt };
    case 'no_show':
      return { confirmedAt: createdAt, noShowAt: times.startsAt };
    default:
      return {};
  }
}

function placeSaid(
  { service: serviceText, location, sublocation, staff = [] }: BookingRowInput,
  directory: Directory,
  problems: FaultDetail[],
) {
  const service = directory.findService('service', serviceText, problems);
  const said = directory.findLocation('location', location, problems);
  const room = directory.findSublocation('sublocation', sublocation, problems);
  if (room && said && room.locationId !== said.id) {
    problems.push(problem('sublocation', `is not at ${said.name}.`));
  }
  const people = staff.map((text, place) => directory.findStaffMember(`staff[${place}]`, text, problems));
  return {
    service,
    locationId: room?.locationId ?? said?.id ?? service?.locationId ?? onlyLocation(service, directory),
    sublocationId: room?.id,
    staffIds: people.flatMap((person) => person?.id ?? []),
  };
}

/** Where a service is held, if all its sublocations are at one location. */
function onlyLocation(service: Service | undefined, { sublocations }: Directory): string | undefined {
  const ids = service?.sublocationIds.map((id) => sublocations.get(id)?.locationId) ?? [];
  return new Set(ids).size === 1 ? ids[0] : undefined;
}

function spanSaid(
  input: BookingRowInput,
  service: Service,
  timezone: string,
  problems: FaultDetail[],
): { startsAt: Date; durationMinutes: number } | undefined {
  const { start, startTime, duration } = input;
  const isTimeless =
    start !== undefined && !(start instanceof Date) && (start.time ?? startTime) === undefined;
  if (start === undefined || isTimeless) {
    problems.push(problem(start ? 'startTime' : 'start', 'is needed: a date and a time.', 'missing_field'));
    return undefined;
  }
  const begin = start instanceof Date ? start : { date: start.date, time: start.time ?? startTime };
  const startsAt = momentSaid('start', begin, timezone, problems);
  if (!startsAt) return undefined;
  if (startsAt.getTime() % 60_000 !== 0) problems.push(problem('start', 'must be on a full minute.'));
  const endsAt = endSaid(input, { startsAt, timezone }, problems);
  const told = endsAt ? (endsAt.getTime() - startsAt.getTime()) / 60_000 : undefined;
  const lengths = { min: 1, max: bookingLimits.durationMinutesMax };
  const field = duration === undefined && told !== undefined ? 'end' : 'duration';
  const durationMinutes = duration ?? told ?? service.durationMinutes;
  checkedWhole(field, durationMinutes, lengths, problems);
  return durationMinutes >= lengths.min && durationMinutes <= lengths.max
    ? { startsAt, durationMinutes }
    : undefined;
}

function endSaid(
  { end, endTime }: BookingRowInput,
  { startsAt, timezone }: { startsAt: Date; timezone: string },
  problems: FaultDetail[],
): Date | undefined {
  if (end instanceof Date) return end;
  const { date: startDate } = timesOf(timezone, startsAt, 1);
  const time = end?.time ?? endTime;
  if (time === undefined) return undefined;
  const on = (date: string) => momentSaid(end ? 'end' : 'endTime', { date, time }, timezone, problems);
  const endsAt = on(end?.date ?? startDate);
  return end === undefined && endsAt && endsAt <= startsAt ? on(addDays(startDate, 1)) : endsAt;
}

function checkStatus(
  status: ImportedStatus,
  { startsAt, endsAt }: BookingTimes,
  now: Date,
  problems: FaultDetail[],
): void {
  const isAhead = startsAt > now;
  if (isAhead && (status === 'completed' || status === 'no_show' || status === 'checked_in')) {
    problems.push(problem('status', `can’t be ${status}: the booking is still to come.`));
  }
  if (endsAt <= now && status === 'waiting_list') {
    problems.push(problem('status', 'can’t be waiting_list: the time has passed.'));
  }
}
