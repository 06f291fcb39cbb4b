// GET and POST /tasks, GET, PATCH and DELETE /tasks/{taskId}. Source: Spec, C, Tasks.
import { Type } from 'typebox';
import { type TaskStatus, taskLinkKinds, taskStatuses } from '#core/tasks/task.ts';
import { listTasks } from '#core/tasks/task-list.ts';
import { createTask, deleteTask, getTask, updateTask } from '#core/tasks/tasks.ts';
import {
  envelopedPage,
  envelopedVersion,
  listQuery,
  momentOf,
  noContent,
  recordIdQuery,
  strict,
  success,
  successPage,
  timeQuery,
} from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import {
  createTaskBody,
  newTaskOf,
  taskUpdateOf,
  updateTaskBody,
} from '#http/admin-api/tasks/task-bodies.ts';
import { completedTaskExample, taskExample } from '#http/admin-api/tasks/task-examples.ts';
import { taskShape, taskView } from '#http/admin-api/tasks/task-view.ts';
import type { Routes } from '#http/wire/request.ts';
import { ifMatchHeader, versionOf } from '#http/wire/version.ts';

const tags = ['Tasks'];
const momentQuery = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));
const listTasksQuery = strict(
  {
    ...listQuery,
    status: Type.Optional(Type.Enum([...taskStatuses], { description: 'Where the task stands.' })),
    isTask: Type.Optional(Type.Boolean({ description: 'Tasks, or mere notes.' })),
    isPinned: Type.Optional(Type.Boolean({ description: 'What is pinned, or what is not.' })),
    categoryId: recordIdQuery('Sorted under this category.'),
    locationId: recordIdQuery('To be done at this location.'),
    staffId: recordIdQuery('To be done by this staff member.'),
    customerId: recordIdQuery('About this customer.'),
    enquiryId: recordIdQuery('About this enquiry.'),
    orderId: recordIdQuery('About this order.'),
    sublocationId: recordIdQuery('About this room, desk or court.'),
    companyId: recordIdQuery('About this company.'),
    sort: Type.Optional(
      Type.Enum(['newest', 'due_date'], {
        default: 'newest',
        description: 'Newest first, or the earliest due date first, which leaves out what has none.',
      }),
    ),
    dueAfter: momentQuery('Due at this time or later; with `sort=due_date`.'),
    dueBefore: momentQuery('Due before this time; with `sort=due_date`.'),
    ...timeQuery,
  },
  { examples: [{ status: 'pending', sort: 'due_date' }] },
);
const taskParams = strict({
  taskId: Type.String({ maxLength: 64, description: 'Record id.', examples: [taskExample.id] }),
});

/** Tasks of the key's organization. */
export async function tasks(app: Routes): Promise<void> {
  app.get(
    '/tasks',
    {
      config: { permission: 'tasks:read' },
      schema: {
        operationId: 'listTasks',
        summary: 'List tasks',
        description:
          'Newest first, or by due date; narrowed by status, by who is to do it, by what it is about or by times.',
        tags,
        querystring: listTasksQuery,
        response: { 200: successPage(taskShape, { description: 'A page of tasks.' }), ...failures() },
      },
    },
    async ({ scope, query }) => {
      const { items, nextCursor } = await listTasks(scope, {
        limit: query.limit,
        cursor: query.cursor,
        status: query.status as TaskStatus | undefined,
        isTask: query.isTask,
        isPinned: query.isPinned,
        categoryId: query.categoryId,
        locationId: query.locationId,
        sort: query.sort === 'due_date' ? 'due_date' : 'newest',
        linkedIds: taskLinkKinds.flatMap((kind) => query[`${kind}Id`] ?? []),
        dueAfter: momentOf(query.dueAfter),
        dueBefore: momentOf(query.dueBefore),
        createdAfter: momentOf(query.createdAfter),
        createdBefore: momentOf(query.createdBefore),
        updatedAfter: momentOf(query.updatedAfter),
      });
      return envelopedPage(items.map(taskView), nextCursor, scope.clock.now());
    },
  );

  app.post(
    '/tasks',
    {
      config: { permission: 'tasks:write' },
      schema: {
        operationId: 'createTask',
        summary: 'Create a task',
        description: 'The task is pending, and subscribers of `task.created` are told.',
        tags,
        body: createTaskBody,
        response: {
          201: success(taskShape, { description: 'The task, as created.', headers: ['ETag'] }),
          ...failures(409),
        },
      },
    },
    async ({ scope, body }, reply) => {
      const task = await createTask(scope, newTaskOf(body));
      reply.code(201);
      return envelopedVersion(reply, task, taskView(task), scope.clock.now());
    },
  );

  app.get(
    '/tasks/:taskId',
    {
      config: { permission: 'tasks:read' },
      schema: {
        operationId: 'getTask',
        summary: 'Get a task',
        tags,
        params: taskParams,
        response: {
          200: success(taskShape, { description: 'The task.', headers: ['ETag'] }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params }, reply) => {
      const task = await getTask(scope, params.taskId);
      return envelopedVersion(reply, task, taskView(task), scope.clock.now());
    },
  );

  app.patch(
    '/tasks/:taskId',
    {
      config: { permission: 'tasks:write' },
      schema: {
        operationId: 'updateTask',
        summary: 'Change or complete a task',
        description:
          'Only what is sent changes; lists are replaced whole. A repeating task that is completed stays pending and is due the next time. With `expectedTaskDueDate`, null where there is none, a completion can be sent again safely: `occurrence_conflict` tells that the task is due at another time by now.',
        tags,
        params: taskParams,
        headers: Type.Object(ifMatchHeader),
        body: updateTaskBody,
        response: {
          200: success(taskShape, {
            description: 'The task, as changed.',
            headers: ['ETag'],
            example: completedTaskExample,
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, body, headers }, reply) => {
      const version = versionOf(body.version, headers['if-match']);
      const task = await updateTask(scope, params.taskId, { ...taskUpdateOf(body), version });
      return envelopedVersion(reply, task, taskView(task), scope.clock.now());
    },
  );

  app.delete(
    '/tasks/:taskId',
    {
      config: { permission: 'tasks:delete' },
      schema: {
        operationId: 'deleteTask',
        summary: 'Delete a task',
        description: 'For good, with the record of its completions.',
        tags,
        params: taskParams,
        headers: Type.Object(ifMatchHeader),
        response: { 204: noContent('The task is gone.'), ...failures(404, 409) },
      },
    },
    async ({ scope, params, headers }, reply) => {
      await deleteTask(scope, params.taskId, versionOf(undefined, headers['if-match']));
      return reply.code(204).send(null);
    },
  );
}
