// The tasks that examples are about.

const createdAt = '2026-03-31T09:12:45.310Z';

/** What a task is created with: every month, the coffee machine. */
export const newTaskExample = {
  content: 'Descale the coffee machine and note the counter.',
  title: 'Coffee machine',
  taskDueDate: '2026-04-30T07:00:00.000Z',
  taskRecurrence: { frequency: 'monthly' as const },
  isPinned: true,
  staffNames: ['Rosa from the night shift'],
};

/** The task that `newTaskExample` creates. */
export const taskExample = {
  id: '019d4331-0c5e-7b1f-8d24-6e0fa9b3c715',
  type: 'note' as const,
  title: newTaskExample.title,
  content: newTaskExample.content,
  isTask: true,
  taskDueDate: newTaskExample.taskDueDate,
  taskRecurrence: { frequency: 'monthly' as const, basis: 'due_date' as const },
  taskRecurrenceCompletedCount: 0,
  taskStatus: 'pending' as const,
  isPinned: true,
  isInternal: false,
  customerIds: [],
  enquiryIds: [],
  orderIds: [],
  sublocationIds: [],
  companyIds: [],
  staffIds: [],
  staffNames: newTaskExample.staffNames,
  createdAt,
  updatedAt: createdAt,
  createdBy: '019d4300-2f6a-7c38-91d5-b07e4a8c2f13',
  createdByName: 'Website',
  updatedBy: '019d4300-2f6a-7c38-91d5-b07e4a8c2f13',
  updatedByName: 'Website',
  version: 1,
};

/** What completes it, in a way that can be repeated. */
export const taskCompletionExample = {
  status: 'completed' as const,
  expectedTaskDueDate: newTaskExample.taskDueDate,
};

/** The task after that: it is due a month later. */
export const completedTaskExample = {
  ...taskExample,
  taskDueDate: '2026-05-30T07:00:00.000Z',
  taskRecurrenceCompletedCount: 1,
  taskCompletedAt: '2026-04-01T09:12:57.817Z',
  taskCompletedBy: taskExample.createdBy,
  taskCompletedByName: 'Website',
  updatedAt: '2026-04-01T09:12:57.817Z',
  version: 2,
};

/** A category of tasks. */
export const taskCategoryExample = {
  id: '019d4330-5a17-7d02-b6c9-41f8e20d7a5b',
  name: 'Housekeeping',
  createdAt: '2026-03-31T09:12:00.151Z',
  updatedAt: '2026-03-31T09:12:00.151Z',
};

/** The same under another name. */
export const renamedTaskCategoryExample = {
  ...taskCategoryExample,
  name: 'House and garden',
  updatedAt: '2026-04-01T08:03:27.940Z',
};
