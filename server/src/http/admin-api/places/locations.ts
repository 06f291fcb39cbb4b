// GET and POST /locations, GET, PATCH and DELETE /locations/{locationId}, GET and PUT …/schedule. Additive (G-040).
import { Type } from 'typebox';
import {
  createLocation,
  deleteLocation,
  getLocation,
  getLocationSchedule,
  listLocations,
  replaceLocationSchedule,
  updateLocation,
} from '#core/places/locations.ts';
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
import {
  createLocationBody,
  locationShape,
  locationView,
  placeStatusShape,
  updateLocationBody,
} from '#http/admin-api/places/location-view.ts';
import { changedLocationExample, locationExample } from '#http/admin-api/places/place-examples.ts';
import {
  gettingSchedule,
  replacingSchedule,
  scheduleAnswer,
  scheduleOf,
} from '#http/admin-api/places/schedule-view.ts';
import type { Routes } from '#http/wire/request.ts';
import { versionOf } from '#http/wire/version.ts';

const words = { one: 'location', many: 'locations', tag: 'Places' };
const params = idParams('locationId', locationExample.id);
const reads = { permission: 'places:read' as const };
const writes = { permission: 'places:write' as const };

/** The houses in which an organization serves its customers. */
export async function locations(app: Routes): Promise<void> {
  const filters = { status: Type.Optional(placeStatusShape) };
  app.get(
    '/locations',
    { config: reads, schema: { operationId: 'listLocations', ...listing(words, locationShape, filters) } },
    async ({ scope, query }) =>
      pageAnswer(await listLocations(scope, momentsOf(query)), locationView, scope.clock.now()),
  );

  app.post(
    '/locations',
    {
      config: writes,
      schema: { operationId: 'createLocation', ...creating(words, locationShape, createLocationBody) },
    },
    async ({ scope, body }, reply) => {
      const { timezone: timeZone, ...input } = body;
      const location = await createLocation(scope, { ...input, timeZone });
      reply.code(201);
      return recordAnswer(location, locationView, { now: scope.clock.now(), reply });
    },
  );

  app.get(
    '/locations/:locationId',
    { config: reads, schema: { operationId: 'getLocation', ...getting(words, locationShape, params) } },
    async ({ scope, params: { locationId } }, reply) => {
      const location = await getLocation(scope, locationId);
      return recordAnswer(location, locationView, { now: scope.clock.now(), reply });
    },
  );

  app.patch(
    '/locations/:locationId',
    {
      config: writes,
      schema: {
        operationId: 'updateLocation',
        ...changing(words, locationShape, {
          params,
          body: updateLocationBody,
          example: changedLocationExample,
        }),
      },
    },
    async ({ scope, params: { locationId }, body, headers }, reply) => {
      const { timezone: timeZone, ...changes } = body;
      const version = versionOf(body.version, headers['if-match']);
      const location = await updateLocation(scope, locationId, { ...changes, timeZone, version });
      return recordAnswer(location, locationView, { now: scope.clock.now(), reply });
    },
  );

  app.delete(
    '/locations/:locationId',
    { config: writes, schema: { operationId: 'deleteLocation', ...removing(words, params, 'archived') } },
    async ({ scope, params: { locationId } }, reply) => {
      await deleteLocation(scope, locationId);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/locations/:locationId/schedule',
    { config: reads, schema: { operationId: 'getLocationSchedule', ...gettingSchedule(words, params) } },
    async ({ scope, params: { locationId } }, reply) => {
      const schedule = await getLocationSchedule(scope, locationId);
      return scheduleAnswer(schedule, { now: scope.clock.now(), reply });
    },
  );

  app.put(
    '/locations/:locationId/schedule',
    {
      config: writes,
      schema: { operationId: 'replaceLocationSchedule', ...replacingSchedule(words, params) },
    },
    async ({ scope, params: { locationId }, body, headers }, reply) => {
      const version = versionOf(body.version, headers['if-match']);
      const schedule = await replaceLocationSchedule(scope, locationId, { ...scheduleOf(body), version });
      return scheduleAnswer(schedule, { now: scope.clock.now(), reply });
    },
  );
}
