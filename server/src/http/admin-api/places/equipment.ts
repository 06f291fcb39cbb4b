// GET and POST /equipment, GET, PATCH and DELETE /equipment/{equipmentId}. Additive (G-040).
import { Type } from 'typebox';
import {
  createEquipment,
  deleteEquipment,
  getEquipment,
  listEquipment,
  updateEquipment,
} from '#core/equipment/equipment.ts';
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
  createEquipmentBody,
  equipmentShape,
  equipmentView,
  updateEquipmentBody,
} from '#http/admin-api/places/equipment-view.ts';
import { placeStatusShape } from '#http/admin-api/places/location-view.ts';
import { changedEquipmentExample, equipmentExample } from '#http/admin-api/places/place-examples.ts';
import type { Routes } from '#http/wire/request.ts';
import { versionOf } from '#http/wire/version.ts';

const words = { one: 'equipment', many: 'equipment', article: '', tag: 'Places' };
const params = idParams('equipmentId', equipmentExample.id);
const reads = { permission: 'places:read' as const };
const writes = { permission: 'places:write' as const };

/** What bookings use at a location: projectors, rackets. */
export async function equipment(app: Routes): Promise<void> {
  const filters = {
    status: Type.Optional(placeStatusShape),
    locationId: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only at this location: its record id.' }),
    ),
  };
  app.get(
    '/equipment',
    { config: reads, schema: { operationId: 'listEquipment', ...listing(words, equipmentShape, filters) } },
    async ({ scope, query }) =>
      pageAnswer(await listEquipment(scope, momentsOf(query)), equipmentView, scope.clock.now()),
  );

  app.post(
    '/equipment',
    {
      config: writes,
      schema: { operationId: 'createEquipment', ...creating(words, equipmentShape, createEquipmentBody) },
    },
    async ({ scope, body }, reply) => {
      const record = await createEquipment(scope, body);
      reply.code(201);
      return recordAnswer(record, equipmentView, { now: scope.clock.now(), reply });
    },
  );

  app.get(
    '/equipment/:equipmentId',
    { config: reads, schema: { operationId: 'getEquipment', ...getting(words, equipmentShape, params) } },
    async ({ scope, params: { equipmentId } }, reply) => {
      const record = await getEquipment(scope, equipmentId);
      return recordAnswer(record, equipmentView, { now: scope.clock.now(), reply });
    },
  );

  app.patch(
    '/equipment/:equipmentId',
    {
      config: writes,
      schema: {
        operationId: 'updateEquipment',
        ...changing(words, equipmentShape, {
          params,
          body: updateEquipmentBody,
          example: changedEquipmentExample,
        }),
      },
    },
    async ({ scope, params: { equipmentId }, body, headers }, reply) => {
      const version = versionOf(body.version, headers['if-match']);
      const record = await updateEquipment(scope, equipmentId, { ...body, version });
      return recordAnswer(record, equipmentView, { now: scope.clock.now(), reply });
    },
  );

  app.delete(
    '/equipment/:equipmentId',
    { config: writes, schema: { operationId: 'deleteEquipment', ...removing(words, params, 'archived') } },
    async ({ scope, params: { equipmentId } }, reply) => {
      await deleteEquipment(scope, equipmentId);
      return reply.code(204).send(null);
    },
  );
}
