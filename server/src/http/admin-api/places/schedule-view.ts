// Schedules as they are sent and shown: wall times for minutes.
import { type Static, Type } from 'typebox';
import { minutesInDay } from '#core/places/local-date.ts';
import { clockText, minuteOf } from '#core/places/local-time.ts';
import type { MinuteInterval, Schedule } from '#core/places/schedule.ts';
import { type OwnedSchedule, scheduleLimits } from '#core/places/schedules.ts';
import { strict } from '#http/admin-api/envelope.ts';
import { versionField } from '#http/admin-api/kept-record-routes.ts';
import { scheduleExample } from '#http/admin-api/places/place-examples.ts';

const times = {
  startTime: Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    patternMeaning: 'be a time of day from 00:00 to 23:59',
    maxLength: 5,
    description: 'From when on, in the wall time of the location.',
    examples: ['09:00'],
  }),
  endTime: Type.String({
    pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$',
    patternMeaning: 'be a time of day from 00:01 to 24:00',
    maxLength: 5,
    description: 'Until when; `24:00` is the end of the day.',
    examples: ['17:00'],
  }),
};
const dateShape = (description: string) => Type.String({ format: 'date', maxLength: 10, description });
const ruleFields = {
  weekday: Type.Integer({ minimum: 1, maximum: 7, description: '1 Monday to 7 Sunday.' }),
  ...times,
  validFrom: Type.Optional(dateShape('The first date it holds; without it, from ever.')),
  validUntil: Type.Optional(dateShape('The last date it holds; without it, for ever.')),
};
const listed = {
  rules: 'Open at these times every week. Without any it is open whenever its location is.',
  exceptions: 'Dates on which other times hold instead.',
  intervals: 'When it is open on that date; an empty list means closed.',
};

/** The body of PUT …/schedule. */
export const scheduleBody = strict(
  {
    rules: Type.Array(strict(ruleFields), { maxItems: scheduleLimits.rulesMax, description: listed.rules }),
    exceptions: Type.Array(
      strict({
        date: dateShape('The date.'),
        intervals: Type.Array(strict(times), {
          maxItems: scheduleLimits.intervalsMax,
          description: listed.intervals,
        }),
      }),
      { maxItems: scheduleLimits.exceptionsMax, description: listed.exceptions },
    ),
    version: versionField,
  },
  { examples: [scheduleExample] },
);

/** A schedule. */
export const scheduleShape = Type.Object(
  {
    rules: Type.Array(Type.Object(ruleFields), { description: listed.rules }),
    exceptions: Type.Array(
      Type.Object({
        date: dateShape('The date.'),
        intervals: Type.Array(Type.Object(times), { description: listed.intervals }),
      }),
      { description: listed.exceptions },
    ),
  },
  { title: 'Schedule', examples: [scheduleExample] },
);

/** A schedule that was sent. */
export function scheduleOf({ rules, exceptions }: Static<typeof scheduleBody>): Schedule {
  return {
    rules: rules.map(({ weekday, validFrom, validUntil, ...sent }) => ({
      weekday,
      ...minutesOf(sent),
      validFrom,
      validUntil,
    })),
    exceptions: exceptions.map(({ date, intervals }) => ({ date, intervals: intervals.map(minutesOf) })),
  };
}

/** A schedule as the Admin API shows it. */
export function scheduleView({ rules, exceptions }: Schedule): Static<typeof scheduleShape> {
  return {
    rules: rules.map(({ weekday, validFrom, validUntil, ...interval }) => ({
      weekday,
      ...timesOf(interval),
      validFrom,
      validUntil,
    })),
    exceptions: exceptions.map(({ date, intervals }) => ({ date, intervals: intervals.map(timesOf) })),
  };
}

/** A schedule as its events show it: with whose it is, and its owner's version. */
export function ownedScheduleView(schedule: OwnedSchedule) {
  return {
    ownerType: schedule.ownerType,
    ownerId: schedule.id,
    version: schedule.version,
    ...scheduleView(schedule),
  };
}

function minutesOf({ startTime, endTime }: { startTime: string; endTime: string }): MinuteInterval {
  return { startMinute: minuteAt(startTime), endMinute: minuteAt(endTime) };
}

// What the pattern lets through is a time.
function minuteAt(time: string): number {
  return time === endOfDay ? minutesInDay : minuteOf(time)!;
}

function timesOf({ startMinute, endMinute }: MinuteInterval): { startTime: string; endTime: string } {
  const endTime = endMinute === minutesInDay ? endOfDay : clockText(endMinute);
  return { startTime: clockText(startMinute), endTime };
}

const endOfDay = '24:00';
