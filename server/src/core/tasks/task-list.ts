// Listing the organization's tasks.
import type { Scope } from '#core/scope.ts';
import type { Task } from '#core/tasks/task.ts';
import { selectDueTasks, selectNewestTasks, type TaskFilter } from '#core/tasks/task-list-queries.ts';
import { type Page, pageOf, readCursor, readMomentCursor, writeMomentCursor } from '#kit/cursor.ts';
import { invalidField } from '#kit/fault.ts';

/** Which tasks, and which page of them. */
export interface TaskQuery extends TaskFilter {
  /** 1 to 100. */
  limit: number;
  cursor?: string | undefined;
  /** Newest first, or the earliest due date first, which leaves out what has none. */
  sort: 'newest' | 'due_date';
}

/**
 * One page of tasks; nothing is found for a record that is not there. Throws `invalid_cursor`, `invalid_field`. Source:
 * Spec, C, GET /tasks; G-124.
 */
export function listTasks(scope: Scope, query: TaskQuery): Promise<Page<Task>> {
  const { sort, ...filter } = query;
  if (sort === 'due_date') return listByDueDate(scope, filter);
  if (query.dueAfter || query.dueBefore) {
    throw invalidField('sort', 'must be due_date to narrow by dueAfter or dueBefore.');
  }
  return listNewest(scope, filter);
}

type Filter = TaskFilter & Pick<TaskQuery, 'limit' | 'cursor'>;

async function listNewest(scope: Scope, { limit, cursor, ...filter }: Filter): Promise<Page<Task>> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const tasks = await scope.read((tx) => selectNewestTasks(tx, { ...filter, after, count: limit + 1 }));
  return pageOf(tasks, limit);
}

async function listByDueDate(scope: Scope, { limit, cursor, ...filter }: Filter): Promise<Page<Task>> {
  const after = cursor === undefined ? undefined : readMomentCursor(cursor);
  const tasks = await scope.read((tx) => selectDueTasks(tx, { ...filter, after, count: limit + 1 }));
  const items = tasks.slice(0, limit);
  const last = items.at(-1);
  const hasMore = tasks.length > limit && last?.dueAt;
  return { items, nextCursor: hasMore ? writeMomentCursor({ moment: last.dueAt!, id: last.id }) : undefined };
}
