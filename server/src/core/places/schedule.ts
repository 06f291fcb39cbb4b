// Opening hours: weekly rules and dated exceptions, and what they come to on a date. Pure; wall time, without zones.
import { type LocalDate, minutesInDay, weekdayOf } from '#core/places/local-date.ts';

/** What can have opening hours of its own. */
export const scheduleOwners = ['location', 'sublocation', 'service', 'staff'] as const;
/** One of `scheduleOwners`. */
export type ScheduleOwner = (typeof scheduleOwners)[number];

/** A part of a day in wall time: minutes since midnight, 0 ≤ start < end ≤ 1440. The end does not belong to it. */
export interface MinuteInterval {
  startMinute: number;
  endMinute: number;
}

/** Open at these times on this day of every week. Over midnight takes two rules. */
export interface WeeklyRule extends MinuteInterval {
  /** 1 Monday to 7 Sunday, as ISO 8601 counts. */
  weekday: number;
  /** First date it holds; from ever, when left out. */
  validFrom?: LocalDate | undefined;
  /** Last date it holds; for ever, when left out. */
  validUntil?: LocalDate | undefined;
}

/** What holds on one date instead of the weekly rules. */
export interface DatedException {
  date: LocalDate;
  /** When it is open that day; none means closed. */
  intervals: MinuteInterval[];
}

/** When something is open. Without any rules it is open at all times, but for its exceptions (G-061). */
export interface Schedule {
  rules: WeeklyRule[];
  exceptions: DatedException[];
}

/** The schedule of what has none: always open. */
export const alwaysOpen: Schedule = { rules: [], exceptions: [] };

/** When a schedule is open on a date: in order, none touching another. */
export function openIntervals({ rules, exceptions }: Schedule, date: LocalDate): MinuteInterval[] {
  const exception = exceptions.find((one) => one.date === date);
  if (exception) return joined(exception.intervals);
  if (rules.length === 0) return [{ startMinute: 0, endMinute: minutesInDay }];
  const weekday = weekdayOf(date);
  return joined(rules.filter((rule) => rule.weekday === weekday && isValidOn(rule, date)));
}

/** When all of several schedules are open on a date, as `openIntervals` gives it. */
export function commonIntervals(schedules: Schedule[], date: LocalDate): MinuteInterval[] {
  const whole = openIntervals(alwaysOpen, date);
  return schedules.reduce((open, schedule) => intersection(open, openIntervals(schedule, date)), whole);
}

/** The times of day that both lists hold. Both in order, none of a list touching another of it. */
export function intersection(ones: MinuteInterval[], others: MinuteInterval[]): MinuteInterval[] {
  return ones.flatMap((one) =>
    others.flatMap((other) => {
      const startMinute = Math.max(one.startMinute, other.startMinute);
      const endMinute = Math.min(one.endMinute, other.endMinute);
      return startMinute < endMinute ? [{ startMinute, endMinute }] : [];
    }),
  );
}

/** The times on a grid that begins anew with each interval: every so many minutes while the interval lasts. */
export function gridMinutes(intervals: MinuteInterval[], everyMinutes: number): number[] {
  return intervals.flatMap(({ startMinute, endMinute }) =>
    Array.from(
      { length: Math.ceil((endMinute - startMinute) / everyMinutes) },
      (_, step) => startMinute + step * everyMinutes,
    ),
  );
}

function isValidOn({ validFrom, validUntil }: WeeklyRule, date: LocalDate): boolean {
  return (validFrom === undefined || validFrom <= date) && (validUntil === undefined || date <= validUntil);
}

function joined(intervals: MinuteInterval[]): MinuteInterval[] {
  const inOrder = [...intervals].sort((one, other) => one.startMinute - other.startMinute);
  const result: MinuteInterval[] = [];
  for (const { startMinute, endMinute } of inOrder) {
    const last = result.at(-1);
    if (last && startMinute <= last.endMinute) last.endMinute = Math.max(last.endMinute, endMinute);
    else result.push({ startMinute, endMinute });
  }
  return result;
}
