// frontdesk location|sublocation|service|staff schedule: shows opening hours, or replaces them.
import { type Command, InvalidArgumentError } from 'commander';
import type { RecordQuery } from '#core/places/kept-records.ts';
import { minutesInDay } from '#core/places/local-date.ts';
import type { DatedException, MinuteInterval, Schedule, WeeklyRule } from '#core/places/schedule.ts';
import type { KeptSchedule } from '#core/places/schedules.ts';
import type { Scope } from '#core/scope.ts';
import type { Page } from '#kit/cursor.ts';
import { addCommand, type OrganizationOptions, withOrganization } from '#src/cli/command.ts';
import type { Shell } from '#src/cli/context.ts';
import { idNamed } from '#src/cli/places/record-commands.ts';
import { table } from '#src/cli/shell/conversation.ts';

/** What the command calls, loaded when it runs. */
export interface ScheduleOperations {
  list(scope: Scope, query: RecordQuery): Promise<Page<{ id: string; name: string }>>;
  read(scope: Scope, id: string): Promise<KeptSchedule>;
  replace(scope: Scope, id: string, schedule: Schedule): Promise<KeptSchedule>;
}

interface ScheduleOptions extends OrganizationOptions {
  open?: WeeklyRule[];
  on?: DatedException[];
  closed?: DatedException[];
  always?: true;
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Adds `schedule` to a family. `example` is the name of one of its records. */
export function addSchedule(
  family: Command,
  shell: Shell,
  example: string,
  load: () => Promise<ScheduleOperations>,
): void {
  const line = `${family.name()} schedule "${example}"`;
  withOrganization(
    addCommand(family, 'schedule <id>', {
      summary: 'Show when it is open, or replace that',
      details:
        'With any of the options the whole schedule is replaced. Times are wall times of the location; over midnight takes two entries. The id may also be the name, if only one has it.',
      examples: [
        line,
        `${line} --open "mon-fri 09:00-12:00,13:00-18:00" --open "sat 10:00-14:00" --closed 2026-12-25`,
        `${line} --always`,
      ],
    }),
  )
    .option(
      '--open <days times>',
      'open every week, like "mon-fri 08:00-20:00"; several times',
      gather(rulesIn),
    )
    .option(
      '--on <date times>',
      'other times on one date, like "2026-12-24 08:00-13:00"',
      gather(exceptionIn),
    )
    .option('--closed <date>', 'closed on one date; may be given several times', gather(closedOn))
    .option('--always', 'no hours of its own: open whenever its location is')
    .action(
      shell.withParts(async ({ scopeOf, print }, reference: string, options: ScheduleOptions) => {
        const { list, read, replace } = await load();
        const { open: rules = [], on = [], closed = [], always } = options;
        const scope = await scopeOf(options.organization);
        const id = await idNamed(scope, list, reference);
        const isReplaced = always || rules.length + on.length + closed.length > 0;
        const schedule = isReplaced
          ? await replace(scope, id, { rules, exceptions: [...on, ...closed] })
          : await read(scope, id);
        const { scheduleView } = await import('#http/admin-api/places/schedule-view.ts');
        print(scheduleView(schedule), inWords(schedule));
      }),
    );
}

function gather<Entry>(read: (text: string) => Entry[]) {
  return (text: string, before: Entry[] | undefined) => [...(before ?? []), ...read(text)];
}

/** `mon-fri 09:00-12:00,13:00-18:00` as a rule for each day and time. */
function rulesIn(text: string): WeeklyRule[] {
  const [, days, times] = /^\s*(\S+)\s+(\S+)\s*$/.exec(text) ?? [];
  const named = days?.toLowerCase().split(',').flatMap(daysIn) ?? [];
  if (named.length === 0 || named.includes(0))
    throw new InvalidArgumentError('Write it as "mon-fri 09:00-17:00".');
  return named.flatMap((weekday) => intervalsIn(times!).map((interval) => ({ weekday, ...interval })));
}

/** The days of `mon` or `mon-fri`, 1 to 7; 0 for what is no day. */
function daysIn(text: string): number[] {
  const [from = 0, until = from, ...more] = text.split('-').map((day) => weekdays.indexOf(day) + 1);
  if (from === 0 || until < from || more.length > 0) return [0];
  return Array.from({ length: until - from + 1 }, (_, step) => from + step);
}

function exceptionIn(text: string): DatedException[] {
  const [, date, times] = /^\s*(\S+)\s+(\S+)\s*$/.exec(text) ?? [];
  if (!date || !times) throw new InvalidArgumentError('Write it as "2026-12-24 09:00-13:00".');
  return [{ date, intervals: intervalsIn(times) }];
}

function closedOn(date: string): DatedException[] {
  return [{ date, intervals: [] }];
}

function intervalsIn(text: string): MinuteInterval[] {
  return text.split(',').map((part) => {
    const [, start, end] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(part) ?? [];
    if (!start || !end) throw new InvalidArgumentError('Write times as 09:00-17:00.');
    return { startMinute: minuteIn(start), endMinute: minuteIn(end) };
  });
}

// What is no time of day comes out beyond the day, or before the start, and is refused with the schedule.
function minuteIn(text: string): number {
  const [hours, minutes] = text.split(':').map(Number);
  return minutes! < 60 ? hours! * 60 + minutes! : minutesInDay + 1;
}

function inWords({ rules, exceptions }: Schedule): string {
  if (rules.length + exceptions.length === 0)
    return 'It has no hours of its own: open whenever its location is.';
  const rows = [
    ...rules.map((rule) => [weekdays[rule.weekday - 1]!, timesOf([rule]), validityOf(rule)]),
    ...exceptions.map(({ date, intervals }) => [date, timesOf(intervals) || 'closed', '']),
  ];
  return table(['day', 'open', ''], rows);
}

function timesOf(intervals: MinuteInterval[]): string {
  const clock = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  return intervals
    .map(({ startMinute, endMinute }) => `${clock(startMinute)}-${clock(endMinute)}`)
    .join(', ');
}

function validityOf({ validFrom, validUntil }: WeeklyRule): string {
  return [validFrom && `from ${validFrom}`, validUntil && `until ${validUntil}`].filter(Boolean).join(' ');
}
