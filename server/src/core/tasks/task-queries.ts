// The SQL that reads and writes tasks with their links and completions. Lists are in task-list-queries.ts.
import { type Task, taskLinkKinds } from '#core/tasks/task.ts';
import { type TaskRow, tasksFrom, toTask } from '#core/tasks/task-row-queries.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

/** The task with this record id. */
export async function findTask(tx: Tx, id: string): Promise<Task | undefined> {
  const chosen = tx`select * from tasks where organization_id = ${tx.organizationId} and id = ${id}`;
  const [row] = await tx<TaskRow[]>`${tasksFrom(tx, chosen)}`;
  return row && toTask(tx, row);
}

/** The task with this record id, locked until the transaction ends. */
export async function lockTask(tx: Tx, id: string): Promise<Task | undefined> {
  // Sent at once, and not when it is waited for: what is read behind it must be what its holder has left.
  const locked = tx`
    select from tasks where organization_id = ${tx.organizationId} and id = ${id} for no key update
  `.execute();
  const [task] = await Promise.all([findTask(tx, id), locked]);
  return task;
}

/** Stores a new task with its links. */
export async function insertTask(tx: Tx, t: Task): Promise<void> {
  const { recurrence: r } = t;
  await tx`
    with task as (
      insert into tasks (organization_id, id, title, content, category_id, location_id, is_task, status, due_at,
        frequency, custom_interval_days, basis, ends_at, max_occurrences, anchor_at, completed_count, is_pinned,
        is_internal, named_staff, version, created_at, created_by, created_by_name, updated_at, updated_by,
        updated_by_name)
      values (${tx.organizationId}, ${t.id}, ${t.title}, ${t.content}, ${t.categoryId}, ${t.locationId}, ${t.isTask},
        ${t.status}, ${t.dueAt}, ${r?.frequency}, ${r?.customIntervalDays}, ${r?.basis}, ${r?.endsAt},
        ${r?.maxOccurrences}, ${t.anchorAt}, ${t.completedCount}, ${t.isPinned}, ${t.isInternal},
        ${t.namedStaff}::text[], ${t.version}, ${t.createdAt}, ${t.createdBy.id}, ${t.createdBy.name}, ${t.updatedAt},
        ${t.updatedBy.id}, ${t.updatedBy.name})
    )
    ${insertLinks(tx, t)}
  `;
}

/** Stores a changed task; its links are replaced whole when `linksChanged`. */
export async function updateTaskRow(
  tx: Tx,
  t: Task,
  { linksChanged }: { linksChanged: boolean },
): Promise<void> {
  const { recurrence: r } = t;
  const row = tx`
    update tasks set title = ${t.title}, content = ${t.content}, category_id = ${t.categoryId},
      location_id = ${t.locationId}, is_task = ${t.isTask}, status = ${t.status}, due_at = ${t.dueAt},
      frequency = ${r?.frequency}, custom_interval_days = ${r?.customIntervalDays}, basis = ${r?.basis},
      ends_at = ${r?.endsAt}, max_occurrences = ${r?.maxOccurrences}, anchor_at = ${t.anchorAt},
      completed_count = ${t.completedCount}, completed_at = ${t.completedAt}, completed_by = ${t.completedBy?.id},
      completed_by_name = ${t.completedBy?.name}, is_pinned = ${t.isPinned}, is_internal = ${t.isInternal},
      named_staff = ${t.namedStaff}::text[], version = ${t.version}, updated_at = ${t.updatedAt},
      updated_by = ${t.updatedBy.id}, updated_by_name = ${t.updatedBy.name}
    where organization_id = ${tx.organizationId} and id = ${t.id}
  `;
  const where = tx`organization_id = ${tx.organizationId} and task_id = ${t.id}`;
  const links = linksChanged
    ? [tx`delete from task_links where ${where}`, insertLinks(tx, t)]
    : [
        tx`
          update task_links set is_pending = ${isPending(t)}, due_at = ${t.dueAt}
          where ${where} and (is_pending <> ${isPending(t)} or due_at is distinct from ${t.dueAt})
        `,
      ];
  await Promise.all([row, ...links]);
}

/** Removes a task with its links and completions. */
export async function deleteTaskRow(tx: Tx, id: string): Promise<void> {
  await tx`delete from tasks where organization_id = ${tx.organizationId} and id = ${id}`;
}

/** Stores that an occurrence of a repeating task, due at that moment, was completed as the task says. */
export async function insertCompletion(
  tx: Tx,
  id: string,
  task: Task,
  dueAt: Date | undefined,
): Promise<void> {
  await tx`
    insert into task_completions (organization_id, task_id, id, due_at, completed_at, completed_by, completed_by_name)
    values (${tx.organizationId}, ${task.id}, ${id}, ${dueAt}, ${task.completedAt}, ${task.completedBy?.id},
      ${task.completedBy?.name})
  `;
}

/** Whether the occurrence of a task that was due at that moment, or that had no due date, was completed. */
export async function wasCompleted(tx: Tx, taskId: string, dueAt: Date | null): Promise<boolean> {
  const rows = await tx`
    select from task_completions
    where organization_id = ${tx.organizationId} and task_id = ${taskId}
      and ${dueAt ? tx`due_at = ${dueAt}` : tx`due_at is null`} limit 1
  `;
  return rows.length > 0;
}

/** The zone of a location, or `undefined` when there is none of that id. */
export async function findZoneOfLocation(tx: Tx, locationId: string): Promise<string | undefined> {
  const [row] = await tx<{ timeZone: string }[]>`
    select time_zone from locations where organization_id = ${tx.organizationId} and id = ${locationId}
  `;
  return row?.timeZone;
}

// The links go as JSON: one parameter, and the statement stays the same for any number.
function insertLinks(tx: Tx, task: Task): SqlFragment {
  const entries = taskLinkKinds.flatMap((kind) => task.links[kind].map((id) => ({ [kind]: id })));
  return tx`
    insert into task_links (organization_id, task_id, customer_id, enquiry_id, order_id, sublocation_id, company_id,
      staff_id, position, is_pending, due_at)
    select ${tx.organizationId}::uuid, ${task.id}::uuid, (entry ->> 'customer')::uuid, (entry ->> 'enquiry')::uuid,
      (entry ->> 'order')::uuid, (entry ->> 'sublocation')::uuid, (entry ->> 'company')::uuid,
      (entry ->> 'staff')::uuid, place - 1, ${isPending(task)}, ${task.dueAt}::timestamptz
    from json_array_elements(${JSON.stringify(entries)}::text::json) with ordinality as list (entry, place)
  `;
}

function isPending(task: Task): boolean {
  return task.status === 'pending';
}
