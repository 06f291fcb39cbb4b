// All SQL of task categories.
import type { TaskCategory } from '#core/tasks/task-category.ts';
import type { Tx } from '#db/tx.ts';
import { idBounds } from '#kit/id.ts';

/** Stores a new category. Violates the unique index of names. */
export async function insertTaskCategory(
  tx: Tx,
  { id, name, createdAt, updatedAt }: TaskCategory,
): Promise<void> {
  await tx`
    insert into task_categories (organization_id, id, name, created_at, updated_at)
    values (${tx.organizationId}, ${id}, ${name}, ${createdAt}, ${updatedAt})
  `;
}

/** The category with this record id, locked until the transaction ends. */
export async function lockTaskCategory(tx: Tx, id: string): Promise<TaskCategory | undefined> {
  const [category] = await tx<TaskCategory[]>`
    select id, name, created_at, updated_at from task_categories
    where organization_id = ${tx.organizationId} and id = ${id} for no key update
  `;
  return category;
}

/** Gives a category another name. Violates the unique index of names. */
export async function renameTaskCategoryRow(tx: Tx, { id, name, updatedAt }: TaskCategory): Promise<void> {
  await tx`
    update task_categories set name = ${name}, updated_at = ${updatedAt}
    where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

/** Removes a category. Violates a foreign key while tasks have it. */
export async function deleteTaskCategoryRow(tx: Tx, id: string): Promise<void> {
  await tx`delete from task_categories where organization_id = ${tx.organizationId} and id = ${id}`;
}

/** Which categories, and which part of the list. */
export interface TaskCategorySelection {
  /** The id the page continues after. */
  after?: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
  /** How many to read. */
  count: number;
}

/** Categories of a selection, newest first. There are so few that no index beyond the key is of use. */
export function selectNewestTaskCategories(
  tx: Tx,
  selection: TaskCategorySelection,
): Promise<TaskCategory[]> {
  const { updatedAfter, count } = selection;
  const { lowest, below } = idBounds(selection);
  return tx<TaskCategory[]>`
    select id, name, created_at, updated_at from task_categories
    where organization_id = ${tx.organizationId} and id >= ${lowest} and id < ${below}
      ${updatedAfter ? tx`and updated_at >= ${updatedAfter}` : tx``}
    order by id desc limit ${count}
  `;
}

/** Categories whose names hold a text, by name. */
export function selectTaskCategories(tx: Tx, search: string, count: number): Promise<TaskCategory[]> {
  return tx<TaskCategory[]>`
    select id, name, created_at, updated_at from task_categories
    where organization_id = ${tx.organizationId} and strpos(lower(name), lower(${search})) > 0
    order by lower(name), id limit ${count}
  `;
}

/** How many categories there are. */
export async function countTaskCategories(tx: Tx): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from task_categories where organization_id = ${tx.organizationId}
  `;
  return row!.count;
}
