// The series record: bookings that were made together and repeat, and the dates they repeat on. Pure.
import { addDays, addMonths, isLocalDate, type LocalDate } from '#core/places/local-date.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';

/** What a series repeats by. */
export const seriesFrequencies = ['daily', 'weekly', 'monthly'] as const;
/** One of `seriesFrequencies`. */
export type SeriesFrequency = (typeof seriesFrequencies)[number];

/** Bounds of a series (G-067). */
export const seriesLimits = { bookingsMin: 2, bookingsMax: 100, intervalMax: 52 } as const;

/** How something repeats. One of `count` and `until` says for how long. */
export interface Repetition {
  frequency: SeriesFrequency;
  /** Every how many days, weeks or months; default 1. */
  interval?: number | undefined;
  /** How many bookings, the first one counted. */
  count?: number | undefined;
  /** The last date that may be one of its dates. */
  until?: LocalDate | undefined;
}

/** Bookings that were made together and repeat, each at the same wall time. */
export interface Series {
  /** Record id, UUID version 7. */
  id: string;
  frequency: SeriesFrequency;
  interval: number;
  firstDate: LocalDate;
  /** `HH:mm`. */
  startTime: string;
  /** Date of the last booking that was wanted. */
  lastDate: LocalDate;
  createdAt: Date;
}

/**
 * The dates of a series that begins on a date. A month that lacks the day has its last day instead. What is wrong is
 * added to `problems`, and the result is then of no use.
 */
export function datesOf(
  first: LocalDate,
  { frequency, interval = 1, count, until }: Repetition,
  problems: FaultDetail[],
): LocalDate[] {
  const { bookingsMin, bookingsMax } = seriesLimits;
  if ((count === undefined) === (until === undefined)) {
    problems.push(problem('series.count', 'or until is needed: send one of them.', 'missing_field'));
    return [];
  }
  if (until !== undefined && !isLocalDate(until)) {
    problems.push(problem('series.until', 'must be a date of the calendar, like 2026-03-31.'));
    return [];
  }
  const steps = count ?? bookingsMax + 1;
  const dates = Array.from({ length: steps }, (_, step) => later(first, frequency, step * interval));
  const wanted = until === undefined ? dates : dates.filter((date) => date <= until);
  if (wanted.length < bookingsMin || wanted.length > bookingsMax) {
    const path = until === undefined ? 'series.count' : 'series.until';
    problems.push(problem(path, `must make ${bookingsMin} to ${bookingsMax} bookings.`));
  }
  return wanted;
}

function later(first: LocalDate, frequency: SeriesFrequency, steps: number): LocalDate {
  if (frequency === 'monthly') return addMonths(first, steps);
  return addDays(first, frequency === 'weekly' ? steps * 7 : steps);
}
