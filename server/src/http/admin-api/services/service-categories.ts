// GET and POST /service-categories, GET, PATCH and DELETE /service-categories/{serviceCategoryId}. Additive (G-042).
import { Type } from 'typebox';
import {
  createServiceCategory,
  deleteServiceCategory,
  getServiceCategory,
  listServiceCategories,
  updateServiceCategory,
} from '#core/services/service-categories.ts';
import { noContent } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import {
  changeRoute,
  createRoute,
  getRoute,
  idIn,
  idParams,
  listRoute,
} from '#http/admin-api/kept-record-routes.ts';
import {
  changedServiceCategoryExample,
  serviceCategoryExample,
} from '#http/admin-api/places/place-examples.ts';
import {
  createServiceCategoryBody,
  serviceCategoryShape,
  serviceCategoryView,
  updateServiceCategoryBody,
} from '#http/admin-api/services/service-category-view.ts';
import type { Routes } from '#http/wire/request.ts';
import { ifMatchHeader, versionOf } from '#http/wire/version.ts';

const resource = {
  one: 'service category',
  many: 'service categories',
  tag: 'Services',
  area: 'services' as const,
  idName: 'serviceCategoryId',
  shape: serviceCategoryShape,
  view: serviceCategoryView,
  example: serviceCategoryExample,
  changedExample: changedServiceCategoryExample,
};

/** Headings that services stand under. */
export async function serviceCategories(app: Routes): Promise<void> {
  app.get('/service-categories', listRoute(resource, listServiceCategories, {}));
  app.post('/service-categories', createRoute(resource, createServiceCategory, createServiceCategoryBody));
  app.get('/service-categories/:serviceCategoryId', getRoute(resource, getServiceCategory));
  app.patch(
    '/service-categories/:serviceCategoryId',
    changeRoute(resource, updateServiceCategory, updateServiceCategoryBody),
  );
  app.delete(
    '/service-categories/:serviceCategoryId',
    {
      config: { permission: 'services:write' },
      schema: {
        operationId: 'deleteServiceCategory',
        summary: 'Delete a service category',
        description: 'Refused with `category_in_use` while services stand under it.',
        tags: [resource.tag],
        params: idParams(resource),
        headers: Type.Object(ifMatchHeader),
        response: { 204: noContent('The category is gone.'), ...failures(404, 409) },
      },
    },
    async ({ scope, params, headers }, reply) => {
      await deleteServiceCategory(scope, idIn(params), versionOf(undefined, headers['if-match']));
      return reply.code(204).send(null);
    },
  );
}
