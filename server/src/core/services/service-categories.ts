// Operations on the headings that services stand under.
import { changedRecord, type RecordQuery, selectionOf } from '#core/places/kept-records.ts';
import type { Scope } from '#core/scope.ts';
import { categoryNameLengthMax, type ServiceCategory } from '#core/services/service-category.ts';
import {
  categoryNameConstraint,
  deleteServiceCategoryRow,
  findServiceCategory,
  insertServiceCategory,
  lockServiceCategory,
  selectServiceCategories,
  updateServiceCategoryRow,
} from '#core/services/service-category-queries.ts';
import { isReferenced, violatedConstraint } from '#db/tx.ts';
import { type Page, pageOf } from '#kit/cursor.ts';
import { checkVersion, Fault, type FaultDetail, invalidField, missing, throwProblems } from '#kit/fault.ts';
import { checkedText } from '#kit/field-checks.ts';
import { isUuid, newId } from '#kit/id.ts';

/** Makes a category. Throws `invalid_field` for a name that is none, `name_in_use` for one that is taken. Source: G-042. */
export async function createServiceCategory(
  scope: Scope,
  { name }: { name: string },
): Promise<ServiceCategory> {
  const createdAt = scope.clock.now();
  const category: ServiceCategory = {
    id: newId(createdAt),
    organizationId: scope.organization.id,
    name: checkedName(name),
    version: 1,
    createdAt,
    updatedAt: createdAt,
  };
  await refuseTakenName(() => scope.writeOne((tx) => insertServiceCategory(tx, category)));
  return category;
}

/** One page of categories, newest first. Throws `invalid_cursor`. Source: G-042. */
export async function listServiceCategories(
  scope: Scope,
  query: RecordQuery,
): Promise<Page<ServiceCategory>> {
  const selection = selectionOf(query);
  return pageOf(await scope.read((tx) => selectServiceCategories(tx, selection)), query.limit);
}

/** The category with this record id. Throws `not_found`. Source: G-042. */
export async function getServiceCategory(scope: Scope, id: string): Promise<ServiceCategory> {
  const category = isUuid(id) ? await scope.read((tx) => findServiceCategory(tx, id)) : undefined;
  if (!category) throw missing('The service category');
  return category;
}

/** Renames a category. Throws `not_found`, `version_conflict` and what `createServiceCategory` throws. Source: G-042. */
export async function updateServiceCategory(
  scope: Scope,
  id: string,
  { name, version }: { name?: string | undefined; version?: number | undefined },
): Promise<ServiceCategory> {
  if (!isUuid(id)) throw missing('The service category');
  return refuseTakenName(() =>
    scope.write(async (tx) => {
      const before = await lockServiceCategory(tx, id);
      if (!before) throw missing('The service category');
      checkVersion('The service category', before, version);
      const after = { ...before, name: name === undefined ? before.name : checkedName(name) };
      const changed = changedRecord(scope, before, after);
      if (changed) await updateServiceCategoryRow(tx, changed);
      return changed ?? before;
    }),
  );
}

/** Removes a category. Throws `not_found`, and `category_in_use` while services stand under it. Source: G-043. */
export async function deleteServiceCategory(scope: Scope, id: string): Promise<'deleted'> {
  const found = isUuid(id) && (await scope.writeOne((tx) => deleteServiceCategoryRow(tx, id)).catch(tellUse));
  if (!found) throw missing('The service category');
  return 'deleted';
}

function checkedName(sent: string): string {
  const problems: FaultDetail[] = [];
  const name = checkedText('name', sent, categoryNameLengthMax, problems);
  throwProblems(problems);
  return name;
}

async function refuseTakenName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== categoryNameConstraint) throw error;
    throw invalidField('name', 'is the name of another category.', 'name_in_use');
  }
}

function tellUse(error: unknown): never {
  if (!isReferenced(error)) throw error;
  throw new Fault(
    'conflict',
    'category_in_use',
    'Services stand under it: put them under another one first.',
  );
}
