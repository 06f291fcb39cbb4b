// Operations on task categories. Source: G-125.
import { eventOf, recordEvent } from '#core/events/events.ts';
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
  lockTaskCategory,
  renameTaskCategoryRow,
  selectNewestTaskCategories,
  selectTaskCategories,
  type TaskCategorySelection,
} from '#core/tasks/task-category-queries.ts';
import { type Tx, violatedConstraint } from '#db/tx.ts';
import { type Page, pageOf, readCursor } from '#kit/cursor.ts';
import { Fault, type FaultDetail, invalidField, missing, throwProblems } from '#kit/fault.ts';
import { checkedText } from '#kit/field-checks.ts';
import { isUuid, newId } from '#kit/id.ts';

/** Makes a category. Throws `invalid_field` for a name that is taken or can't be, and past 500 categories. */
export async function createTaskCategory(scope: Scope, input: { name: string }): Promise<TaskCategory> {
  const now = scope.clock.now();
  const category = { id: newId(now), name: checkedName(input.name), createdAt: now, updatedAt: now };
  await refuseTakenName(() =>
    scope.write(async (tx) => {
      if ((await countTaskCategories(tx)) >= taskCategoriesMax)
        throw invalidField('name', `can't be added: there are ${taskCategoriesMax} categories already.`);
      await Promise.all([
        insertTaskCategory(tx, category),
        recordEvent(tx, scope, eventOf(scope, 'task_category.created', category)),
      ]);
    }),
  );
  return category;
}

/** Gives a category another name. Throws `not_found`, and what `createTaskCategory` throws. */
export async function renameTaskCategory(scope: Scope, id: string, name: string): Promise<TaskCategory> {
  if (!isUuid(id)) throw missing('The task category');
  const checked = checkedName(name);
  return refuseTakenName(() =>
    scope.write(async (tx) => {
      const before = await lockKnown(tx, id);
      if (before.name === checked) return before;
      const after = { ...before, name: checked, updatedAt: scope.clock.now() };
      await Promise.all([
        renameTaskCategoryRow(tx, after),
        recordEvent(tx, scope, eventOf(scope, 'task_category.updated', after, before)),
      ]);
      return after;
    }),
  );
}

/** Removes a category. Throws `not_found`, and `category_in_use` while tasks have it. */
export async function deleteTaskCategory(scope: Scope, id: string): Promise<void> {
  if (!isUuid(id)) throw missing('The task category');
  const removed = scope.write(async (tx) => {
    const category = await lockKnown(tx, id);
    await Promise.all([
      deleteTaskCategoryRow(tx, id),
      recordEvent(tx, scope, eventOf(scope, 'task_category.deleted', category)),
    ]);
  });
  await removed.catch(tellUse);
}

/** Which categories, and which page of them. */
export interface TaskCategoryQuery extends Omit<TaskCategorySelection, 'after' | 'count'> {
  /** 1 to 100. */
  limit: number;
  cursor?: string | undefined;
}

/** One page of categories, newest first. Throws `invalid_cursor`. */
export async function listTaskCategories(
  scope: Scope,
  { limit, cursor, ...times }: TaskCategoryQuery,
): Promise<Page<TaskCategory>> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const page = { ...times, after, count: limit + 1 };
  return pageOf(await scope.read((tx) => selectNewestTaskCategories(tx, page)), limit);
}

/** Categories to choose from, by name. */
export async function listTaskCategoryOptions(
  scope: Scope,
  { limit, search = '' }: { limit: number; search?: string | undefined },
): Promise<{ id: string; name: string }[]> {
  const categories = await scope.read((tx) => selectTaskCategories(tx, search.trim(), limit));
  return categories.map(({ id, name }) => ({ id, name }));
}

async function lockKnown(tx: Tx, id: string): Promise<TaskCategory> {
  const category = await lockTaskCategory(tx, id);
  if (!category) throw missing('The task category');
  return category;
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
