// Wall time: what a clock in a place shows, and the moment it shows it at. Where clocks change, a time they skip moves
// forward by what they skip, and of a time they show twice the first is meant. Source: Spec, Resources, Booking; G-060.
import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { type LocalDate, minutesInDay } from '#core/places/local-date.ts';

const minuteMs = 60_000;

/** What a clock shows: the date, and the minutes since midnight that the hands tell, 0 to 1439. */
export interface WallTime {
  date: LocalDate;
  minute: number;
}

/** A date in a zone, as the stretch of time it is: 24 hours on most days. Moments are milliseconds since 1970. */
export interface LocalDay {
  readonly timeZone: string;
  readonly date: LocalDate;
  readonly startMs: number;
  /** The first moment of the next date. The same as the start for a date that the zone left out. */
  readonly endMs: number;
}

// Finding where a day begins takes 20 to 40 µs, an availability of two months asks for sixty, and always for the same.
const days = new LRUCache<string, LocalDay>({ max: 5_000 });

/** A date in a zone. The zone must be one that `timeZoneNamed` knows. */
export function localDay(timeZone: string, date: LocalDate): LocalDay {
  const key = `${timeZone} ${date}`;
  const known = days.get(key);
  if (known) return known;
  const plain = Temporal.PlainDate.from(date);
  const day: LocalDay = {
    timeZone,
    date,
    startMs: plain.toZonedDateTime(timeZone).epochMilliseconds,
    endMs: plain.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
  };
  days.set(key, day);
  return day;
}

/** The moment at which clocks show a time of a day, in milliseconds since 1970. `minute` 0 to 1440, the day's end. */
export function momentOf(day: LocalDay, minute: number): number {
  if (minute === minutesInDay) return day.endMs;
  if (isPlain(day)) return day.startMs + minute * minuteMs;
  const moment = Temporal.PlainDate.from(day.date).toZonedDateTime({
    timeZone: day.timeZone,
    plainTime: { hour: Math.floor(minute / 60), minute: minute % 60 },
  });
  return moment.epochMilliseconds;
}

/** What clocks show at a moment, given in milliseconds since 1970. `day` is the day it falls on, or one near it. */
export function wallTimeOn(day: LocalDay, moment: number): WallTime {
  if (isPlain(day) && moment >= day.startMs && moment < day.endMs) {
    return { date: day.date, minute: Math.floor((moment - day.startMs) / minuteMs) };
  }
  return wallTimeAt(day.timeZone, new Date(moment));
}

// Days on which clocks change are the only ones that are not 24 hours long.
function isPlain({ startMs, endMs }: LocalDay): boolean {
  return endMs - startMs === minutesInDay * minuteMs;
}

/** What clocks of a zone show at a moment. */
export function wallTimeAt(timeZone: string, moment: Date): WallTime {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone);
  return { date: local.toPlainDate().toString(), minute: local.hour * 60 + local.minute };
}

/** The moment at which clocks of a zone show a time. */
export function momentAt(timeZone: string, { date, minute }: WallTime): Date {
  return new Date(momentOf(localDay(timeZone, date), minute));
}

/**
 * The zone of that IANA name, in IANA's capitals, or `undefined` when there is none. Names that were given up for others
 * stay as they are; offsets like +01:00 are no zones.
 */
export function timeZoneNamed(text: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(text)) return undefined;
  if (text.toUpperCase() === 'UTC') return 'UTC';
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId;
  } catch {
    return undefined;
  }
}

/** A time of day as `HH:mm`. `minute` 0 to 1439. */
export function clockText(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** The minutes since midnight of a time `HH:mm` from 00:00 to 23:59, or `undefined` for other text. */
export function minuteOf(text: string): number | undefined {
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return found ? Number(found[1]) * 60 + Number(found[2]) : undefined;
}
