// POST /holds, GET and DELETE /holds/{holdId}: keeping places for somebody who is about to book. Source: G-065.
import { Type } from 'typebox';
import { holderLengthMax, holdMinutes } from '#core/bookings/holds/hold.ts';
import { createHold, deleteHold, getHold } from '#core/bookings/holds/holds.ts';
import { holdExample, newHoldExample } from '#http/admin-api/availability/hold-examples.ts';
import { holdShape, holdView } from '#http/admin-api/availability/hold-view.ts';
import { place, start } from '#http/admin-api/bookings/booking-bodies.ts';
import { enveloped, momentOf, noContent, strict, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

const tags = ['Bookings'];
const createHoldBody = strict(
  {
    holder: Type.String({
      minLength: 1,
      maxLength: holderLengthMax,
      description: 'Names the visit, in words of yours. It has one hold at a time: another replaces it.',
    }),
    serviceId: Type.String({ maxLength: 36, description: 'What is about to be booked.' }),
    ...start,
    ...place,
  },
  { examples: [newHoldExample] },
);
const holdParams = strict({
  holdId: Type.String({ maxLength: 100, description: 'Record id.', examples: [holdExample.id] }),
});

/** Places that are kept for a while. */
export async function holds(app: Routes): Promise<void> {
  app.post(
    '/holds',
    {
      config: { permission: 'bookings:write' },
      schema: {
        operationId: 'createHold',
        summary: 'Hold places',
        description: `Keeps places for ${holdMinutes} minutes, so that somebody can fill in a form and find them free at its end, or answers 409 \`slot_unavailable\`. Send its id as \`holdId\` with the booking.`,
        tags,
        body: createHoldBody,
        response: {
          201: success(holdShape, { description: 'The hold.' }),
          ...failures(409),
        },
      },
    },
    async ({ scope, body }, reply) => {
      const hold = await createHold(scope, { ...body, startsAt: momentOf(body.startsAt) });
      reply.code(201);
      return enveloped(holdView(hold), scope.clock.now());
    },
  );

  app.get(
    '/holds/:holdId',
    {
      config: { permission: 'bookings:read' },
      schema: {
        operationId: 'getHold',
        summary: 'Get a hold',
        description: 'A hold that has expired, or was used, is not found.',
        tags,
        params: holdParams,
        response: { 200: success(holdShape, { description: 'The hold.' }), ...failures(404) },
      },
    },
    async ({ scope, params }) => enveloped(holdView(await getHold(scope, params.holdId)), scope.clock.now()),
  );

  app.delete(
    '/holds/:holdId',
    {
      config: { permission: 'bookings:write' },
      schema: {
        operationId: 'deleteHold',
        summary: 'Give a hold up',
        description: 'Its places are free at once.',
        tags,
        params: holdParams,
        response: { 204: noContent('The hold is given up.'), ...failures(404) },
      },
    },
    async ({ scope, params }, reply) => {
      await deleteHold(scope, params.holdId);
      return reply.code(204).send(null);
    },
  );
}
