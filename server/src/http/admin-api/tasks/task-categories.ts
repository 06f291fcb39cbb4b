// GET and POST /task-categories, PATCH and DELETE /task-categories/{taskCategoryId}. Additive (G-125).
import { Type } from 'typebox';
import {
  createTaskCategory,
  deleteTaskCategory,
  listTaskCategories,
  renameTaskCategory,
} from '#core/tasks/task-categories.ts';
import {
  enveloped,
  envelopedPage,
  listQuery,
  momentOf,
  noContent,
  strict,
  success,
  successPage,
  timeQuery,
} from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import {
  createTaskCategoryBody,
  renameTaskCategoryBody,
  taskCategoryShape,
  taskCategoryView,
} from '#http/admin-api/tasks/task-category-view.ts';
import { renamedTaskCategoryExample, taskCategoryExample } from '#http/admin-api/tasks/task-examples.ts';
import type { Routes } from '#http/wire/request.ts';

const tags = ['Tasks'];
const params = strict({
  taskCategoryId: Type.String({
    maxLength: 64,
    description: 'Record id.',
    examples: [taskCategoryExample.id],
  }),
});

/** What tasks are sorted by. */
export async function taskCategories(app: Routes): Promise<void> {
  app.get(
    '/task-categories',
    {
      config: { permission: 'tasks:read' },
      schema: {
        operationId: 'listTaskCategories',
        summary: 'List task categories',
        description:
          'Newest first; narrowed by times. `GET /metadata/options/task-categories` has them by name.',
        tags,
        querystring: strict({ ...listQuery, ...timeQuery }, { examples: [{ limit: 10 }] }),
        response: {
          200: successPage(taskCategoryShape, { description: 'A page of categories.' }),
          ...failures(),
        },
      },
    },
    async ({ scope, query }) => {
      const { items, nextCursor } = await listTaskCategories(scope, {
        limit: query.limit,
        cursor: query.cursor,
        createdAfter: momentOf(query.createdAfter),
        createdBefore: momentOf(query.createdBefore),
        updatedAfter: momentOf(query.updatedAfter),
      });
      return envelopedPage(items.map(taskCategoryView), nextCursor, scope.clock.now());
    },
  );

  app.post(
    '/task-categories',
    {
      config: { permission: 'tasks:write' },
      schema: {
        operationId: 'createTaskCategory',
        summary: 'Create a task category',
        tags,
        body: createTaskCategoryBody,
        response: {
          201: success(taskCategoryShape, { description: 'The category, as created.' }),
          ...failures(409),
        },
      },
    },
    async ({ scope, body }, reply) => {
      const category = await createTaskCategory(scope, body);
      reply.code(201);
      return enveloped(taskCategoryView(category), scope.clock.now());
    },
  );

  app.patch(
    '/task-categories/:taskCategoryId',
    {
      config: { permission: 'tasks:write' },
      schema: {
        operationId: 'renameTaskCategory',
        summary: 'Rename a task category',
        tags,
        params,
        body: renameTaskCategoryBody,
        response: {
          200: success(taskCategoryShape, {
            description: 'The category, as changed.',
            example: renamedTaskCategoryExample,
          }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params, body }) => {
      const category = await renameTaskCategory(scope, params.taskCategoryId, body.name);
      return enveloped(taskCategoryView(category), scope.clock.now());
    },
  );

  app.delete(
    '/task-categories/:taskCategoryId',
    {
      config: { permission: 'tasks:delete' },
      schema: {
        operationId: 'deleteTaskCategory',
        summary: 'Delete a task category',
        description: 'Refused with `category_in_use` while tasks have it.',
        tags,
        params,
        response: { 204: noContent('The category is gone.'), ...failures(404, 409) },
      },
    },
    async ({ scope, params }, reply) => {
      await deleteTaskCategory(scope, params.taskCategoryId);
      return reply.code(204).send(null);
    },
  );
}
