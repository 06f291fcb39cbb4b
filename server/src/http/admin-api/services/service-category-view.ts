// A service category as it is sent and shown.
import { type Static, Type } from 'typebox';
import { categoryNameLengthMax, type ServiceCategory } from '#core/services/service-category.ts';
import { strict } from '#http/admin-api/envelope.ts';
import { idField, keptFields, keptView, versionField } from '#http/admin-api/kept-record-routes.ts';
import {
  newServiceCategoryExample,
  serviceCategoryChangeExample,
  serviceCategoryExample,
} from '#http/admin-api/places/place-examples.ts';

const nameShape = Type.String({
  minLength: 1,
  maxLength: categoryNameLengthMax,
  description: 'What people see; no two categories share one.',
});

/** The body of POST /service-categories. */
export const createServiceCategoryBody = strict(
  { name: nameShape },
  { examples: [newServiceCategoryExample] },
);
/** The body of PATCH /service-categories/{serviceCategoryId}. */
export const updateServiceCategoryBody = strict(
  { name: Type.Optional(nameShape), version: versionField },
  { examples: [serviceCategoryChangeExample] },
);

/** A service category. */
export const serviceCategoryShape = Type.Object(
  { id: idField, name: Type.String({ description: 'What people see.' }), ...keptFields },
  { title: 'ServiceCategory', examples: [serviceCategoryExample] },
);

/** A service category as the Admin API shows it. */
export function serviceCategoryView(category: ServiceCategory): Static<typeof serviceCategoryShape> {
  return { id: category.id, name: category.name, ...keptView(category) };
}
