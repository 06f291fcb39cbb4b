// All SQL of schedules: the weekly rules and dated exceptions of locations, sublocations, services and staff.
import type { LocalDate } from '#core/places/local-date.ts';
import type { MinuteInterval, Schedule, ScheduleOwner } from '#core/places/schedule.ts';
import type { Tx } from '#db/tx.ts';

/** What has a schedule of its own. */
export interface ScheduleOf {
  type: ScheduleOwner;
  id: string;
}

interface RuleRow {
  ownerId: string;
  weekday: number | null;
  validFrom: LocalDate | null;
  validUntil: LocalDate | null;
  date: LocalDate | null;
  startMinute: number | null;
  endMinute: number | null;
}

/**
 * The schedules of these owners, whatever their kind, by record id: all their weekly rules, and their exceptions of
 * these dates, both included. Owners that have neither are not in the map.
 */
export async function selectSchedules(
  tx: Tx,
  ownerIds: string[],
  from: LocalDate,
  until: LocalDate,
): Promise<Map<string, Schedule>> {
  const rows = await tx<RuleRow[]>`
    select owner_id, weekday, valid_from::text, valid_until::text, date::text, start_minute, end_minute
    from schedule_rules
    where organization_id = ${tx.organizationId} and owner_id = any(${ownerIds}::uuid[])
      and (date is null or date between ${from}::text::date and ${until}::text::date)
    order by owner_id, position
  `;
  return schedulesFrom(rows);
}

/** The whole schedule of one owner; empty when it has none. */
export async function findSchedule(tx: Tx, ownerId: string): Promise<Schedule> {
  const schedules = await selectSchedules(tx, [ownerId], '-infinity', 'infinity');
  return schedules.get(ownerId) ?? { rules: [], exceptions: [] };
}

/** Stores a schedule in place of the one its owner has. Fails when there is no such owner. */
export async function replaceSchedule(tx: Tx, owner: ScheduleOf, schedule: Schedule): Promise<void> {
  const entries = JSON.stringify(entriesOf(schedule));
  const idFor = (type: ScheduleOwner) => (owner.type === type ? owner.id : undefined);
  await Promise.all([
    tx`delete from schedule_rules where organization_id = ${tx.organizationId} and owner_id = ${owner.id}`,
    tx`
      insert into schedule_rules (organization_id, location_id, sublocation_id, service_id, staff_id, position, weekday,
        valid_from, valid_until, date, start_minute, end_minute)
      select ${tx.organizationId}::uuid, ${idFor('location')}::uuid, ${idFor('sublocation')}::uuid,
        ${idFor('service')}::uuid, ${idFor('staff')}::uuid, place - 1, (entry ->> 'weekday')::smallint,
        (entry ->> 'validFrom')::date, (entry ->> 'validUntil')::date, (entry ->> 'date')::date,
        (entry ->> 'startMinute')::smallint, (entry ->> 'endMinute')::smallint
      from json_array_elements(${entries}::text::json) with ordinality as entries (entry, place)
    `,
  ]);
}

/** A row for each weekly rule and each interval of an exception; one without minutes for a date that is closed. */
function entriesOf({ rules, exceptions }: Schedule): object[] {
  const dated = exceptions.flatMap(({ date, intervals }) =>
    intervals.length === 0 ? [{ date }] : intervals.map((interval) => ({ date, ...interval })),
  );
  return [...rules, ...dated];
}

function schedulesFrom(rows: RuleRow[]): Map<string, Schedule> {
  const schedules = new Map<string, Schedule>();
  for (const { ownerId, weekday, validFrom, validUntil, date, startMinute, endMinute } of rows) {
    const schedule = schedules.get(ownerId) ?? { rules: [], exceptions: [] };
    schedules.set(ownerId, schedule);
    const interval = startMinute === null || endMinute === null ? undefined : { startMinute, endMinute };
    if (date !== null) addException(schedule, date, interval);
    else if (weekday !== null && interval) {
      const validity = { validFrom: validFrom ?? undefined, validUntil: validUntil ?? undefined };
      schedule.rules.push({ weekday, ...interval, ...validity });
    }
  }
  return schedules;
}

function addException({ exceptions }: Schedule, date: LocalDate, interval: MinuteInterval | undefined): void {
  let exception = exceptions.at(-1);
  if (exception?.date !== date) {
    exception = { date, intervals: [] };
    exceptions.push(exception);
  }
  if (interval) exception.intervals.push(interval);
}
