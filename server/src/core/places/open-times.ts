// Opening hours as stretches of real time: schedules, which tell wall time, laid on the days of a zone.
import { datesBetween, type LocalDate } from '#core/places/local-date.ts';
import { type LocalDay, localDay, momentOf, wallTimeAt } from '#core/places/local-time.ts';
import { commonIntervals, gridMinutes, type Schedule } from '#core/places/schedule.ts';

/** A stretch of time, in milliseconds since 1970. The end does not belong to it. */
export interface TimeSpan {
  startMs: number;
  endMs: number;
}

/**
 * When all of several schedules are open from the beginning of a date to the end of another: in order, none touching
 * another, so hours that go on over midnight are one stretch.
 */
export function openTimes(
  schedules: Schedule[],
  timeZone: string,
  from: LocalDate,
  until: LocalDate,
): TimeSpan[] {
  const result: TimeSpan[] = [];
  for (const date of datesBetween(from, until)) {
    const day = localDay(timeZone, date);
    for (const { startMinute, endMinute } of commonIntervals(schedules, date)) {
      const startMs = momentOf(day, startMinute);
      // Hours that lie in what clocks skip come to nothing.
      const endMs = Math.min(momentOf(day, endMinute), day.endMs);
      const last = result.at(-1);
      if (last && startMs < endMs && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
      else if (startMs < endMs) result.push({ startMs, endMs });
    }
  }
  return result;
}

/** Whether one of the stretches holds all of a stretch. `spans` in order, none touching another. */
export function isWithin(spans: TimeSpan[], { startMs, endMs }: TimeSpan): boolean {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.endMs <= startMs) low = middle + 1;
    else high = middle;
  }
  const span = spans[low];
  return span !== undefined && span.startMs <= startMs && endMs <= span.endMs;
}

/** Whether all of several schedules are open all through a stretch of time. */
export function isOpenThroughout(schedules: Schedule[], timeZone: string, span: TimeSpan): boolean {
  const { date: from } = wallTimeAt(timeZone, new Date(span.startMs));
  const { date: until } = wallTimeAt(timeZone, new Date(span.endMs - 1));
  return isWithin(openTimes(schedules, timeZone, from, until), span);
}

/**
 * The moments of a day at which something can start: on a grid of wall time that begins with each opening of the
 * schedules, in order and each once, although clocks skip or repeat times.
 */
export function startMoments(schedules: Schedule[], day: LocalDay, everyMinutes: number): number[] {
  const minutes = gridMinutes(commonIntervals(schedules, day.date), everyMinutes);
  const moments = minutes.map((minute) => momentOf(day, minute)).filter((moment) => moment < day.endMs);
  return [...new Set(moments)].sort((one, other) => one - other);
}
