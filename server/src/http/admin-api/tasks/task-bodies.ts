// What callers may send of a task: the bodies of create and update. Source: Spec, C, Tasks.
import { type Static, Type } from 'typebox';
import { taskContentLengthMax, taskLinksMax, taskStatuses, taskTitleLengthMax } from '#core/tasks/task.ts';
import type { RecurrenceInput, TaskChanges } from '#core/tasks/task-changes.ts';
import { customIntervalDays, taskBases, taskFrequencies } from '#core/tasks/task-recurrence.ts';
import type { TaskUpdate } from '#core/tasks/tasks.ts';
import { clearable, emptied } from '#http/admin-api/clearing.ts';
import { momentOf, strict } from '#http/admin-api/envelope.ts';
import { newTaskExample, taskCompletionExample } from '#http/admin-api/tasks/task-examples.ts';

const ids = (what: string) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: 64, description: 'A record id.' }), {
      maxItems: taskLinksMax,
      description: `The whole list of ${what}.`,
    }),
  );
const contentShape = Type.String({
  minLength: 1,
  maxLength: taskContentLengthMax,
  description: 'What there is to know or do.',
});
const recurrenceFields = {
  frequency: Type.Enum([...taskFrequencies], {
    description: 'How often; `custom` is every `customIntervalDays` days.',
  }),
  customIntervalDays: Type.Optional(
    Type.Integer({
      minimum: customIntervalDays.min,
      maximum: customIntervalDays.max,
      description: 'Days from one time to the next, exactly with `custom`.',
    }),
  ),
  basis: Type.Optional(
    Type.Enum([...taskBases], {
      description: 'Whether the next time is counted from the due date or from the completion.',
    }),
  ),
  endsAt: Type.Optional(
    Type.String({
      format: 'date-time',
      maxLength: 64,
      description: 'The task is not due after this time any more.',
    }),
  ),
  maxOccurrences: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description: 'The task is over when it was completed this often.',
    }),
  ),
};
/** How a task repeats, in answers. */
export const taskRecurrenceShape = Type.Object(recurrenceFields, { title: 'TaskRecurrence' });
const recurrenceBody = strict(recurrenceFields, { description: 'How it repeats.' });

const changeable = {
  title: Type.Optional(
    Type.String({ maxLength: taskTitleLengthMax, description: 'A few words; empty for none.' }),
  ),
  categoryId: Type.Optional(Type.String({ maxLength: 64, description: 'A category; empty for none.' })),
  locationId: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Where it is to be done; the task repeats in that location’s time zone. Empty for none.',
    }),
  ),
  isTask: Type.Optional(
    Type.Boolean({ description: 'Whether there is something to do; false for a mere note.' }),
  ),
  isPinned: Type.Optional(Type.Boolean({ description: 'Whether it is shown before others.' })),
  isInternal: Type.Optional(Type.Boolean({ description: 'Whether only staff may see it.' })),
  customerIds: ids('customers it is about'),
  enquiryIds: ids('enquiries it is about'),
  orderIds: ids('orders it is about'),
  sublocationIds: ids('rooms, desks and courts it is about'),
  companyIds: ids('companies it is about'),
  staffIds: ids('staff who are to do it'),
  staffNames: Type.Optional(
    Type.Array(Type.String({ maxLength: 200, description: 'A name.' }), {
      maxItems: taskLinksMax,
      description: 'Names of who is to do it: of staff, who join `staffIds`, or of anybody else.',
    }),
  ),
};

/** The body of POST /tasks. */
export const createTaskBody = strict(
  {
    content: contentShape,
    ...changeable,
    taskDueDate: Type.Optional(
      Type.String({
        format: 'date-time',
        maxLength: 64,
        description: 'When it is due; of a repeating task, the first time.',
      }),
    ),
    taskRecurrence: Type.Optional(recurrenceBody),
    status: Type.Optional(Type.Enum(['pending'], { description: 'A task begins as pending.' })),
  },
  { examples: [newTaskExample] },
);

const dueDateOrNone = (description: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time-or-empty',
      maxLength: 64,
      description,
    }),
  );

const clearableFields = ['title', 'categoryId', 'locationId'] as const;

/** The body of PATCH /tasks/{taskId}. As the contract says, other properties are accepted: they change nothing. */
export const updateTaskBody = Type.Object(
  {
    content: Type.Optional(contentShape),
    ...clearable(changeable, clearableFields),
    status: Type.Optional(
      Type.Enum([...taskStatuses], {
        description: 'Completing a repeating task moves it on to its next time.',
      }),
    ),
    taskStatus: Type.Optional(
      Type.Enum([...taskStatuses], {
        description: 'The same as `status`, as the record calls it; `status` goes before it.',
      }),
    ),
    taskDueDate: dueDateOrNone('When it is due; null or an empty text for never.'),
    taskRecurrence: Type.Optional(
      Type.Unsafe<Static<typeof recurrenceBody> | null>({
        ...recurrenceBody,
        type: ['object', 'null'],
        description: 'How it repeats; null for once.',
      }),
    ),
    expectedTaskDueDate: dueDateOrNone(
      'The due date you saw; null or an empty text for none. Send it when completing a repeating task: a repeated call then completes nothing again.',
    ),
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The version you changed; refused if there is a newer one.' }),
    ),
  },
  { examples: [taskCompletionExample] },
);

/** What a new task is to be. */
export function newTaskOf(body: Static<typeof createTaskBody>): TaskChanges & { content: string } {
  const { taskDueDate, taskRecurrence } = body;
  return {
    ...changesOf(body),
    content: body.content,
    dueAt: momentOf(taskDueDate),
    recurrence: taskRecurrence && recurrenceOf(taskRecurrence),
  };
}

/** What is to change of a task. */
export function taskUpdateOf(body: Static<typeof updateTaskBody>): Omit<TaskUpdate, 'version'> {
  const { taskDueDate, taskRecurrence, expectedTaskDueDate } = body;
  return {
    ...changesOf(emptied(body, clearableFields)),
    content: body.content,
    status: (body.status ?? body.taskStatus) as TaskUpdate['status'],
    dueAt: momentOrNone(taskDueDate),
    recurrence: taskRecurrence && recurrenceOf(taskRecurrence),
    expectedDueAt: momentOrNone(expectedTaskDueDate),
  };
}

function momentOrNone(text: string | null | undefined): Date | null | undefined {
  if (text === undefined) return undefined;
  return text ? new Date(text) : null;
}

function changesOf(body: Static<ReturnType<typeof Type.Object<typeof changeable>>>): TaskChanges {
  const { customerIds, enquiryIds, orderIds, sublocationIds, companyIds, staffIds } = body;
  const sent = {
    customer: customerIds,
    enquiry: enquiryIds,
    order: orderIds,
    sublocation: sublocationIds,
    company: companyIds,
    staff: staffIds,
  };
  return {
    title: body.title,
    categoryId: body.categoryId,
    locationId: body.locationId,
    isTask: body.isTask,
    isPinned: body.isPinned,
    isInternal: body.isInternal,
    links: Object.fromEntries(Object.entries(sent).filter(([, list]) => list)) as TaskChanges['links'],
    staffNames: body.staffNames,
  };
}

function recurrenceOf(sent: Static<typeof recurrenceBody>): RecurrenceInput {
  return {
    frequency: sent.frequency as RecurrenceInput['frequency'],
    customIntervalDays: sent.customIntervalDays,
    basis: sent.basis as RecurrenceInput['basis'],
    endsAt: momentOf(sent.endsAt),
    maxOccurrences: sent.maxOccurrences,
  };
}
