// Calendar dates as text, `2026-03-29`: without a time and without a zone.

/** A date of the calendar, `YYYY-MM-DD`, of the years 1900 to 9999. Dates compare as text does. */
export type LocalDate = string;

/** Minutes in a day of wall time, whatever a change of clocks makes of it. */
export const minutesInDay = 1440;

const dayMs = 86_400_000;
const datePattern = /^(19|[2-9]\d)\d\d-\d\d-\d\d$/;

/** Whether the text is a date that the calendar has: not `2026-02-29`. */
export function isLocalDate(text: string): boolean {
  if (!datePattern.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && dateOfMs(ms) === text;
}

/** The date so many days later, or earlier when negative. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOfMs(msOf(date) + days * dayMs);
}

/** The date so many months later; on a day that month lacks, its last: a month after January 31 is February 28 or 29. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dateOfMs(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)));
}

/** How many days later `until` is than `from`. */
export function daysBetween(from: LocalDate, until: LocalDate): number {
  return (msOf(until) - msOf(from)) / dayMs;
}

/** The dates from `from` to `until`, both included. */
export function datesBetween(from: LocalDate, until: LocalDate): LocalDate[] {
  return Array.from({ length: daysBetween(from, until) + 1 }, (_, days) => addDays(from, days));
}

/** The day of the week as ISO 8601 counts: 1 Monday to 7 Sunday. */
export function weekdayOf(date: LocalDate): number {
  return new Date(msOf(date)).getUTCDay() || 7;
}

// A date alone has no zone: UTC, whose days are all alike, serves to count them.
function msOf(date: LocalDate): number {
  return Date.parse(`${date}T00:00:00Z`);
}

function dateOfMs(ms: number): LocalDate {
  return new Date(ms).toISOString().slice(0, 10);
}
