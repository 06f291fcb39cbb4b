// The audit entry record: who changed what, when, from what to what. Entries are written with their events or, where
// nobody is told, alone.
import type { FieldChange } from '#core/events/record-changes.ts';
import type { Actor } from '#core/scope.ts';

/** An entry of the audit log. */
export interface AuditEntry {
  /** Record id, UUID version 7; that of the event, where there is one. */
  id: string;
  /** What was done, such as `customer.updated`. */
  action: string;
  /** The record it was done to. */
  recordId: string;
  /** Who did it, as they were called then. */
  actor: Actor;
  /** None where an event has the whole record, made or removed; of an erased person, without values. */
  changes: FieldChange[];
  createdAt: Date;
}
