// Operations on the headings that services stand under.
import {
  changeRecord,
  createRecord,
  type Departure,
  getRecord,
  listRecords,
  type RecordKind,
  type RecordQuery,
  removeRecord,
} from '#core/places/kept-records.ts';
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
import type { Page } from '#kit/cursor.ts';
import { Fault, type FaultDetail, invalidField, throwProblems } from '#kit/fault.ts';
import { checkedText } from '#kit/field-checks.ts';
import { newId } from '#kit/id.ts';

const kind: RecordKind<ServiceCategory> = {
  what: 'The service category',
  event: 'service_category',
  find: findServiceCategory,
  lock: lockServiceCategory,
  select: selectServiceCategories,
  insert: insertServiceCategory,
  update: updateServiceCategoryRow,
  remove: deleteServiceCategoryRow,
};

/** Makes a category. Throws `invalid_field` for a name that is none, `name_in_use` for one that is taken. Source: G-042. */
export async function createServiceCategory(
  scope: Scope,
  { name }: { name: string },
): Promise<ServiceCategory> {
  const createdAt = scope.clock.now();
  const category: ServiceCategory = {
    id: newId(createdAt),
    organizationId: scope.organization.id,
    name,
    version: 1,
    createdAt,
    updatedAt: createdAt,
  };
  const problems: FaultDetail[] = [];
  const named = withName(category, name, problems);
  throwProblems(problems);
  return refuseTakenName(() => createRecord(scope, kind, named));
}

/** One page of categories, newest first. Throws `invalid_cursor`. Source: G-042. */
export function listServiceCategories(scope: Scope, query: RecordQuery): Promise<Page<ServiceCategory>> {
  return listRecords(scope, kind, query);
}

/** The category with this record id. Throws `not_found`. Source: G-042. */
export function getServiceCategory(scope: Scope, id: string): Promise<ServiceCategory> {
  return getRecord(scope, kind, id);
}

/** Renames a category. Throws `not_found`, `version_conflict` and what `createServiceCategory` throws. Source: G-042. */
export function updateServiceCategory(
  scope: Scope,
  id: string,
  { name, version }: { name?: string | undefined; version?: number | undefined },
): Promise<ServiceCategory> {
  return refuseTakenName(() =>
    changeRecord(scope, kind, id, {
      version,
      apply: (category, problems) => (name === undefined ? category : withName(category, name, problems)),
    }),
  );
}

/** Removes a category. Throws `not_found`, and `category_in_use` while services stand under it. Source: G-043. */
export function deleteServiceCategory(scope: Scope, id: string, version?: number): Promise<Departure> {
  return removeRecord(scope, kind, id, version).catch(tellUse);
}

function withName(category: ServiceCategory, sent: string, problems: FaultDetail[]): ServiceCategory {
  return { ...category, name: checkedText('name', sent, categoryNameLengthMax, problems) };
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
