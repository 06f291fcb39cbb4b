// Schedules as their owners keep them: checked as a whole, replaced as a whole. What they come to on a date is in
// schedule.ts.
import { eventOf, recordEvent } from '#core/events/events.ts';
import { changedRecord, type KeptRecord, type RecordKind } from '#core/places/kept-records.ts';
import { isLocalDate, minutesInDay } from '#core/places/local-date.ts';
import type {
  DatedException,
  MinuteInterval,
  Schedule,
  ScheduleOwner,
  WeeklyRule,
} from '#core/places/schedule.ts';
import { findSchedule, replaceSchedule, type ScheduleOf } from '#core/places/schedule-queries.ts';
import type { Scope } from '#core/scope.ts';
import { checkVersion, type FaultDetail, missing, throwProblems } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';
import { isUuid } from '#kit/id.ts';

/** Bounds of a schedule (G-045). */
export const scheduleLimits = { rulesMax: 200, exceptionsMax: 1_000, intervalsMax: 24 } as const;

/** A schedule, with the version of the record it belongs to. */
export interface KeptSchedule extends Schedule {
  version: number;
}

/** A schedule as its events tell of it: whose it is, too. */
export interface OwnedSchedule extends KeptSchedule {
  /** Record id of its owner. */
  id: string;
  ownerType: ScheduleOwner;
}

/** The whole schedule of a record. Throws `not_found`. */
export async function readSchedule<Kept extends KeptRecord>(
  scope: Scope,
  kind: RecordKind<Kept>,
  id: string,
): Promise<KeptSchedule> {
  if (!isUuid(id)) throw missing(kind.what);
  const [owner, schedule] = await scope.read((tx) => Promise.all([kind.find(tx, id), findSchedule(tx, id)]));
  if (!owner) throw missing(kind.what);
  return { ...schedule, version: owner.version };
}

/**
 * Replaces the schedule of a record, which counts it as a change. Throws `not_found`, `version_conflict` and
 * `invalid_field`.
 */
export async function keepSchedule<Kept extends KeptRecord>(
  scope: Scope,
  kind: RecordKind<Kept>,
  { type: ownerType, id }: ScheduleOf,
  { rules, exceptions, version }: Schedule & { version?: number | undefined },
): Promise<KeptSchedule> {
  throwProblems(scheduleProblems({ rules, exceptions }));
  if (!isUuid(id)) throw missing(kind.what);
  const schedule = inOrder({ rules, exceptions });
  return scope.write(async (tx) => {
    const owner = await kind.lock(tx, id);
    if (!owner) throw missing(kind.what);
    checkVersion(kind.what, owner, version);
    const kept = await findSchedule(tx, id);
    const changed = changedRecord(scope, { ...owner, kept }, { ...owner, kept: schedule });
    if (!changed) return { ...kept, version: owner.version };
    const after: OwnedSchedule = { ...schedule, version: changed.version, id, ownerType };
    const before: OwnedSchedule = { ...kept, version: owner.version, id, ownerType };
    await Promise.all([
      kind.update(tx, changed, owner),
      replaceSchedule(tx, { type: ownerType, id }, schedule),
      recordEvent(tx, scope, eventOf(scope, 'schedule.updated', after, before)),
    ]);
    return { ...schedule, version: changed.version };
  });
}

/** What is wrong with a schedule: times that are none, overlap or come in too great a number. */
export function scheduleProblems({ rules, exceptions }: Schedule): FaultDetail[] {
  const problems: FaultDetail[] = [];
  if (rules.length > scheduleLimits.rulesMax) {
    problems.push(problem('rules', `must have at most ${scheduleLimits.rulesMax} entries.`));
  }
  if (exceptions.length > scheduleLimits.exceptionsMax) {
    problems.push(problem('exceptions', `must have at most ${scheduleLimits.exceptionsMax} entries.`));
  }
  if (problems.length > 0) return problems;
  checkRules(rules, problems);
  checkExceptions(exceptions, problems);
  return problems;
}

function checkRules(rules: WeeklyRule[], problems: FaultDetail[]): void {
  for (const [place, rule] of rules.entries()) {
    const { weekday, validFrom, validUntil } = rule;
    const path = `rules[${place}]`;
    if (!Number.isInteger(weekday) || weekday < 1 || weekday > 7) {
      problems.push(problem(`${path}.weekday`, 'must be 1 (Monday) to 7 (Sunday).'));
    }
    checkInterval(path, rule, problems);
    for (const [field, date] of Object.entries({ validFrom, validUntil })) {
      if (date !== undefined && !isLocalDate(date)) problems.push(noDate(`${path}.${field}`));
    }
    if (validFrom !== undefined && validUntil !== undefined && validUntil < validFrom) {
      problems.push(problem(`${path}.validUntil`, 'must not be before validFrom.'));
    }
    const other = rules.slice(0, place).findIndex((earlier) => holdTogether(earlier, rule));
    if (other >= 0) problems.push(problem(path, `overlaps rules[${other}] on the same days.`));
  }
}

function checkExceptions(exceptions: DatedException[], problems: FaultDetail[]): void {
  const dates = new Set<string>();
  for (const [place, { date, intervals }] of exceptions.entries()) {
    const path = `exceptions[${place}]`;
    if (!isLocalDate(date)) problems.push(noDate(`${path}.date`));
    if (dates.has(date)) problems.push(problem(`${path}.date`, 'is in the list twice.'));
    dates.add(date);
    if (intervals.length > scheduleLimits.intervalsMax) {
      problems.push(
        problem(`${path}.intervals`, `must have at most ${scheduleLimits.intervalsMax} entries.`),
      );
      continue;
    }
    for (const [spot, interval] of intervals.entries()) {
      const intervalPath = `${path}.intervals[${spot}]`;
      checkInterval(intervalPath, interval, problems);
      const other = intervals.slice(0, spot).findIndex((earlier) => overlap(earlier, interval));
      if (other >= 0) problems.push(problem(intervalPath, `overlaps intervals[${other}].`));
    }
  }
}

function checkInterval(
  path: string,
  { startMinute, endMinute }: MinuteInterval,
  problems: FaultDetail[],
): void {
  const isMinute = (minute: number) => Number.isInteger(minute) && minute >= 0 && minute <= minutesInDay;
  if (!isMinute(startMinute) || startMinute === minutesInDay) {
    problems.push(problem(`${path}.startTime`, 'must be a time of day from 00:00 to 23:59.'));
  } else if (!isMinute(endMinute) || endMinute <= startMinute) {
    const hint = 'must be after startTime, at most 24:00; over midnight takes two entries.';
    problems.push(problem(`${path}.endTime`, hint));
  }
}

function noDate(path: string): FaultDetail {
  return problem(path, 'must be a date of the calendar, like 2026-12-24.');
}

function holdTogether(one: WeeklyRule, other: WeeklyRule): boolean {
  const begins = (rule: WeeklyRule) => rule.validFrom ?? '';
  const ends = (rule: WeeklyRule) => rule.validUntil ?? '9999-12-31';
  const sameDays = one.weekday === other.weekday && begins(one) <= ends(other) && begins(other) <= ends(one);
  return sameDays && overlap(one, other);
}

function overlap(one: MinuteInterval, other: MinuteInterval): boolean {
  return one.startMinute < other.endMinute && other.startMinute < one.endMinute;
}

/** Rules by weekday and time, exceptions by date and time: as they are stored and shown. */
function inOrder({ rules, exceptions }: Schedule): Schedule {
  const byStart = (one: MinuteInterval, other: MinuteInterval) => one.startMinute - other.startMinute;
  return {
    rules: rules
      .map(({ weekday, startMinute, endMinute, validFrom, validUntil }) => ({
        weekday,
        startMinute,
        endMinute,
        validFrom,
        validUntil,
      }))
      .sort((one, other) => one.weekday - other.weekday || byStart(one, other)),
    exceptions: exceptions
      .map(({ date, intervals }) => ({ date, intervals: intervals.toSorted(byStart) }))
      .sort((one, other) => (one.date < other.date ? -1 : 1)),
  };
}
