// GET and POST /services, GET, PATCH and DELETE /services/{serviceId}, GET and PUT …/schedule. Additive (G-042).
import { Type } from 'typebox';
import {
  createService,
  deleteService,
  getService,
  getServiceSchedule,
  listServices,
  replaceServiceSchedule,
  updateService,
} from '#core/services/services.ts';
import {
  changing,
  creating,
  getting,
  idParams,
  listing,
  momentsOf,
  pageAnswer,
  recordAnswer,
  removing,
} from '#http/admin-api/kept-record-routes.ts';
import { changedServiceExample, serviceExample } from '#http/admin-api/places/place-examples.ts';
import {
  gettingSchedule,
  replacingSchedule,
  scheduleAnswer,
  scheduleOf,
} from '#http/admin-api/places/schedule-view.ts';
import {
  createServiceBody,
  serviceShape,
  serviceStatusShape,
  serviceView,
  updateServiceBody,
} from '#http/admin-api/services/service-view.ts';
import type { Routes } from '#http/wire/request.ts';
import { versionOf } from '#http/wire/version.ts';

const words = { one: 'service', many: 'services', tag: 'Services' };
const params = idParams('serviceId', serviceExample.id);
const reads = { permission: 'services:read' as const };
const writes = { permission: 'services:write' as const };

/** What can be booked. */
export async function services(app: Routes): Promise<void> {
  const filters = {
    status: Type.Optional(serviceStatusShape),
    categoryId: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only under this category: its record id.' }),
    ),
  };
  app.get(
    '/services',
    { config: reads, schema: { operationId: 'listServices', ...listing(words, serviceShape, filters) } },
    async ({ scope, query }) =>
      pageAnswer(await listServices(scope, momentsOf(query)), serviceView, scope.clock.now()),
  );

  app.post(
    '/services',
    {
      config: writes,
      schema: { operationId: 'createService', ...creating(words, serviceShape, createServiceBody) },
    },
    async ({ scope, body }, reply) => {
      const record = await createService(scope, body);
      reply.code(201);
      return recordAnswer(record, serviceView, { now: scope.clock.now(), reply });
    },
  );

  app.get(
    '/services/:serviceId',
    { config: reads, schema: { operationId: 'getService', ...getting(words, serviceShape, params) } },
    async ({ scope, params: { serviceId } }, reply) => {
      const record = await getService(scope, serviceId);
      return recordAnswer(record, serviceView, { now: scope.clock.now(), reply });
    },
  );

  app.patch(
    '/services/:serviceId',
    {
      config: writes,
      schema: {
        operationId: 'updateService',
        ...changing(words, serviceShape, {
          params,
          body: updateServiceBody,
          example: changedServiceExample,
        }),
      },
    },
    async ({ scope, params: { serviceId }, body, headers }, reply) => {
      const version = versionOf(body.version, headers['if-match']);
      const record = await updateService(scope, serviceId, { ...body, version });
      return recordAnswer(record, serviceView, { now: scope.clock.now(), reply });
    },
  );

  app.delete(
    '/services/:serviceId',
    { config: writes, schema: { operationId: 'deleteService', ...removing(words, params, 'archived') } },
    async ({ scope, params: { serviceId } }, reply) => {
      await deleteService(scope, serviceId);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/services/:serviceId/schedule',
    { config: reads, schema: { operationId: 'getServiceSchedule', ...gettingSchedule(words, params) } },
    async ({ scope, params: { serviceId } }, reply) => {
      const schedule = await getServiceSchedule(scope, serviceId);
      return scheduleAnswer(schedule, { now: scope.clock.now(), reply });
    },
  );

  app.put(
    '/services/:serviceId/schedule',
    {
      config: writes,
      schema: { operationId: 'replaceServiceSchedule', ...replacingSchedule(words, params) },
    },
    async ({ scope, params: { serviceId }, body, headers }, reply) => {
      const version = versionOf(body.version, headers['if-match']);
      const schedule = await replaceServiceSchedule(scope, serviceId, { ...scheduleOf(body), version });
      return scheduleAnswer(schedule, { now: scope.clock.now(), reply });
    },
  );
}
