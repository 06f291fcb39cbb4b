// All SQL of events.
import type { AuditedType, EventType, PublishedEvent } from '#core/events/event.ts';
import type { RootTx, SqlFragment, Tx } from '#db/tx.ts';

/** An event about to be written, with its data as JSON text. */
export interface NewEvent<Type extends EventType | AuditedType = EventType> {
  id: string;
  type: Type;
  recordId: string;
  actorType: string;
  actorId: string;
  actorName: string;
  dataJson: string;
  /** What it changed of the record, as JSON text; nothing, when its data says it all. */
  changesJson: string | undefined;
  createdAt: Date;
}

/** The insert of one event, to run by itself or as a part of a longer statement. */
export function insertEvent(tx: Tx, event: NewEvent): SqlFragment {
  return tx`
    insert into events (organization_id, id, type, record_id, actor_type, actor_id, data, created_at, actor_name,
      changes)
    values (${tx.organizationId}, ${event.id}, ${event.type}, ${event.recordId}, ${event.actorType},
      ${event.actorId}, ${event.dataJson}::text::json, ${event.createdAt}, ${event.actorName},
      ${event.changesJson}::text::json)
  `;
}

/** The insert of what the audit log alone has: no event, so nothing can publish it. */
export function insertAuditEntry(tx: Tx, entry: NewEvent<AuditedType>): SqlFragment {
  return tx`
    insert into audit_entries (organization_id, id, action, record_id, actor_type, actor_id, actor_name, changes,
      created_at)
    values (${tx.organizationId}, ${entry.id}, ${entry.type}, ${entry.recordId}, ${entry.actorType},
      ${entry.actorId}, ${entry.actorName}, ${entry.changesJson}::text::json, ${entry.createdAt})
  `;
}

/**
 * The insert of several events, in order, to run by itself or as a part of a longer statement. They go as one JSON
 * parameter: the statement stays the same for any number of them.
 */
export function insertEvents(tx: Tx, events: NewEvent[]): SqlFragment {
  return tx`
    insert into events (organization_id, id, type, record_id, actor_type, actor_id, data, created_at, actor_name,
      changes)
    select ${tx.organizationId}::uuid, e.id, e.type, e."recordId", e."actorType", e."actorId", e.data, e."createdAt",
      e."actorName", e.changes
    from json_to_recordset(${`[${events.map(eventJson)}]`}::text::json) as e (id uuid, type text, "recordId" uuid,
      "actorType" text, "actorId" text, data json, "createdAt" timestamptz, "actorName" text, changes json)
  `;
}

// Data and changes stay the JSON they are: as texts inside JSON they would be escaped and parsed once more.
function eventJson({ dataJson, changesJson, ...rest }: NewEvent): string {
  const changes = changesJson === undefined ? '' : `,"changes":${changesJson}`;
  return `${JSON.stringify(rest).slice(0, -1)},"data":${dataJson}${changes}}`;
}

/** Up to `limit` published events after a sequence number, in order. */
export function selectPublishedEvents(
  tx: Tx,
  afterSequence: number,
  limit: number,
): Promise<PublishedEvent[]> {
  return tx<PublishedEvent[]>`
    select id, sequence, type, record_id, data::text as data_json, created_at
    from events
    where organization_id = ${tx.organizationId} and sequence > ${afterSequence}
    order by sequence limit ${limit}
  `;
}

/** An event that has just been published, as those who pass it on need it. */
export interface NewlyPublished {
  organizationId: string;
  id: string;
  sequence: number;
  /** Its place in the order of insertion, over all organizations. */
  position: number;
  type: string;
  recordId: string;
  createdAt: Date;
}

/**
 * Gives up to `limit` committed events their sequence numbers and returns them; `limit` is a number, or a query for one.
 * One publisher at a time over the whole instance, so that numbers appear in their order: whoever has read up to N
 * misses nothing below N.
 */
export async function publishEvents(tx: RootTx, limit: number | SqlFragment): Promise<NewlyPublished[]> {
  // Asked many times a second, nearly always for nothing: only a look into a small index, then.
  const [turn] = await tx<{ mine: boolean }[]>`
    select case when exists (select from events where sequence is null)
      then pg_try_advisory_xact_lock(${publisherLock}) else false end as mine
  `;
  if (!turn!.mine) return [];
  return tx<NewlyPublished[]>`
    with waiting as (
      select organization_id, id,
        row_number() over (partition by organization_id order by position) as place
      from (select organization_id, id, position from events where sequence is null order by position
        limit (${limit})) as oldest
    ), counter as (
      insert into number_counters as counter (organization_id, kind, last_number)
      select organization_id, 'event', count(*) from waiting group by organization_id
      on conflict (organization_id, kind) do update set last_number = counter.last_number + excluded.last_number
      returning organization_id, last_number
    ), counted as (
      select w.organization_id, w.id,
        c.last_number - count(*) over (partition by w.organization_id) + w.place as sequence
      from waiting w join counter c using (organization_id)
    )
    update events e set sequence = c.sequence
    from counted c
    where e.organization_id = c.organization_id and e.id = c.id
    returning e.organization_id, e.id, e.sequence, e.position, e.type, e.record_id, e.created_at
  `;
}

/** Removes up to `limit` published events written before a moment, of all organizations, and returns how many. */
export async function deleteEventsBefore(tx: RootTx, moment: Date, limit: number): Promise<number> {
  const rows = await tx`
    delete from events where ctid = any(array(
      select ctid from events where created_at < ${moment} and sequence is not null limit ${limit}
    )) returning id
  `;
  return rows.length;
}

const publisherLock = 7_301_986_215;
