// Operations on task categories. Source: G-125.
import type { Scope } from '#core/scope.ts';
import {
  type TaskCategory,
  taskCategoriesMax,
  taskCategoryNameLengthMax,
} from '#core/tasks/task-category.ts';
import {
  countTaskCategories,
  deleteTaskCategoryRow,
  insertTaskCategory,
  renameTaskCategoryRow,
  selectTaskCategories,
} from '#core/tasks/task-category-queries.ts';
import { violatedConstraint } from '#db/tx.ts';
import { Fault, type FaultDetail, invalidField, missing, throwProblems } from '#kit/fault.ts';
import { checkedText } from '#kit/field-checks.ts';
import { isUuid, newId } from '#kit/id.ts';

/** Makes a category. Throws `invalid_field` for a name that is taken or can't be, and past 500 categories. */
export async function createTaskCategory(scope: Scope, input: { name: string }): Promise<TaskCategory> {
  const now = scope.clock.now();
  const category = { id: newId(now), name: checkedName(input.name), createdAt: now };
  await refuseTakenName(() =>
    scope.write(async (tx) => {
      if ((await countTaskCategories(tx)) >= taskCategoriesMax)
        throw invalidField('name', `can't be added: there are ${taskCategoriesMax} categories already.`);
      await insertTaskCategory(tx, category);
    }),
  );
  return category;
}

/** Gives a category another name. Throws `not_found`, and what `createTaskCategory` throws. */
export async function renameTaskCategory(scope: Scope, id: string, name: string): Promise<TaskCategory> {
  if (!isUuid(id)) throw missing('The task category');
  const checked = checkedName(name);
  const category = await refuseTakenName(() =>
    scope.writeOne((tx) => renameTaskCategoryRow(tx, id, checked)),
  );
  if (!category) throw missing('The task category');
  return category;
}

/** Removes a category. Throws `not_found`, and `category_in_use` while tasks have it. */
export async function deleteTaskCategory(scope: Scope, id: string): Promise<void> {
  const isDeleted =
    isUuid(id) && (await scope.writeOne((tx) => deleteTaskCategoryRow(tx, id)).catch(tellUse));
  if (!isDeleted) throw missing('The task category');
}

/** All categories, by name. */
export function listTaskCategories(scope: Scope): Promise<TaskCategory[]> {
  return scope.read((tx) => selectTaskCategories(tx, '', taskCategoriesMax));
}

/** Categories to choose from, by name. */
export async function listTaskCategoryOptions(
  scope: Scope,
  { limit, search = '' }: { limit: number; search?: string | undefined },
): Promise<{ id: string; name: string }[]> {
  const categories = await scope.read((tx) => selectTaskCategories(tx, search.trim(), limit));
  return categories.map(({ id, name }) => ({ id, name }));
}

function checkedName(sent: string): string {
  const problems: FaultDetail[] = [];
  const name = checkedText('name', sent, taskCategoryNameLengthMax, problems);
  throwProblems(problems);
  return name;
}

async function refuseTakenName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== 'task_categories_by_name') throw error;
    throw invalidField('name', 'is the name of another category.');
  }
}

function tellUse(error: unknown): never {
  if (violatedConstraint(error) === undefined) throw error;
  throw new Fault('conflict', 'category_in_use', 'Tasks have this category: give them another one first.');
}
