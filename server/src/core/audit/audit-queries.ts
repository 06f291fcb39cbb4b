// All SQL of the audit log. Its rows are written by the database, with events (migrations/0100).
import type { AuditEntry } from '#core/audit/audit-entry.ts';
import type { Tx } from '#db/tx.ts';
import { idBounds } from '#kit/id.ts';

/** Which entries, and which part of the list. */
export interface AuditSelection {
  recordId?: string | undefined;
  actorId?: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  /** The id the page continues after. */
  after?: string | undefined;
  /** How many to read. */
  count: number;
}

type Row = Omit<AuditEntry, 'actor' | 'changes'> & {
  actorType: AuditEntry['actor']['type'];
  actorId: string;
  actorName: string;
  changes: AuditEntry['changes'] | null;
};

/** Entries of a selection, newest first. */
export async function selectAuditEntries(tx: Tx, selection: AuditSelection): Promise<AuditEntry[]> {
  const { recordId, actorId, count } = selection;
  const { lowest, below } = idBounds(selection);
  const rows = await tx<Row[]>`
    select id, action, record_id, actor_type, actor_id, actor_name, changes, created_at from audit_entries
    where organization_id = ${tx.organizationId} and id >= ${lowest} and id < ${below}
      ${recordId ? tx`and record_id = ${recordId}` : tx``}
      ${actorId ? tx`and actor_id = ${actorId}` : tx``}
    order by id desc limit ${count}
  `;
  return rows.map(({ actorType, actorId, actorName, changes, ...entry }) => ({
    ...entry,
    actor: { type: actorType, id: actorId, name: actorName },
    changes: changes ?? [],
  }));
}

/** Leaves of what was changed of these records only which fields: what they held is gone. */
export async function eraseAuditedValues(tx: Tx, recordIds: string[]): Promise<void> {
  await tx`
    update audit_entries set changes = (
      select json_agg(json_build_object('field', change -> 'field')) from json_array_elements(changes) change
    )
    where organization_id = ${tx.organizationId} and record_id = any(${recordIds}::uuid[]) and changes is not null
  `;
}
