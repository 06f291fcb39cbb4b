// Times as people read them, on tickets, in mail and on pages: in a place's zone and a reader's language.
import { wallTimeAt } from '#core/places/local-time.ts';

/** A stretch of time in words. */
export interface TimesInWords {
  /** `Sunday, 25 October 2026`. */
  date: string;
  /** `14:30`, or `2:30 PM` where that is the custom. */
  startTime: string;
  endTime: string;
  /** The date of the end, when it is another. */
  endDate: string | undefined;
  /** `Central European Summer Time`, at the start. */
  zone: string;
  /** The same at the end, when clocks change in between. */
  endZone: string | undefined;
}

/** Start and end in words, as clocks in the zone show them. `locale` is a BCP 47 tag; an unknown one reads English. */
export function timesInWords(
  { startsAt, endsAt, timeZone }: { startsAt: Date; endsAt: Date; timeZone: string },
  locale: string,
): TimesInWords {
  const { date, time, zone } = writersOf(timeZone, locale);
  const isSameDate = wallTimeAt(timeZone, startsAt).date === wallTimeAt(timeZone, endsAt).date;
  const [startZone, endZone] = [zone(startsAt), zone(endsAt)];
  return {
    date: date(startsAt),
    startTime: time(startsAt),
    endTime: time(endsAt),
    endDate: isSameDate ? undefined : date(endsAt),
    zone: startZone,
    endZone: startZone === endZone ? undefined : endZone,
  };
}

function writersOf(timeZone: string, wanted: string) {
  const locale = isKnownLocale(wanted) ? wanted : 'en-GB';
  const dates = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full' });
  const times = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' });
  const zones = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' });
  return {
    date: (moment: Date) => dates.format(moment),
    time: (moment: Date) => times.format(moment),
    zone: (moment: Date) =>
      zones.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone,
  };
}

function isKnownLocale(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}
