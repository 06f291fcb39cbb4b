// The SQL that tells which of the records a task names there are.
import type { TaskLinkKind } from '#core/tasks/task.ts';
import type { Tx } from '#db/tx.ts';

/** What a task names: what it is linked to, what it is sorted under and where it is to be done. */
export type NamedKind = TaskLinkKind | 'category' | 'location';

/** A record with what people call it. */
export interface NamedRecord {
  id: string;
  /** Only of staff, categories and locations. */
  name?: string;
}

/**
 * Those of the records of a kind that there are. `ids` are UUIDs. What was deleted is there only for the task that is
 * linked to it already.
 */
export function selectNamed(
  tx: Tx,
  kind: NamedKind,
  { ids, taskId }: { ids: string[]; taskId: string },
): PromiseLike<NamedRecord[]> {
  const where = tx`organization_id = ${tx.organizationId} and id = any(${ids}::uuid[])`;
  const isNamed = tx`(deleted_at is null or id in (
    select linked_id from task_links where organization_id = ${tx.organizationId} and task_id = ${taskId}
  ))`;
  switch (kind) {
    case 'customer':
      return tx<NamedRecord[]>`select id from customers where ${where}`;
    case 'enquiry':
      return tx<NamedRecord[]>`select id from enquiries where ${where} and ${isNamed}`;
    case 'order':
      return tx<NamedRecord[]>`select id from orders where ${where} and ${isNamed}`;
    case 'sublocation':
      return tx<NamedRecord[]>`select id from sublocations where ${where}`;
    case 'company':
      return tx<NamedRecord[]>`select id from companies where ${where}`;
    case 'staff':
      return tx<NamedRecord[]>`select id, name from staff where ${where}`;
    case 'category':
      return tx<NamedRecord[]>`select id, name from task_categories where ${where}`;
    case 'location':
      return tx<NamedRecord[]>`select id, name from locations where ${where}`;
  }
}

/** Active staff of these names, without regard to case. */
export function selectStaffNamed(tx: Tx, names: string[]): PromiseLike<{ id: string; name: string }[]> {
  const folded = names.map((name) => name.toLowerCase());
  return tx<{ id: string; name: string }[]>`
    select id, name from staff
    where organization_id = ${tx.organizationId} and status = 'active' and lower(name) = any(${folded}::text[])
  `;
}
