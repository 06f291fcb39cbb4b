// The SQL that lists tasks: newest first, or by when they are due.
import type { Task, TaskStatus } from '#core/tasks/task.ts';
import { type TaskRow, tasksFrom, toTask } from '#core/tasks/task-row-queries.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';
import type { MomentPlace } from '#kit/cursor.ts';
import { idBounds } from '#kit/id.ts';

/** Which tasks. */
export interface TaskFilter {
  status?: TaskStatus | undefined;
  categoryId?: string | undefined;
  locationId?: string | undefined;
  isTask?: boolean | undefined;
  isPinned?: boolean | undefined;
  /** Records all of which the task must be about, or staff who are to do it. */
  linkedIds: string[];
  dueAfter?: Date | undefined;
  dueBefore?: Date | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
}

/** Tasks, newest first, after the one with that id. */
export async function selectNewestTasks(
  tx: Tx,
  filter: TaskFilter & { after?: string | undefined; count: number },
): Promise<Task[]> {
  const chosen =
    filter.updatedAfter && filter.linkedIds.length === 0 ? changed(tx, filter) : newest(tx, filter);
  const rows = await tx<TaskRow[]>`${tasksFrom(tx, chosen)} order by t.id desc`;
  return rows.map((row) => toTask(tx, row));
}

function newest(tx: Tx, filter: TaskFilter & { after?: string | undefined; count: number }): SqlFragment {
  const { lowest, below } = idBounds(filter);
  return tx`
    select t.* from ${source(tx, filter)}
    where ${conditions(tx, filter)} and t.id >= ${lowest} and t.id < ${below}
    order by t.id desc limit ${filter.count}
  `;
}

// By the function, which does not trust the planner's guess of how many were changed since.
function changed(tx: Tx, filter: TaskFilter & { after?: string | undefined; count: number }): SqlFragment {
  const { lowest, below } = idBounds(filter);
  const { status, categoryId, locationId, isTask, isPinned, updatedAfter, count } = filter;
  const wanted = JSON.stringify({
    status,
    category_id: categoryId,
    location_id: locationId,
    is_task: isTask,
    is_pinned: isPinned,
  });
  return tx`
    select t.* from unnest(array(select changed_ids('tasks', ${wanted}::text::jsonb, ${updatedAfter}, ${lowest},
      ${below}, ${count}))) found (id)
    join tasks t on t.organization_id = ${tx.organizationId} and t.id = found.id
  `;
}

/** Tasks with a due date, the earliest first, after that place. */
export async function selectDueTasks(
  tx: Tx,
  filter: TaskFilter & { after?: MomentPlace | undefined; count: number },
): Promise<Task[]> {
  const { lowest, below } = idBounds({
    createdAfter: filter.createdAfter,
    createdBefore: filter.createdBefore,
  });
  const { after, dueAfter, dueBefore, count } = filter;
  const chosen = tx`
    select t.* from ${source(tx, filter)}
    where ${conditions(tx, filter)} and t.id >= ${lowest} and t.id < ${below} and t.due_at is not null
      ${dueAfter ? tx`and t.due_at >= ${dueAfter}` : tx``}
      ${dueBefore ? tx`and t.due_at < ${dueBefore}` : tx``}
      ${after ? tx`and (t.due_at, t.id) > (${after.moment}, ${after.id})` : tx``}
    order by t.due_at, t.id limit ${count}
  `;
  const rows = await tx<TaskRow[]>`${tasksFrom(tx, chosen)} order by t.due_at, t.id`;
  return rows.map((row) => toTask(tx, row));
}

// What a record's tasks are is asked of its links, which know whether a task is pending.
function source(tx: Tx, { linkedIds, status }: TaskFilter): SqlFragment {
  const [linkedId] = linkedIds;
  if (linkedId === undefined) return tx`tasks t`;
  return tx`
    task_links l join tasks t on t.organization_id = l.organization_id and t.id = l.task_id
      and l.organization_id = ${tx.organizationId} and l.linked_id = ${linkedId}
      ${status === 'pending' ? tx`and l.is_pending` : tx``}
  `;
}

function conditions(tx: Tx, filter: TaskFilter): SqlFragment {
  const { status, categoryId, locationId, isTask, isPinned, linkedIds, updatedAfter } = filter;
  return tx`
    t.organization_id = ${tx.organizationId}
      ${status ? tx`and t.status = ${status}` : tx``}
      ${categoryId ? tx`and t.category_id = ${categoryId}` : tx``}
      ${locationId ? tx`and t.location_id = ${locationId}` : tx``}
      ${isTask === undefined ? tx`` : tx`and t.is_task = ${isTask}`}
      ${isPinned === undefined ? tx`` : tx`and t.is_pinned = ${isPinned}`}
      ${updatedAfter ? tx`and t.updated_at >= ${updatedAfter}` : tx``}
      ${linkedIds.length > 1 ? alsoAbout(tx, linkedIds.slice(1)) : tx``}
  `;
}

function alsoAbout(tx: Tx, ids: string[]): SqlFragment {
  return tx`and not exists (
    select from unnest(${ids}::uuid[]) wanted (id) where not exists (
      select from task_links other
      where other.organization_id = t.organization_id and other.task_id = t.id and other.linked_id = wanted.id
    )
  )`;
}
