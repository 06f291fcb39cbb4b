// All SQL of task categories.
import type { TaskCategory } from '#core/tasks/task-category.ts';
import type { Tx } from '#db/tx.ts';

/** Stores a new category. Violates the unique index of names. */
export async function insertTaskCategory(tx: Tx, { id, name, createdAt }: TaskCategory): Promise<void> {
  await tx`
    insert into task_categories (organization_id, id, name, created_at)
    values (${tx.organizationId}, ${id}, ${name}, ${createdAt})
  `;
}

/** Gives a category another name and returns it, or `undefined` when there is none. Violates the unique index of names. */
export async function renameTaskCategoryRow(
  tx: Tx,
  id: string,
  name: string,
): Promise<TaskCategory | undefined> {
  const [category] = await tx<TaskCategory[]>`
    update task_categories set name = ${name} where organization_id = ${tx.organizationId} and id = ${id}
    returning id, name, created_at
  `;
  return category;
}

/** Removes a category and returns whether there was one. Violates a foreign key while tasks have it. */
export async function deleteTaskCategoryRow(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`
    delete from task_categories where organization_id = ${tx.organizationId} and id = ${id} returning id
  `;
  return rows.length > 0;
}

/** Categories whose names hold a text, by name. */
export function selectTaskCategories(tx: Tx, search: string, count: number): Promise<TaskCategory[]> {
  return tx<TaskCategory[]>`
    select id, name, created_at from task_categories
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
