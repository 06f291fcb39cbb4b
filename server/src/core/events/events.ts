// Operations on events: recording what happened, in the transaction in which it happens, and reading it back.
import type { EventType, PublishedEvent } from '#core/events/event.ts';
import { insertEvent, type NewEvent, selectPublishedEvents } from '#core/events/event-queries.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import { newId } from '#kit/id.ts';

/** The event of a record that changed, ready to be written with the change. `record` is shown as the Admin API does. */
export function eventOf(scope: Scope, type: EventType, record: { id: string }): NewEvent {
  const createdAt = scope.clock.now();
  const kind = type.slice(0, type.indexOf('.'));
  const view = scope.tools.eventViews[kind];
  if (!view) throw new Error(`No view is registered for records of kind ${kind}.`);
  return {
    id: newId(createdAt),
    type,
    recordId: record.id,
    actorType: scope.actor.type,
    actorId: scope.actor.id,
    dataJson: JSON.stringify(view(record as never, scope)),
    createdAt,
  };
}

/** Writes that something happened; it is published if and only if the transaction commits. */
export async function recordEvent(tx: Tx, scope: Scope, event: NewEvent): Promise<void> {
  await insertEvent(tx, event);
  scope.tools.eventRecorded();
}

/** Published events after a sequence number, in order: to catch up after an outage. `limit` 1 to 100. */
export function listEvents(
  scope: Scope,
  options: { after: number; limit: number },
): Promise<PublishedEvent[]> {
  return scope.read((tx) => selectPublishedEvents(tx, options.after, options.limit + 1));
}
