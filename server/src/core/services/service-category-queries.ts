// All SQL of service categories.
import { narrowed, type RecordSelection } from '#core/places/record-list-queries.ts';
import type { ServiceCategory } from '#core/services/service-category.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

/** The unique index that keeps names apart. */
export const categoryNameConstraint = 'service_categories_name';

/** The category with this record id. */
export async function findServiceCategory(tx: Tx, id: string): Promise<ServiceCategory | undefined> {
  const rows = await tx<ServiceCategory[]>`${categoriesFrom(tx)} and r.id = ${id}`;
  return rows[0];
}

/** The category with this record id, locked until the transaction ends. */
export async function lockServiceCategory(tx: Tx, id: string): Promise<ServiceCategory | undefined> {
  const rows = await tx<ServiceCategory[]>`${categoriesFrom(tx)} and r.id = ${id} for no key update`;
  return rows[0];
}

/** Categories of a selection, newest first. */
export async function selectServiceCategories(
  tx: Tx,
  selection: RecordSelection,
): Promise<ServiceCategory[]> {
  return tx<ServiceCategory[]>`${categoriesFrom(tx)} ${narrowed(tx, selection)}`;
}

/** Stores a new category. Violates `categoryNameConstraint` when its name is taken. */
export async function insertServiceCategory(tx: Tx, c: ServiceCategory): Promise<void> {
  await tx`
    insert into service_categories (organization_id, id, name, version, created_at, updated_at)
    values (${tx.organizationId}, ${c.id}, ${c.name}, ${c.version}, ${c.createdAt}, ${c.updatedAt})
  `;
}

/** Stores a changed category. Violates `categoryNameConstraint` when its name is taken. */
export async function updateServiceCategoryRow(tx: Tx, c: ServiceCategory): Promise<void> {
  await tx`
    update service_categories set name = ${c.name}, version = ${c.version}, updated_at = ${c.updatedAt}
    where organization_id = ${tx.organizationId} and id = ${c.id}
  `;
}

/** Removes a category. Fails when services stand under it. */
export async function deleteServiceCategoryRow(tx: Tx, id: string): Promise<void> {
  await tx`delete from service_categories where organization_id = ${tx.organizationId} and id = ${id}`;
}

function categoriesFrom(tx: Tx): SqlFragment {
  return tx`
    select r.organization_id, r.id, r.name, r.version, r.created_at, r.updated_at
    from service_categories r where r.organization_id = ${tx.organizationId}
  `;
}
