// How a task goes from one status to another: completing, reopening, cancelling. Pure. Source: Spec, C, PATCH
// /tasks/{taskId}; G-122.
import type { Doer, Task, TaskStatus } from '#core/tasks/task.ts';
import { isSeriesOver, nextDueAt } from '#core/tasks/task-recurrence.ts';

/** Who changes a status, when, and in which zone the task repeats. */
export interface StatusChange {
  by: Doer;
  at: Date;
  /** IANA zone name. */
  timeZone: string;
}

/** The task in another status. Completing a repeating task moves it on to its next time instead. */
export function withStatus(task: Task, status: TaskStatus, change: StatusChange): Task {
  if (status === 'completed') return completed(task, change);
  if (status === task.status) return task;
  if (task.recurrence) return { ...task, status };
  return { ...task, status, completedAt: undefined, completedBy: undefined };
}

/** A task that is completed or whose series has ended stays as it is, so that a repeated completion is none. */
function completed(task: Task, { by, at, timeZone }: StatusChange): Task {
  if (task.status === 'completed') return task;
  const done = { ...task, completedAt: at, completedBy: by };
  if (!task.recurrence) return { ...done, status: 'completed' };
  const completedCount = task.completedCount + 1;
  const next = nextDueAt(task.recurrence, { ...task, completedAt: at, timeZone });
  const isOver = task.status === 'cancelled' || isSeriesOver(task.recurrence, completedCount, next);
  if (isOver) return { ...done, completedCount, status: 'completed' };
  return { ...done, completedCount, dueAt: next, anchorAt: task.anchorAt ?? at };
}
