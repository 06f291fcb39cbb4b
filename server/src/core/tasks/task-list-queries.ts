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
  const isOfSeveral = filter.linkedIds.length > 1;
  const chosen = filter.updatedAfter && !isOfSeveral ? changed(tx, filter) : newest(tx, filter);
  const rows = await tx<TaskRow[]>`${tasksFrom(tx, chosen)} order by t.id desc`;
  return rows.map((row) => toTask(tx, row));
}

function newest(tx: Tx, filter: TaskFilter & { after?: string | undefined; count: number }): SqlFragment {
  const { lowest, below } = idBounds(filter);
  const [linkedId] = filter.linkedIds;
  if (linkedId) {
    const within = tx`l.task_id >= ${lowest} and l.task_id < ${below}`;
    return linked(tx, linkedId, filter, { within, order: tx`l.task_id desc` });
  }
  return tx`
    select t.* from tasks t
    where ${conditions(tx, filter)} and t.id >= ${lowest} and t.id < ${below}
    order by t.id desc limit ${filter.count}
  `;
}

// By the function, which does not trust the planner's guess of how many were changed since.
function changed(tx: Tx, filter: TaskFilter & { after?: string | undefined; count: number }): SqlFragment {
  const { lowest, below } = idBounds(filter);
  const { linkedIds, status, categoryId, locationId, isTask, isPinned, updatedAfter, count } = filter;
  const [linkedId] = linkedIds;
  const isPending = status === 'pending' || undefined;
  const ordered = JSON.stringify(linkedId ? { linked_id: linkedId, is_pending: isPending } : { status });
  const others = JSON.stringify({
    ...(linkedId ? { status } : {}),
    category_id: categoryId,
    location_id: locationId,
    is_task: isTask,
    is_pinned: isPinned,
  });
  return tx`
    select t.* from unnest(array(select matching_ids('tasks', ${ordered}::text::jsonb, ${others}::text::jsonb, '{}',
      ${updatedAfter}, ${lowest}, ${below}, ${count}
      ${linkedId ? tx`, 'task_links', 'task_id'` : tx``}))) found (id)
    join tasks t on t.organization_id = ${tx.organizationId} and t.id = found.id
  `;
}

/** Tasks with a due date, the earliest first, after that place. */
export async function selectDueTasks(
  tx: Tx,
  filter: TaskFilter & { after?: MomentPlace | undefined; count: number },
): Promise<Task[]> {
  const { createdAfter, createdBefore, linkedIds, count } = filter;
  const { lowest, below } = idBounds({ createdAfter, createdBefore });
  const [linkedId] = linkedIds;
  const within = linkedId
    ? tx`l.task_id >= ${lowest} and l.task_id < ${below} ${due(tx, tx`l.due_at`, tx`l.task_id`, filter)}`
    : tx`t.id >= ${lowest} and t.id < ${below} ${due(tx, tx`t.due_at`, tx`t.id`, filter)}`;
  const chosen = linkedId
    ? linked(tx, linkedId, filter, { within, order: tx`l.due_at, l.task_id` })
    : tx`
        select t.* from tasks t where ${conditions(tx, filter)} and ${within} order by t.due_at, t.id limit ${count}
      `;
  const rows = await tx<TaskRow[]>`${tasksFrom(tx, chosen)} order by t.due_at, t.id`;
  return rows.map((row) => toTask(tx, row));
}

function due(
  tx: Tx,
  dueAt: SqlFragment,
  id: SqlFragment,
  { after, dueAfter, dueBefore }: TaskFilter & { after?: MomentPlace | undefined },
): SqlFragment {
  return tx`
    and ${dueAt} is not null
    ${dueAfter ? tx`and ${dueAt} >= ${dueAfter}` : tx``}
    ${dueBefore ? tx`and ${dueAt} < ${dueBefore}` : tx``}
    ${after ? tx`and (${dueAt}, ${id}) > (${after.moment}, ${after.id}::uuid)` : tx``}
  `;
}

// What a record's tasks are is asked of its links, which know whether a task is pending and when it is due. They are
// walked in that order and each task is looked up; left to choose, the planner joins all of them and sorts.
function linked(
  tx: Tx,
  linkedId: string,
  filter: TaskFilter & { count: number },
  { within, order }: { within: SqlFragment; order: SqlFragment },
): SqlFragment {
  return tx`
    select t.* from (
      select l.task_id, l.due_at from task_links l
      where l.organization_id = ${tx.organizationId} and l.linked_id = ${linkedId}
        ${filter.status === 'pending' ? tx`and l.is_pending` : tx``} and ${within}
      order by ${order} offset 0
    ) l
    cross join lateral (
      select t.* from tasks t where ${conditions(tx, filter)} and t.id = l.task_id offset 0
    ) t
    order by ${order} limit ${filter.count}
  `;
}

function conditions(tx: Tx, filter: TaskFilter): SqlFragment {
  const { status, categoryId, locationId, isTask, isPinned, linkedIds, updatedAfter } = filter;
  return tx`
    t.organization_id = ${tx.organizationId}
      ${status ? tx`and ${havingStatus(tx, status)}` : tx``}
      ${categoryId ? tx`and t.category_id = ${categoryId}` : tx``}
      ${locationId ? tx`and t.location_id = ${locationId}` : tx``}
      ${isTask === undefined ? tx`` : tx`and t.is_task = ${isTask}`}
      ${isPinned === undefined ? tx`` : isPinned ? tx`and t.is_pinned` : tx`and not t.is_pinned`}
      ${updatedAfter ? tx`and t.updated_at >= ${updatedAfter}` : tx``}
      ${linkedIds.length > 1 ? alsoAbout(tx, linkedIds.slice(1)) : tx``}
  `;
}

// As a word of the statement, so that indexes of what is pending serve it whatever plan the server keeps.
function havingStatus(tx: Tx, status: TaskStatus): SqlFragment {
  return status === 'pending' ? tx`t.status = 'pending'` : tx`t.status = ${status}`;
}

function alsoAbout(tx: Tx, ids: string[]): SqlFragment {
  return tx`and not exists (
    select from unnest(${ids}::uuid[]) wanted (id) where not exists (
      select from task_links other
      where other.organization_id = t.organization_id and other.task_id = t.id and other.linked_id = wanted.id
    )
  )`;
}
