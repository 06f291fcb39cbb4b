// GET and POST /sublocations, GET, PATCH and DELETE /sublocations/{sublocationId}, GET and PUT …/schedule. Additive
// (G-040).
import { Type } from 'typebox';
import { kindLengthMax } from '#core/places/sublocation.ts';
import {
  createSublocation,
  deleteSublocation,
  getSublocation,
  getSublocationSchedule,
  listSublocations,
  replaceSublocationSchedule,
  updateSublocation,
} from '#core/places/sublocations.ts';
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
import { placeStatusShape } from '#http/admin-api/places/location-view.ts';
import { changedSublocationExample, sublocationExample } from '#http/admin-api/places/place-examples.ts';
import {
  gettingSchedule,
  replacingSchedule,
  scheduleAnswer,
  scheduleOf,
} from '#http/admin-api/places/schedule-view.ts';
import {
  createSublocationBody,
  sublocationShape,
  sublocationView,
  updateSublocationBody,
} from '#http/admin-api/places/sublocation-view.ts';
import type { Routes } from '#http/wire/request.ts';
import { versionOf } from '#http/wire/version.ts';

const words = { one: 'sublocation', many: 'sublocations', tag: 'Places' };
const params = idParams('sublocationId', sublocationExample.id);
const reads = { permission: 'places:read' as const };
const writes = { permission: 'places:write' as const };

/** What is booked at a location: rooms, desks, courts. */
export async function sublocations(app: Routes): Promise<void> {
  const filters = {
    status: Type.Optional(placeStatusShape),
    locationId: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only at this location: its record id.' }),
    ),
    kind: Type.Optional(Type.String({ maxLength: kindLengthMax, description: 'Only of this kind.' })),
  };
  app.get(
    '/sublocations',
    {
      config: reads,
      schema: { operationId: 'listSublocations', ...listing(words, sublocationShape, filters) },
    },
    async ({ scope, query }) =>
      pageAnswer(await listSublocations(scope, momentsOf(query)), sublocationView, scope.clock.now()),
  );

  app.post(
    '/sublocations',
    {
      config: writes,
      schema: {
        operationId: 'createSublocation',
        ...creating(words, sublocationShape, createSublocationBody),
      },
    },
    async ({ scope, body }, reply) => {
      const record = await createSublocation(scope, body);
      reply.code(201);
      return recordAnswer(record, sublocationView, { now: scope.clock.now(), reply });
    },
  );

  app.get(
    '/sublocations/:sublocationId',
    { config: reads, schema: { operationId: 'getSublocation', ...getting(words, sublocationShape, params) } },
    async ({ scope, params: { sublocationId } }, reply) => {
      const record = await getSublocation(scope, sublocationId);
      return recordAnswer(record, sublocationView, { now: scope.clock.now(), reply });
    },
  );

  app.patch(
    '/sublocations/:sublocationId',
    {
      config: writes,
      schema: {
        operationId: 'updateSublocation',
        ...changing(words, sublocationShape, {
          params,
          body: updateSublocationBody,
          example: changedSublocationExample,
        }),
      },
    },
    async ({ scope, params: { sublocationId }, body, headers }, reply) => {
      const version = versionOf(body.version, headers['if-match']);
      const record = await updateSublocation(scope, sublocationId, { ...body, version });
      return recordAnswer(record, sublocationView, { now: scope.clock.now(), reply });
    },
  );

  app.delete(
    '/sublocations/:sublocationId',
    { config: writes, schema: { operationId: 'deleteSublocation', ...removing(words, params, 'archived') } },
    async ({ scope, params: { sublocationId } }, reply) => {
      await deleteSublocation(scope, sublocationId);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/sublocations/:sublocationId/schedule',
    { config: reads, schema: { operationId: 'getSublocationSchedule', ...gettingSchedule(words, params) } },
    async ({ scope, params: { sublocationId } }, reply) => {
      const schedule = await getSublocationSchedule(scope, sublocationId);
      return scheduleAnswer(schedule, { now: scope.clock.now(), reply });
    },
  );

  app.put(
    '/sublocations/:sublocationId/schedule',
    {
      config: writes,
      schema: { operationId: 'replaceSublocationSchedule', ...replacingSchedule(words, params) },
    },
    async ({ scope, params: { sublocationId }, body, headers }, reply) => {
      const version = versionOf(body.version, headers['if-match']);
      const schedule = await replaceSublocationSchedule(scope, sublocationId, {
        ...scheduleOf(body),
        version,
      });
      return scheduleAnswer(schedule, { now: scope.clock.now(), reply });
    },
  );
}
