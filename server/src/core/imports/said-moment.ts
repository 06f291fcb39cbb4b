// Moments as lists say them: exactly, or by what the clocks of a place show. Pure.
import { isLocalDate } from '#core/places/local-date.ts';
import { minuteOf, momentAt } from '#core/places/local-time.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';

/** A moment, or a date (`YYYY-MM-DD`) with or without a time (`HH:mm`). */
export type SaidMoment = Date | { date: string; time?: string | undefined };

const bounds = { earliest: Date.parse('1970-01-02T00:00:00Z'), latest: Date.parse('2200-01-01T00:00:00Z') };

/** The moment that is meant, in a zone; of a date without a time its first. What is wrong is added to `problems`. */
export function momentSaid(
  path: string,
  said: SaidMoment | undefined,
  timeZone: string,
  problems: FaultDetail[],
): Date | undefined {
  if (said === undefined) return undefined;
  const moment = said instanceof Date ? said : wallMoment(said, timeZone);
  const ms = moment?.getTime() ?? Number.NaN;
  if (ms >= bounds.earliest && ms < bounds.latest) return moment;
  problems.push(
    problem(path, 'must be a date of the calendar between 1970 and 2200, with a time of the day.'),
  );
  return undefined;
}

function wallMoment({ date, time = '00:00' }: Exclude<SaidMoment, Date>, timeZone: string): Date | undefined {
  const minute = minuteOf(time);
  return isLocalDate(date) && minute !== undefined ? momentAt(timeZone, { date, minute }) : undefined;
}
