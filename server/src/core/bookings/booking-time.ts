// When a booking is: the start as callers say it, and the moments and wall times that follow from it. Pure.
import type { Booking } from '#core/bookings/booking.ts';
import { isLocalDate } from '#core/places/local-date.ts';
import { clockText, localDay, minuteOf, momentAt, wallTimeAt } from '#core/places/local-time.ts';
import { Fault, type FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';

const minuteMs = 60_000;
/** No booking is before or after these moments: far enough for any history and any plan (G-050). */
const bounds = { earliest: Date.parse('1970-01-02T00:00:00Z'), latest: Date.parse('2200-01-01T00:00:00Z') };

/** A start: wall time where it takes place, or a moment. */
export interface StartInput {
  /** `YYYY-MM-DD`; goes with `startTime`. */
  date?: string | undefined;
  /** `HH:mm`. A time that clocks skip moves forward; of one they show twice the first is meant. */
  startTime?: string | undefined;
  startsAt?: Date | undefined;
}

/** The times of a booking, moments and what clocks show at them. */
export type BookingTimes = Pick<
  Booking,
  'startsAt' | 'endsAt' | 'timezone' | 'date' | 'startTime' | 'endTime' | 'dayStartsAt'
>;

/** Whether a start is named at all. */
export function namesStart({ date, startTime, startsAt }: StartInput): boolean {
  return date !== undefined || startTime !== undefined || startsAt !== undefined;
}

/**
 * The moment a start means. What is left out of date and startTime is taken from `usual`, if there is one. What is wrong
 * is added to `problems`. Throws `conflicting_parameters` for both a wall time and a moment.
 */
export function startOf(
  timezone: string,
  { date, startTime, startsAt }: StartInput,
  problems: FaultDetail[],
  usual?: Pick<Booking, 'date' | 'startTime'>,
): Date | undefined {
  if (startsAt) {
    if (date !== undefined || startTime !== undefined) throw twoStarts();
    return checkedMoment('startsAt', startsAt, problems);
  }
  const day = date ?? usual?.date;
  const time = startTime ?? usual?.startTime;
  if (day === undefined || time === undefined) {
    const path = day === undefined ? 'date' : 'startTime';
    const message = 'is needed: send date and startTime, or startsAt.';
    problems.push(problem(path, message, 'missing_field'));
    return undefined;
  }
  const minute = minuteOf(time);
  if (!isLocalDate(day)) problems.push(problem('date', 'must be a date of the calendar, like 2026-03-31.'));
  if (minute === undefined) problems.push(problem('startTime', 'must be a time from 00:00 to 23:59.'));
  if (!isLocalDate(day) || minute === undefined) return undefined;
  return checkedMoment('date', momentAt(timezone, { date: day, minute }), problems);
}

function checkedMoment(path: string, moment: Date, problems: FaultDetail[]): Date | undefined {
  const ms = moment.getTime();
  if (Number.isNaN(ms) || ms < bounds.earliest || ms >= bounds.latest) {
    problems.push(problem(path, 'must be between 1970 and 2200.'));
  } else if (ms % minuteMs !== 0) {
    problems.push(problem(path, 'must be on a full minute.'));
  } else return moment;
  return undefined;
}

/** All times of a booking that starts at a moment and lasts so many minutes. */
export function timesOf(timezone: string, startsAt: Date, durationMinutes: number): BookingTimes {
  const endsAt = new Date(startsAt.getTime() + durationMinutes * minuteMs);
  const [start, end] = [wallTimeAt(timezone, startsAt), wallTimeAt(timezone, endsAt)];
  return {
    startsAt,
    endsAt,
    timezone,
    date: start.date,
    startTime: clockText(start.minute),
    endTime: clockText(end.minute),
    dayStartsAt: new Date(localDay(timezone, start.date).startMs),
  };
}

/** From when until when a booking's places are taken: its time with its buffers. */
export function takenTime(
  booking: Pick<Booking, 'startsAt' | 'endsAt' | 'bufferBeforeMinutes' | 'bufferAfterMinutes'>,
): { from: Date; until: Date } {
  return {
    from: new Date(booking.startsAt.getTime() - booking.bufferBeforeMinutes * minuteMs),
    until: new Date(booking.endsAt.getTime() + booking.bufferAfterMinutes * minuteMs),
  };
}

function twoStarts(): Fault {
  const message = 'is an alternative to date and startTime: send one of them.';
  const code = 'conflicting_parameters';
  return new Fault('invalid', code, `startsAt ${message}`, {
    details: [{ path: 'startsAt', code, message }],
  });
}
