// A task category as it is sent and shown.
import { type Static, Type } from 'typebox';
import { type TaskCategory, taskCategoryNameLengthMax } from '#core/tasks/task-category.ts';
import { strict } from '#http/admin-api/envelope.ts';
import { renamedTaskCategoryExample, taskCategoryExample } from '#http/admin-api/tasks/task-examples.ts';

const bodyShape = {
  name: Type.String({
    minLength: 1,
    maxLength: taskCategoryNameLengthMax,
    description: 'What people call it; no two have the same.',
  }),
};

/** The body of POST. */
export const createTaskCategoryBody = strict(bodyShape, { examples: [{ name: taskCategoryExample.name }] });
/** The body of PATCH. */
export const renameTaskCategoryBody = strict(bodyShape, {
  examples: [{ name: renamedTaskCategoryExample.name }],
});

/** A task category. */
export const taskCategoryShape = Type.Object(
  {
    id: Type.String({ description: 'Record id.' }),
    name: Type.String({ description: 'What people call it.' }),
    createdAt: Type.String({ format: 'date-time', description: 'When it was made.' }),
    updatedAt: Type.String({ format: 'date-time', description: 'When it was last renamed.' }),
  },
  { title: 'TaskCategory', examples: [taskCategoryExample] },
);

/** A task category as the Admin API shows it. */
export function taskCategoryView(category: TaskCategory): Static<typeof taskCategoryShape> {
  const { id, name, createdAt, updatedAt } = category;
  return { id, name, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
