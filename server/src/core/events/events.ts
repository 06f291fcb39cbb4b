// Operations on events: recording what happened, in the transaction in which it happens, and reading it back.
import { type AuditedType, auditedTypes, type EventType, type PublishedEvent } from '#core/events/event.ts';
import {
  deleteEventsBefore,
  insertAuditEntry,
  insertEvent,
  type NewEvent,
  selectPublishedEvents,
} from '#core/events/event-queries.ts';
import { changesBetween } from '#core/events/record-changes.ts';
import type { Scope } from '#core/scope.ts';
import type { RootDb, Tx } from '#db/tx.ts';
import type { Clock } from '#kit/clock.ts';
import { newId } from '#kit/id.ts';

/** How long events, and what was done with them, can be read back. */
export const eventsKeptMs = 30 * 24 * 3_600_000;

/**
 * The event of a record that changed, ready to be written with the change. `record` is shown as the Admin API does;
 * `before` is what it was, so that the audit log tells what has changed. Where the log alone is told of a record, it
 * also has what the record began as.
 */
export function eventOf<Changed extends { id: string }, Type extends EventType | AuditedType>(
  scope: Scope,
  type: Type,
  record: Changed,
  before?: Changed,
): NewEvent<Type> {
  const createdAt = scope.clock.now();
  const kind = type.slice(0, type.indexOf('.'));
  const view = scope.tools.eventViews[kind];
  if (!view) throw new Error(`No view is registered for records of kind ${kind}.`);
  const shown = view(record as never, scope);
  const shownBefore = before ? view(before as never, scope) : isAudited({ type }) && {};
  return {
    id: newId(createdAt),
    type,
    recordId: record.id,
    actorType: scope.actor.type,
    actorId: scope.actor.id,
    actorName: scope.actor.name,
    dataJson: JSON.stringify(shown),
    changesJson: shownBefore ? JSON.stringify(changesBetween(shownBefore, shown)) : undefined,
    createdAt,
  };
}

/**
 * Writes that something happened: into the audit log and, unless it is a kind that the log alone has, as an event, which
 * is published if and only if the transaction commits.
 */
export async function recordEvent(
  tx: Tx,
  scope: Scope,
  event: NewEvent<EventType> | NewEvent<AuditedType>,
): Promise<void> {
  if (isAudited(event)) {
    await insertAuditEntry(tx, event);
    return;
  }
  await insertEvent(tx, event);
  scope.tools.eventRecorded();
}

function isAudited(event: { type: EventType | AuditedType }): event is { type: AuditedType } {
  return auditedTypes.some((type) => type === event.type);
}

/** A stretch of an organization's events. */
export interface EventPage {
  events: PublishedEvent[];
  /** Whether more follow just now. */
  hasMore: boolean;
}

/**
 * Published events after a sequence number, in order: to catch up after an outage. No number below the last one
 * returned appears later. `limit` 1 to 100.
 */
export async function listEvents(
  scope: Scope,
  { after, limit }: { after: number; limit: number },
): Promise<EventPage> {
  const events = await scope.read((tx) => selectPublishedEvents(tx, after, limit + 1));
  return { events: events.slice(0, limit), hasMore: events.length > limit };
}

/** Removes up to `limit` events older than 30 days, of all organizations, and returns how many. */
export function removeOldEvents(db: RootDb, clock: Clock, limit: number): Promise<number> {
  const moment = new Date(clock.now().getTime() - eventsKeptMs);
  return db.root((tx) => deleteEventsBefore(tx, moment, limit));
}
