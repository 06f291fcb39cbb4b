// How a task repeats, and when it is due next. Pure. Source: Spec, C, Tasks; G-120.
import { addDays, addMonths, daysBetween, type LocalDate } from '#core/places/local-date.ts';
import { momentAt, type WallTime, wallTimeAt } from '#core/places/local-time.ts';

/** How often a task repeats. `custom` is every so many days. */
export const taskFrequencies = ['daily', 'weekly', 'monthly', 'yearly', 'custom'] as const;
/** One of `taskFrequencies`. */
export type TaskFrequency = (typeof taskFrequencies)[number];

/** What the next time is counted from. */
export const taskBases = ['due_date', 'completion_date'] as const;
/** One of `taskBases`. */
export type TaskBasis = (typeof taskBases)[number];

/** Bounds of the days of a `custom` repetition. */
export const customIntervalDays = { min: 1, max: 366 } as const;

/** How a task repeats. */
export interface TaskRecurrence {
  frequency: TaskFrequency;
  /** 1 to 366, exactly with `custom`. */
  customIntervalDays: number | undefined;
  basis: TaskBasis;
  /** It is not due after this moment any more. */
  endsAt: Date | undefined;
  /** It is over when it was completed this often. */
  maxOccurrences: number | undefined;
}

/** Where a repeating task stands when it is completed. */
export interface Occurrence {
  /** The due date somebody set last: repetitions keep its day of the month and time of day. */
  anchorAt: Date | undefined;
  dueAt: Date | undefined;
  completedAt: Date;
  /** IANA zone name; wall times are kept in it. */
  timeZone: string;
}

const minuteMs = 60_000;

/**
 * When a repeating task is due after it was completed: the first time after the completion and after the time that was
 * completed, on the grid that the anchor begins, or on the one that the completion begins with that basis. In months
 * that lack the anchor's day it is their last day, and the anchor's day again in those after.
 */
export function nextDueAt(recurrence: TaskRecurrence, occurrence: Occurrence): Date {
  const { completedAt, timeZone } = occurrence;
  const anchorAt = occurrence.anchorAt ?? completedAt;
  const anchor = wallTimeAt(timeZone, anchorAt);
  const startDate =
    recurrence.basis === 'completion_date' ? wallTimeAt(timeZone, completedAt).date : anchor.date;
  const momentOf = (steps: number) => {
    const date = stepped(recurrence, startDate, steps);
    // What wall time does not tell: seconds are kept as they are.
    return new Date(momentAt(timeZone, { ...anchor, date }).getTime() + (anchorAt.getTime() % minuteMs));
  };
  const last = Math.max(completedAt.getTime(), occurrence.dueAt?.getTime() ?? 0);
  const lastDate = wallTimeAt(timeZone, new Date(last)).date;
  // Never too far: the step before is at or before that date.
  let steps = Math.max(1, wholeSteps(recurrence, startDate, lastDate) - 1);
  while (momentOf(steps).getTime() <= last) steps += 1;
  return momentOf(steps);
}

/** Whether a series has no further time, when so many were completed and the next would be due then. */
export function isSeriesOver(
  { endsAt, maxOccurrences }: TaskRecurrence,
  completedCount: number,
  next: Date,
): boolean {
  return (
    (maxOccurrences !== undefined && completedCount >= maxOccurrences) ||
    (endsAt !== undefined && next > endsAt)
  );
}

function stepped(recurrence: TaskRecurrence, date: WallTime['date'], steps: number): LocalDate {
  const months = monthsOf(recurrence);
  return months ? addMonths(date, months * steps) : addDays(date, daysOf(recurrence) * steps);
}

/** How many steps fit between two dates; of months perhaps one too many. */
function wholeSteps(recurrence: TaskRecurrence, from: LocalDate, until: LocalDate): number {
  const months = monthsOf(recurrence);
  if (!months) return Math.floor(daysBetween(from, until) / daysOf(recurrence));
  const [fromYear, fromMonth] = from.split('-').map(Number) as [number, number];
  const [untilYear, untilMonth] = until.split('-').map(Number) as [number, number];
  return Math.floor(((untilYear - fromYear) * 12 + untilMonth - fromMonth) / months);
}

function monthsOf({ frequency }: TaskRecurrence): number {
  return frequency === 'monthly' ? 1 : frequency === 'yearly' ? 12 : 0;
}

function daysOf({ frequency, customIntervalDays }: TaskRecurrence): number {
  return frequency === 'weekly' ? 7 : (customIntervalDays ?? 1);
}
