// GET and POST /task-categories, PATCH and DELETE /task-categories/{taskCategoryId}. Additive (G-125).
import { type Static, Type } from 'typebox';
import {
  createTaskCategory,
  deleteTaskCategory,
  listTaskCategories,
  renameTaskCategory,
} from '#core/tasks/task-categories.ts';
import { type TaskCategory, taskCategoryNameLengthMax } from '#core/tasks/task-category.ts';
import { enveloped, noContent, strict, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import { taskCategoryExample } from '#http/admin-api/tasks/task-examples.ts';
import type { Routes } from '#http/wire/request.ts';

const tags = ['Tasks'];
const categoryShape = Type.Object(
  {
    id: Type.String({ description: 'Record id.' }),
    name: Type.String({ description: 'What people call it.' }),
    createdAt: Type.String({ format: 'date-time', description: 'When it was made.' }),
  },
  { title: 'TaskCategory', examples: [taskCategoryExample] },
);
const categoryBody = strict(
  {
    name: Type.String({
      minLength: 1,
      maxLength: taskCategoryNameLengthMax,
      description: 'What people call it; no two have the same.',
    }),
  },
  { examples: [{ name: taskCategoryExample.name }] },
);
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
        description: 'All of them, by name.',
        tags,
        response: {
          200: success(Type.Object({ categories: Type.Array(categoryShape) }), {
            description: 'The categories.',
            example: { categories: [taskCategoryExample] },
          }),
          ...failures(),
        },
      },
    },
    async ({ scope }) => {
      const categories = await listTaskCategories(scope);
      return enveloped({ categories: categories.map(categoryView) }, scope.clock.now());
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
        body: categoryBody,
        response: {
          201: success(categoryShape, { description: 'The category, as created.' }),
          ...failures(409),
        },
      },
    },
    async ({ scope, body }, reply) => {
      const category = await createTaskCategory(scope, body);
      reply.code(201);
      return enveloped(categoryView(category), scope.clock.now());
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
        body: categoryBody,
        response: {
          200: success(categoryShape, { description: 'The category, as changed.' }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params, body }) => {
      const category = await renameTaskCategory(scope, params.taskCategoryId, body.name);
      return enveloped(categoryView(category), scope.clock.now());
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

function categoryView({ id, name, createdAt }: TaskCategory): Static<typeof categoryShape> {
  return { id, name, createdAt: createdAt.toISOString() };
}
