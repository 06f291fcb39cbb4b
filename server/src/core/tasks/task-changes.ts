// What may be said about a task, checked and applied. Pure; tasks.ts reads and writes around it.
import { type Task, type TaskLinks, taskTitleLengthMax } from '#core/tasks/task.ts';
import {
  customIntervalDays,
  type TaskBasis,
  type TaskFrequency,
  type TaskRecurrence,
} from '#core/tasks/task-recurrence.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { checkedOptionalLine, problem } from '#kit/field-checks.ts';

/** How a task is to repeat, as callers say it. */
export interface RecurrenceInput {
  frequency: TaskFrequency;
  customIntervalDays?: number | undefined;
  /** Default `due_date`. */
  basis?: TaskBasis | undefined;
  endsAt?: Date | undefined;
  maxOccurrences?: number | undefined;
}

/** Fields to set; what is left out stays. `null` or an empty text clears. */
export interface TaskChanges {
  title?: string | null | undefined;
  content?: string | undefined;
  categoryId?: string | null | undefined;
  locationId?: string | null | undefined;
  isTask?: boolean | undefined;
  dueAt?: Date | null | undefined;
  recurrence?: RecurrenceInput | null | undefined;
  isPinned?: boolean | undefined;
  isInternal?: boolean | undefined;
  /** Whole lists, of the kinds that are to change. */
  links?: Partial<TaskLinks> | undefined;
  /** Names of people who are to do it; those of staff records become links. */
  staffNames?: string[] | undefined;
}

// Far enough from the ends of what calendars here can tell that repetitions stay within it.
const dueYears = { first: 1900, last: 9000 } as const;

/** The task with the changes applied. What is wrong is added to `problems`, and the result is then of no use. */
export function withTaskChanges(task: Task, changes: TaskChanges, problems: FaultDetail[]): Task {
  const next = { ...task };
  if (changes.title !== undefined) {
    next.title = checkedOptionalLine('title', changes.title ?? '', taskTitleLengthMax, problems);
  }
  if (changes.content !== undefined) next.content = checkedContent(changes.content, problems);
  if (changes.categoryId !== undefined) next.categoryId = changes.categoryId || undefined;
  if (changes.locationId !== undefined) next.locationId = changes.locationId || undefined;
  if (changes.links) next.links = { ...task.links, ...changes.links };
  next.isTask = changes.isTask ?? task.isTask;
  next.isPinned = changes.isPinned ?? task.isPinned;
  next.isInternal = changes.isInternal ?? task.isInternal;
  if (changes.dueAt !== undefined) setDueDate(next, changes.dueAt ?? undefined, problems);
  if (changes.recurrence !== undefined) setRecurrence(next, changes.recurrence ?? undefined, problems);
  return next;
}

function checkedContent(sent: string, problems: FaultDetail[]): string {
  const content = sent.trim();
  if (content === '') problems.push(problem('content', 'must not be empty.'));
  return content;
}

/** A due date that somebody sets anew is what repetitions are counted from. */
function setDueDate(task: Task, dueAt: Date | undefined, problems: FaultDetail[]): void {
  if (dueAt && !isWithinYears(dueAt)) problems.push(outOfYears('taskDueDate'));
  if (dueAt?.getTime() !== task.dueAt?.getTime()) task.anchorAt = dueAt;
  task.dueAt = dueAt;
}

function setRecurrence(task: Task, sent: RecurrenceInput | undefined, problems: FaultDetail[]): void {
  const recurrence = sent && checkedRecurrence(sent, problems);
  if (JSON.stringify(recurrence) === JSON.stringify(task.recurrence)) return;
  if (!task.recurrence) task.completedCount = 0;
  task.recurrence = recurrence;
  task.anchorAt = task.dueAt;
}

function checkedRecurrence(sent: RecurrenceInput, problems: FaultDetail[]): TaskRecurrence {
  const { frequency, customIntervalDays: days, basis = 'due_date', endsAt, maxOccurrences } = sent;
  const path = 'taskRecurrence.customIntervalDays';
  if (frequency === 'custom' && days === undefined) {
    const { min, max } = customIntervalDays;
    const message = `is needed with frequency custom: ${min} to ${max} days.`;
    problems.push({ path, code: 'missing_field', message });
  }
  if (frequency !== 'custom' && days !== undefined)
    problems.push(problem(path, 'goes with frequency custom only.'));
  if (endsAt && !isWithinYears(endsAt)) problems.push(outOfYears('taskRecurrence.endsAt'));
  return { frequency, customIntervalDays: days, basis, endsAt, maxOccurrences };
}

function isWithinYears(moment: Date): boolean {
  const year = moment.getUTCFullYear();
  return year >= dueYears.first && year < dueYears.last;
}

function outOfYears(path: string): FaultDetail {
  return problem(path, `must be in the years ${dueYears.first} to ${dueYears.last - 1}.`);
}
