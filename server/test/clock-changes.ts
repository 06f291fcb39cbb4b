// Zones in which clocks change, and what happens on both days: written from the zones' published rules, not computed.

/** A day on which clocks skip times. */
export interface ForwardDay {
  date: string;
  /** How long the day is. */
  hours: number;
  /** A time that clocks never show that day, what they show instead, and when. */
  skipped: { time: string; becomes: string; at: string };
}

/** A day on which clocks show times twice. */
export interface BackDay {
  date: string;
  hours: number;
  /** A time that clocks show twice, and both moments. */
  doubled: { time: string; first: string; second: string };
}

/** Six zones: by an hour and by half of one, at night and at midnight, north and south, around Ramadan. */
export const clockChanges: { timeZone: string; forward: ForwardDay; back: BackDay }[] = [
  {
    timeZone: 'Europe/Berlin',
    forward: {
      date: '2026-03-29',
      hours: 23,
      skipped: { time: '02:30', becomes: '03:30', at: '2026-03-29T01:30:00.000Z' },
    },
    back: {
      date: '2026-10-25',
      hours: 25,
      doubled: { time: '02:30', first: '2026-10-25T00:30:00.000Z', second: '2026-10-25T01:30:00.000Z' },
    },
  },
  {
    timeZone: 'America/New_York',
    forward: {
      date: '2026-03-08',
      hours: 23,
      skipped: { time: '02:15', becomes: '03:15', at: '2026-03-08T07:15:00.000Z' },
    },
    back: {
      date: '2026-11-01',
      hours: 25,
      doubled: { time: '01:00', first: '2026-11-01T05:00:00.000Z', second: '2026-11-01T06:00:00.000Z' },
    },
  },
  {
    timeZone: 'Australia/Lord_Howe',
    forward: {
      date: '2026-10-04',
      hours: 23.5,
      skipped: { time: '02:00', becomes: '02:30', at: '2026-10-03T15:30:00.000Z' },
    },
    back: {
      date: '2026-04-05',
      hours: 24.5,
      doubled: { time: '01:30', first: '2026-04-04T14:30:00.000Z', second: '2026-04-04T15:00:00.000Z' },
    },
  },
  {
    timeZone: 'Africa/Casablanca',
    forward: {
      date: '2025-04-06',
      hours: 23,
      skipped: { time: '02:30', becomes: '03:30', at: '2025-04-06T02:30:00.000Z' },
    },
    back: {
      date: '2025-02-23',
      hours: 25,
      doubled: { time: '02:30', first: '2025-02-23T01:30:00.000Z', second: '2025-02-23T02:30:00.000Z' },
    },
  },
  {
    timeZone: 'Africa/Cairo',
    forward: {
      date: '2026-04-24',
      hours: 23,
      skipped: { time: '00:30', becomes: '01:30', at: '2026-04-23T22:30:00.000Z' },
    },
    back: {
      date: '2026-10-29',
      hours: 25,
      doubled: { time: '23:30', first: '2026-10-29T20:30:00.000Z', second: '2026-10-29T21:30:00.000Z' },
    },
  },
  {
    timeZone: 'America/Santiago',
    forward: {
      date: '2026-09-06',
      hours: 23,
      skipped: { time: '00:00', becomes: '01:00', at: '2026-09-06T04:00:00.000Z' },
    },
    back: {
      date: '2026-04-04',
      hours: 25,
      doubled: { time: '23:00', first: '2026-04-05T02:00:00.000Z', second: '2026-04-05T03:00:00.000Z' },
    },
  },
];

/** Zones in which clocks never change these days, one of them off by a quarter of an hour. */
export const stillZones = ['Asia/Kathmandu', 'Asia/Tokyo'];
