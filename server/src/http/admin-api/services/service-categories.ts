// GET and POST /service-categories, GET, PATCH and DELETE /service-categories/{serviceCategoryId}. Additive (G-042).
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
  changing,
  creating,
  getting,
  idParams,
  listing,
  momentsOf,
  pageAnswer,
  recordAnswer,
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
import { versionOf } from '#http/wire/version.ts';

const words = { one: 'service category', many: 'service categories', tag: 'Services' };
const params = idParams('serviceCategoryId', serviceCategoryExample.id);
const reads = { permission: 'services:read' as const };
const writes = { permission: 'services:write' as const };

/** Headings that services stand under. */
export async function serviceCategories(app: Routes): Promise<void> {
  app.get(
    '/service-categories',
    {
      config: reads,
      schema: { operationId: 'listServiceCategories', ...listing(words, serviceCategoryShape, {}) },
    },
    async ({ scope, query }) =>
      pageAnswer(
        await listServiceCategories(scope, momentsOf(query)),
        serviceCategoryView,
        scope.clock.now(),
      ),
  );

  app.post(
    '/service-categories',
    {
      config: writes,
      schema: {
        operationId: 'createServiceCategory',
        ...creating(words, serviceCategoryShape, createServiceCategoryBody),
      },
    },
    async ({ scope, body }, reply) => {
      const record = await createServiceCategory(scope, body);
      reply.code(201);
      return recordAnswer(record, serviceCategoryView, { now: scope.clock.now(), reply });
    },
  );

  app.get(
    '/service-categories/:serviceCategoryId',
    {
      config: reads,
      schema: { operationId: 'getServiceCategory', ...getting(words, serviceCategoryShape, params) },
    },
    async ({ scope, params: { serviceCategoryId } }, reply) => {
      const record = await getServiceCategory(scope, serviceCategoryId);
      return recordAnswer(record, serviceCategoryView, { now: scope.clock.now(), reply });
    },
  );

  app.patch(
    '/service-categories/:serviceCategoryId',
    {
      config: writes,
      schema: {
        operationId: 'updateServiceCategory',
        ...changing(words, serviceCategoryShape, {
          params,
          body: updateServiceCategoryBody,
          example: changedServiceCategoryExample,
        }),
      },
    },
    async ({ scope, params: { serviceCategoryId }, body, headers }, reply) => {
      const version = versionOf(body.version, headers['if-match']);
      const record = await updateServiceCategory(scope, serviceCategoryId, { ...body, version });
      return recordAnswer(record, serviceCategoryView, { now: scope.clock.now(), reply });
    },
  );

  app.delete(
    '/service-categories/:serviceCategoryId',
    {
      config: writes,
      schema: {
        operationId: 'deleteServiceCategory',
        summary: 'Delete a service category',
        description: 'Refused with `category_in_use` while services stand under it.',
        tags: [words.tag],
        params,
        response: { 204: noContent('The category is gone.'), ...failures(404, 409) },
      },
    },
    async ({ scope, params: { serviceCategoryId } }, reply) => {
      await deleteServiceCategory(scope, serviceCategoryId);
      return reply.code(204).send(null);
    },
  );
}
