// A task as the Admin API shows it. Source: Spec, Resources, Admin API: task.
import { type Static, Type } from 'typebox';
import { type Task, taskStatuses } from '#core/tasks/task.ts';
import { taskRecurrenceShape } from '#http/admin-api/tasks/task-bodies.ts';
import { taskExample } from '#http/admin-api/tasks/task-examples.ts';

const ids = (what: string) => Type.Array(Type.String(), { description: `Record ids of ${what}.` });
const moment = (description: string) => Type.String({ format: 'date-time', description });

/** A task. */
export const taskShape = Type.Object(
  {
    id: Type.String({ description: 'Record id.' }),
    type: Type.Literal('note', { description: 'Tasks are notes that something is to be done about.' }),
    title: Type.Optional(Type.String({ description: 'A few words.' })),
    content: Type.String({ description: 'What there is to know or do.' }),
    categoryId: Type.Optional(Type.String({ description: 'What it is sorted under.' })),
    categoryName: Type.Optional(Type.String({ description: 'The category’s name.' })),
    locationId: Type.Optional(Type.String({ description: 'Where it is to be done.' })),
    locationName: Type.Optional(Type.String({ description: 'The location’s name.' })),
    isTask: Type.Boolean({ description: 'Whether there is something to do; false for a mere note.' }),
    taskDueDate: Type.Optional(moment('When it is due; of a repeating task, the next time.')),
    taskRecurrence: Type.Optional(taskRecurrenceShape),
    taskRecurrenceCompletedCount: Type.Integer({
      description: 'How often it was completed since it repeats.',
    }),
    taskStatus: Type.Enum([...taskStatuses], { description: 'Where it stands.' }),
    taskCompletedAt: Type.Optional(moment('When it was last completed.')),
    taskCompletedBy: Type.Optional(Type.String({ description: 'Who completed it last: a record id.' })),
    taskCompletedByName: Type.Optional(Type.String({ description: 'The name of who completed it last.' })),
    isPinned: Type.Boolean({ description: 'Whether it is shown before others.' }),
    isInternal: Type.Boolean({ description: 'Whether only staff may see it.' }),
    customerIds: ids('the customers it is about'),
    enquiryIds: ids('the enquiries it is about'),
    orderIds: ids('the orders it is about'),
    sublocationIds: ids('the rooms, desks and courts it is about'),
    companyIds: ids('the companies it is about'),
    staffIds: ids('the staff who are to do it'),
    staffNames: Type.Array(Type.String(), { description: 'Names of all who are to do it.' }),
    createdAt: moment('When the record was made.'),
    updatedAt: moment('When the record was last changed.'),
    createdBy: Type.String({ description: 'Who made it: a record id.' }),
    createdByName: Type.String({ description: 'The name of who made it.' }),
    updatedBy: Type.String({ description: 'Who changed it last: a record id.' }),
    updatedByName: Type.String({ description: 'The name of who changed it last.' }),
    version: Type.Integer({
      description: 'Counts the changes; send it with a change to overwrite nobody’s.',
    }),
  },
  { title: 'Task', examples: [taskExample] },
);

/** What `taskShape` describes. */
export type TaskView = Static<typeof taskShape>;

/** A task as lists, answers and events show it. */
export function taskView(task: Task): TaskView {
  const { links } = task;
  return {
    id: task.id,
    type: 'note',
    title: task.title,
    content: task.content,
    categoryId: task.categoryId,
    categoryName: task.categoryName,
    locationId: task.locationId,
    locationName: task.locationName,
    isTask: task.isTask,
    taskDueDate: task.dueAt?.toISOString(),
    taskRecurrence: recurrenceView(task.recurrence),
    taskRecurrenceCompletedCount: task.completedCount,
    taskStatus: task.status,
    taskCompletedAt: task.completedAt?.toISOString(),
    taskCompletedBy: task.completedBy?.id,
    taskCompletedByName: task.completedBy?.name,
    isPinned: task.isPinned,
    isInternal: task.isInternal,
    customerIds: links.customer,
    enquiryIds: links.enquiry,
    orderIds: links.order,
    sublocationIds: links.sublocation,
    companyIds: links.company,
    staffIds: links.staff,
    staffNames: [...task.staffNames, ...task.namedStaff],
    createdAt: task.createdAt.toISOString(),
    updatedAt: task.updatedAt.toISOString(),
    createdBy: task.createdBy.id,
    createdByName: task.createdBy.name,
    updatedBy: task.updatedBy.id,
    updatedByName: task.updatedBy.name,
    version: task.version,
  };
}

function recurrenceView(recurrence: Task['recurrence']): TaskView['taskRecurrence'] {
  return (
    recurrence && {
      frequency: recurrence.frequency,
      customIntervalDays: recurrence.customIntervalDays,
      basis: recurrence.basis,
      endsAt: recurrence.endsAt?.toISOString(),
      maxOccurrences: recurrence.maxOccurrences,
    }
  );
}
