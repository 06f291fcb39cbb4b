// Operations on the organization's tasks. Source: Spec, C, Tasks.
import { eventOf, recordEvent } from '#core/events/events.ts';
import type { Scope } from '#core/scope.ts';
import { type Doer, noTaskLinks, type Task, type TaskStatus } from '#core/tasks/task.ts';
import { type TaskChanges, withTaskChanges } from '#core/tasks/task-changes.ts';
import { withNamedRecords } from '#core/tasks/task-links.ts';
import {
  deleteTaskRow,
  findTask,
  findZoneOfLocation,
  insertCompletion,
  insertTask,
  lockTask,
  updateTaskRow,
  wasCompleted,
} from '#core/tasks/task-queries.ts';
import { withStatus } from '#core/tasks/task-status.ts';
import { type Tx, violatedConstraint } from '#db/tx.ts';
import { checkVersion, Fault, type FaultDetail, missing, throwProblems } from '#kit/fault.ts';
import { isUuid, newId } from '#kit/id.ts';

/**
 * Makes a task, pending. Throws `invalid_field` naming what is wrong: what the task can't be, and records it names that
 * there are not. Source: Spec, C, POST /tasks; G-120, G-121.
 */
export async function createTask(scope: Scope, input: TaskChanges & { content: string }): Promise<Task> {
  return writeTask(scope, async (tx) => {
    const problems: FaultDetail[] = [];
    const given = withTaskChanges(emptyTask(scope), input, problems);
    const task = await withNamedRecords(tx, given, input, problems);
    throwProblems(problems);
    await Promise.all([insertTask(tx, task), recordEvent(tx, scope, eventOf(scope, 'task.created', task))]);
    return task;
  });
}

/** The task with this record id. Throws `not_found`. Source: Spec, C, GET /tasks/{taskId}. */
export async function getTask(scope: Scope, id: string): Promise<Task> {
  const task = isUuid(id) ? await scope.read((tx) => findTask(tx, id)) : undefined;
  if (!task) throw missing('The task');
  return task;
}

/** Changes of a task, and what it takes for granted. */
export interface TaskUpdate extends TaskChanges {
  status?: TaskStatus | undefined;
  /** The due date the caller saw, null for none: what it completes. */
  expectedDueAt?: Date | null | undefined;
  /** Refuse unless the record still has this version. */
  version?: number | undefined;
}

/**
 * Changes a task. Completing a repeating task moves it on to its next time; completing the same occurrence again, which
 * `expectedDueAt` tells, changes nothing. A due date that is sent with it is the next time instead. Throws `not_found`,
 * `version_conflict`, `occurrence_conflict` when `expectedDueAt` is another occurrence's, and what `createTask` throws.
 * Source: Spec, C, PATCH /tasks/{taskId}; G-122.
 */
export async function updateTask(scope: Scope, id: string, update: TaskUpdate): Promise<Task> {
  if (!isUuid(id)) throw missing('The task');
  return writeTask(scope, async (tx) => {
    const before = await lockTask(tx, id);
    if (!before) throw missing('The task');
    if (await isRepeatedCompletion(tx, before, update)) return before;
    checkVersion('The task', before, update.version);
    checkExpected(before, update);
    return changeTask(tx, scope, before, update);
  });
}

/**
 * Removes a task for good. Throws `not_found`, and `version_conflict` unless it still has the version given. Source: Spec,
 * C, DELETE /tasks/{taskId}.
 */
export async function deleteTask(scope: Scope, id: string, version?: number): Promise<void> {
  if (!isUuid(id)) throw missing('The task');
  await scope.write(async (tx) => {
    const task = await lockTask(tx, id);
    if (!task) throw missing('The task');
    checkVersion('The task', task, version);
    await Promise.all([deleteTaskRow(tx, id), recordEvent(tx, scope, eventOf(scope, 'task.deleted', task))]);
  });
}

/** Runs a write. A record that was removed after the task had found it is told as one that is not there. */
async function writeTask(scope: Scope, work: (tx: Tx) => Promise<Task>): Promise<Task> {
  try {
    return await scope.write(work);
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (!constraint?.endsWith('_fkey')) throw error;
    const sentence = 'The task names a record that was removed just now. Read it again first.';
    throw new Fault('conflict', 'record_removed', sentence, { cause: error });
  }
}

async function changeTask(tx: Tx, scope: Scope, before: Task, update: TaskUpdate): Promise<Task> {
  const now = scope.clock.now();
  const problems: FaultDetail[] = [];
  const { dueAt, ...fields } = update;
  let after = await withNamedRecords(tx, withTaskChanges(before, fields, problems), update, problems);
  if (update.status) {
    const timeZone = await zoneOf(tx, scope, after);
    after = withStatus(after, update.status, { by: doerOf(scope), at: now, timeZone });
  }
  // The due date as it was is often sent along, and is no wish for the next one.
  if (dueAt !== undefined && dueAt?.getTime() !== before.dueAt?.getTime()) {
    after = withTaskChanges(after, { dueAt }, problems);
  }
  throwProblems(problems);
  if (JSON.stringify(after) === JSON.stringify(before)) return before;

  const changed = { ...after, version: before.version + 1, updatedAt: now, updatedBy: doerOf(scope) };
  const linksChanged = JSON.stringify(after.links) !== JSON.stringify(before.links);
  const isCompletion = changed.completedAt === now;
  await Promise.all([
    updateTaskRow(tx, changed, { linksChanged }),
    isCompletion && before.recurrence ? insertCompletion(tx, newId(now), changed, before.dueAt) : undefined,
    recordEvent(tx, scope, eventOf(scope, isCompletion ? 'task.completed' : 'task.updated', changed, before)),
  ]);
  return changed;
}

/** Whether this completes what was completed before: a retry whose first answer was lost. */
async function isRepeatedCompletion(
  tx: Tx,
  task: Task,
  { status, expectedDueAt }: TaskUpdate,
): Promise<boolean> {
  if (status !== 'completed' || expectedDueAt === undefined) return false;
  if (task.status !== 'completed' && expectedDueAt?.getTime() === task.dueAt?.getTime()) return false;
  return wasCompleted(tx, task.id, expectedDueAt);
}

function checkExpected({ dueAt }: Task, { expectedDueAt }: TaskUpdate): void {
  if (expectedDueAt === undefined || expectedDueAt?.getTime() === dueAt?.getTime()) return;
  const current = dueAt ? `is due ${dueAt.toISOString()}` : 'has no due date';
  const expected = expectedDueAt ? `not ${expectedDueAt.toISOString()}` : 'and was to have none';
  const sentence = `The task ${current}, ${expected}. Read it again first.`;
  throw new Fault('conflict', 'occurrence_conflict', sentence);
}

async function zoneOf(tx: Tx, scope: Scope, { locationId }: Task): Promise<string> {
  const zone = locationId && (await findZoneOfLocation(tx, locationId));
  return zone || scope.organization.timeZone;
}

function emptyTask(scope: Scope): Task {
  const now = scope.clock.now();
  const doer = doerOf(scope);
  return {
    id: newId(now),
    organizationId: scope.organization.id,
    title: undefined,
    content: '',
    categoryId: undefined,
    categoryName: undefined,
    locationId: undefined,
    locationName: undefined,
    isTask: true,
    status: 'pending',
    dueAt: undefined,
    recurrence: undefined,
    anchorAt: undefined,
    completedCount: 0,
    completedAt: undefined,
    completedBy: undefined,
    isPinned: false,
    isInternal: false,
    links: noTaskLinks(),
    staffNames: [],
    namedStaff: [],
    version: 1,
    createdAt: now,
    createdBy: doer,
    updatedAt: now,
    updatedBy: doer,
  };
}

function doerOf({ actor }: Scope): Doer {
  return { id: actor.id, name: actor.name };
}
