// GET and POST /staff, GET, PATCH and DELETE /staff/{staffId}, GET and PUT …/schedule. Additive (G-040).
import { Type } from 'typebox';
import {
  createStaffMember,
  deleteStaffMember,
  getStaffMember,
  getStaffMemberSchedule,
  listStaff,
  replaceStaffMemberSchedule,
  updateStaffMember,
} from '#core/staff/staff.ts';
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
import { changedStaffExample, staffExample } from '#http/admin-api/places/place-examples.ts';
import {
  gettingSchedule,
  replacingSchedule,
  scheduleAnswer,
  scheduleOf,
} from '#http/admin-api/places/schedule-view.ts';
import {
  createStaffBody,
  staffShape,
  staffStatusShape,
  staffView,
  updateStaffBody,
} from '#http/admin-api/services/staff-view.ts';
import type { Routes } from '#http/wire/request.ts';
import { versionOf } from '#http/wire/version.ts';

const words = { one: 'staff member', many: 'staff', tag: 'Staff' };
const params = idParams('staffId', staffExample.id);
const reads = { permission: 'staff:read' as const };
const writes = { permission: 'staff:write' as const };

/** The people who work for an organization. */
export async function staff(app: Routes): Promise<void> {
  const filters = { status: Type.Optional(staffStatusShape) };
  app.get(
    '/staff',
    { config: reads, schema: { operationId: 'listStaff', ...listing(words, staffShape, filters) } },
    async ({ scope, query }) =>
      pageAnswer(await listStaff(scope, momentsOf(query)), staffView, scope.clock.now()),
  );

  app.post(
    '/staff',
    {
      config: writes,
      schema: { operationId: 'createStaffMember', ...creating(words, staffShape, createStaffBody) },
    },
    async ({ scope, body }, reply) => {
      const record = await createStaffMember(scope, body);
      reply.code(201);
      return recordAnswer(record, staffView, { now: scope.clock.now(), reply });
    },
  );

  app.get(
    '/staff/:staffId',
    { config: reads, schema: { operationId: 'getStaffMember', ...getting(words, staffShape, params) } },
    async ({ scope, params: { staffId } }, reply) => {
      const record = await getStaffMember(scope, staffId);
      return recordAnswer(record, staffView, { now: scope.clock.now(), reply });
    },
  );

  app.patch(
    '/staff/:staffId',
    {
      config: writes,
      schema: {
        operationId: 'updateStaffMember',
        ...changing(words, staffShape, {
          params,
          body: updateStaffBody,
          example: changedStaffExample,
        }),
      },
    },
    async ({ scope, params: { staffId }, body, headers }, reply) => {
      const version = versionOf(body.version, headers['if-match']);
      const record = await updateStaffMember(scope, staffId, { ...body, version });
      return recordAnswer(record, staffView, { now: scope.clock.now(), reply });
    },
  );

  app.delete(
    '/staff/:staffId',
    { config: writes, schema: { operationId: 'deleteStaffMember', ...removing(words, params, 'inactive') } },
    async ({ scope, params: { staffId } }, reply) => {
      await deleteStaffMember(scope, staffId);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/staff/:staffId/schedule',
    { config: reads, schema: { operationId: 'getStaffMemberSchedule', ...gettingSchedule(words, params) } },
    async ({ scope, params: { staffId } }, reply) => {
      const schedule = await getStaffMemberSchedule(scope, staffId);
      return scheduleAnswer(schedule, { now: scope.clock.now(), reply });
    },
  );

  app.put(
    '/staff/:staffId/schedule',
    {
      config: writes,
      schema: { operationId: 'replaceStaffMemberSchedule', ...replacingSchedule(words, params) },
    },
    async ({ scope, params: { staffId }, body, headers }, reply) => {
      const version = versionOf(body.version, headers['if-match']);
      const schedule = await replaceStaffMemberSchedule(scope, staffId, { ...scheduleOf(body), version });
      return scheduleAnswer(schedule, { now: scope.clock.now(), reply });
    },
  );
}
