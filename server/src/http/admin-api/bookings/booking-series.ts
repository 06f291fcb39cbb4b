// POST /booking-series, GET /booking-series/{seriesId}, POST /booking-series/{seriesId}/cancel: bookings that repeat.
// Source: G-067.
import { Type } from 'typebox';
import { bookingLimits } from '#core/bookings/booking.ts';
import {
  cancelBookingSeries,
  createBookingSeries,
  getBookingSeries,
} from '#core/bookings/series/booking-series.ts';
import { seriesFrequencies, seriesLimits } from '#core/bookings/series/series.ts';
import { newBookingFields } from '#http/admin-api/bookings/booking-bodies.ts';
import {
  cancelledSeriesExample,
  newSeriesExample,
  seriesCancellationExample,
  seriesExample,
} from '#http/admin-api/bookings/booking-series-examples.ts';
import { madeSeriesShape, seriesShape, seriesView } from '#http/admin-api/bookings/booking-series-view.ts';
import { enveloped, momentOf, strict, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

const tags = ['Bookings'];
const createSeriesBody = strict(
  {
    ...newBookingFields,
    series: strict(
      {
        frequency: Type.Enum([...seriesFrequencies], { description: 'What it repeats by.' }),
        interval: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: seriesLimits.intervalMax,
            description: 'Every how many days, weeks or months; default 1.',
          }),
        ),
        count: Type.Optional(
          Type.Integer({
            minimum: seriesLimits.bookingsMin,
            maximum: seriesLimits.bookingsMax,
            description: 'How many bookings, the first one counted.',
          }),
        ),
        until: Type.Optional(
          Type.String({
            format: 'date',
            maxLength: 10,
            description: 'Instead of `count`: the last day that may be one of its days.',
          }),
        ),
      },
      { description: 'How the booking repeats, each time at the same wall time.' },
    ),
    skipConflicts: Type.Optional(
      Type.Boolean({
        description:
          'Leaves out the days on which there is no place, or it is closed; else it is all or none.',
      }),
    ),
  },
  { examples: [newSeriesExample] },
);
const cancelSeriesBody = strict(
  {
    fromDate: Type.Optional(
      Type.String({
        format: 'date',
        maxLength: 10,
        description: 'From this day on; all that have yet to start, without.',
      }),
    ),
    reason: Type.Optional(Type.String({ maxLength: bookingLimits.notesLengthMax, description: 'Why.' })),
  },
  { examples: [seriesCancellationExample] },
);
const seriesParams = strict({
  seriesId: Type.String({ maxLength: 100, description: 'Record id.', examples: [seriesExample.id] }),
});

/** Bookings that repeat. */
export async function bookingSeries(app: Routes): Promise<void> {
  app.post(
    '/booking-series',
    {
      config: { permission: 'bookings:write' },
      schema: {
        operationId: 'createBookingSeries',
        summary: 'Make bookings that repeat',
        description: `Makes up to ${seriesLimits.bookingsMax} bookings at the same wall time, all or none, or those that fit; 409 \`slot_unavailable\` names the day on which one does not.`,
        tags,
        body: createSeriesBody,
        response: {
          201: success(madeSeriesShape, { description: 'The series and its bookings.' }),
          ...failures(409),
        },
      },
    },
    async ({ scope, body }, reply) => {
      const made = await createBookingSeries(scope, { ...body, startsAt: momentOf(body.startsAt) });
      reply.code(201);
      const view = { ...seriesView(made, scope), skippedDates: made.skippedDates };
      return enveloped(view, scope.clock.now());
    },
  );

  app.get(
    '/booking-series/:seriesId',
    {
      config: { permission: 'bookings:read' },
      schema: {
        operationId: 'getBookingSeries',
        summary: 'Get bookings that repeat',
        tags,
        params: seriesParams,
        response: {
          200: success(seriesShape, { description: 'The series and its bookings.' }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params }) =>
      enveloped(seriesView(await getBookingSeries(scope, params.seriesId), scope), scope.clock.now()),
  );

  app.post(
    '/booking-series/:seriesId/cancel',
    {
      config: { permission: 'bookings:write' },
      schema: {
        operationId: 'cancelBookingSeries',
        summary: 'Cancel bookings that repeat',
        description:
          'Cancels those that have yet to start, all or from a day on. One alone is cancelled like any booking.',
        tags,
        params: seriesParams,
        body: cancelSeriesBody,
        response: {
          200: success(seriesShape, {
            description: 'The series and its bookings, as they are now.',
            example: cancelledSeriesExample,
          }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params, body }) => {
      const series = await cancelBookingSeries(scope, params.seriesId, body);
      return enveloped(seriesView(series, scope), scope.clock.now());
    },
  );
}
