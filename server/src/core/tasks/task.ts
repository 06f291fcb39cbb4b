// The task record: a note that can act as a task. Its repetition is in task-recurrence.ts.
import type { TaskRecurrence } from '#core/tasks/task-recurrence.ts';

/** Where a task stands. Source: Spec, States, Task. */
export const taskStatuses = ['pending', 'completed', 'cancelled'] as const;
/** One of `taskStatuses`. */
export type TaskStatus = (typeof taskStatuses)[number];

/** What kinds of records a task can be about, and who is to do it. */
export const taskLinkKinds = ['customer', 'enquiry', 'order', 'sublocation', 'company', 'staff'] as const;
/** One of `taskLinkKinds`. */
export type TaskLinkKind = (typeof taskLinkKinds)[number];

/** Ids of the records of each kind that a task is about, in the order given. */
export type TaskLinks = Record<TaskLinkKind, string[]>;

/** The most characters of a title (G-121). */
export const taskTitleLengthMax = 200;
/** The most characters of what there is to do (G-121). */
export const taskContentLengthMax = 20_000;
/** The most records of one kind that a task is about, and of names of who is to do it (G-121). */
export const taskLinksMax = 100;

/** Who did something, as they were called then. `id` is that of the key, staff member or customer. */
export interface Doer {
  id: string;
  name: string;
}

/** A note of an organization, or a task. */
export interface Task {
  /** Record id, UUID version 7. */
  id: string;
  organizationId: string;
  title: string | undefined;
  content: string;
  categoryId: string | undefined;
  categoryName: string | undefined;
  locationId: string | undefined;
  locationName: string | undefined;
  /** Whether there is something to do; a mere note otherwise. */
  isTask: boolean;
  status: TaskStatus;
  /** Of a repeating task, the next time. */
  dueAt: Date | undefined;
  recurrence: TaskRecurrence | undefined;
  /** The due date that somebody set last. */
  anchorAt: Date | undefined;
  /** How often it was completed since it repeats. */
  completedCount: number;
  completedAt: Date | undefined;
  completedBy: Doer | undefined;
  isPinned: boolean;
  isInternal: boolean;
  links: TaskLinks;
  /** Names of the linked staff, in their order. */
  staffNames: string[];
  /** Names of people who are to do it and are no staff records. */
  namedStaff: string[];
  /** Counts the changes, from 1. */
  version: number;
  createdAt: Date;
  createdBy: Doer;
  updatedAt: Date;
  updatedBy: Doer;
}

/** A task about nothing, with nobody to do it. */
export function noTaskLinks(): TaskLinks {
  return { customer: [], enquiry: [], order: [], sublocation: [], company: [], staff: [] };
}
