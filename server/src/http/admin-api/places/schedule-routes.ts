// GET and PUT …/schedule of whatever has opening hours: a route's options, as in kept-record-routes.ts.
import type { FastifyReply } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { Schedule } from '#core/places/schedule.ts';
import type { KeptSchedule } from '#core/places/schedules.ts';
import type { Scope } from '#core/scope.ts';
import { envelopedVersion, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import { idIn, idParams, type Resource } from '#http/admin-api/kept-record-routes.ts';
import {
  scheduleBody,
  scheduleOf,
  scheduleShape,
  scheduleView,
} from '#http/admin-api/places/schedule-view.ts';
import type { WholeRoute } from '#http/wire/request.ts';
import { ifMatchHeader, versionOf } from '#http/wire/version.ts';

/** GET. */
export function getScheduleRoute<Kept extends { version: number }, Shape extends TSchema>(
  resource: Resource<Kept, Shape>,
  get: (scope: Scope, id: string) => Promise<KeptSchedule>,
): WholeRoute {
  const { one, tag, area } = resource;
  return {
    config: { permission: `${area}:read` },
    schema: {
      operationId: get.name,
      summary: `Get the schedule of a ${one}`,
      tags: [tag],
      params: idParams(resource),
      response: {
        200: success(scheduleShape, { description: 'The schedule.', headers: ['ETag'] }),
        ...failures(404),
      },
    },
    handler: async ({ scope, params }, reply) => answer(await get(scope, idIn(params)), scope, reply),
  };
}

/** PUT. */
export function replaceScheduleRoute<Kept extends { version: number }, Shape extends TSchema>(
  resource: Resource<Kept, Shape>,
  replace: (
    scope: Scope,
    id: string,
    schedule: Schedule & { version: number | undefined },
  ) => Promise<KeptSchedule>,
): WholeRoute {
  const { one, tag, area } = resource;
  return {
    config: { permission: `${area}:write` },
    schema: {
      operationId: replace.name,
      summary: `Replace the schedule of a ${one}`,
      description: `The whole schedule: weekly rules, and dates with times of their own. It belongs to the ${one}, which counts it as a change. Bookings that are there stay.`,
      tags: [tag],
      params: idParams(resource),
      headers: Type.Object(ifMatchHeader),
      body: scheduleBody,
      response: {
        200: success(scheduleShape, { description: 'The schedule, as stored.', headers: ['ETag'] }),
        ...failures(404, 409),
      },
    },
    handler: async ({ scope, params, body, headers }, reply) => {
      const sent = body as Static<typeof scheduleBody>;
      const version = versionOf(sent.version, headers['if-match']);
      return answer(await replace(scope, idIn(params), { ...scheduleOf(sent), version }), scope, reply);
    },
  };
}

/** The schedule, its owner's version in the header. */
function answer(schedule: KeptSchedule, scope: Scope, reply: FastifyReply) {
  return envelopedVersion(reply, schedule, scheduleView(schedule), scope.clock.now());
}
