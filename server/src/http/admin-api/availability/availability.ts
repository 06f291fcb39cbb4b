// GET /availability: when a service can still be booked. Source: G-062.
import { Type } from 'typebox';
import { availabilityDaysMax, listAvailability } from '#core/bookings/availability/availability.ts';
import { bookingLimits } from '#core/bookings/booking.ts';
import {
  availabilityQueryExample,
  slotExamples,
} from '#http/admin-api/availability/availability-examples.ts';
import { slotShape, slotView } from '#http/admin-api/availability/availability-view.ts';
import { enveloped, strict, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

const idShape = (description: string) => Type.String({ maxLength: 100, description });

const availabilityQuery = strict(
  {
    serviceId: idShape('What is to be booked.'),
    from: Type.String({ format: 'date', description: 'The first day, where the service takes place.' }),
    to: Type.String({
      format: 'date',
      description: `The last day; at most ${availabilityDaysMax} days in all.`,
    }),
    attendeeCount: Type.Integer({
      minimum: 1,
      maximum: bookingLimits.attendeesMax,
      default: 1,
      description: 'How many come. They are never split up.',
    }),
    duration: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: bookingLimits.durationMinutesMax,
        description: 'How long it is to last, in minutes; the service’s duration when left out.',
      }),
    ),
    locationId: Type.Optional(idShape('Only there.')),
    sublocationId: Type.Optional(idShape('Only in this room, desk or court.')),
    staffId: Type.Optional(idShape('Only when this member of staff is free.')),
  },
  { examples: [availabilityQueryExample] },
);

/** When a service can still be booked. */
export async function availability(app: Routes): Promise<void> {
  app.get(
    '/availability',
    {
      config: { permission: 'bookings:read' },
      schema: {
        operationId: 'listAvailability',
        summary: 'List free times',
        description:
          'The times at which a service can be booked, in order: in opening hours, with room for all attendees in one place, and with its staff and equipment free. Notice and horizon of the service are kept.',
        tags: ['Bookings'],
        querystring: availabilityQuery,
        response: {
          200: success(Type.Object({ slots: Type.Array(slotShape) }), {
            description: 'The free times.',
            example: { slots: slotExamples },
          }),
          ...failures(),
        },
      },
    },
    async ({ scope, query }) => {
      const { duration, ...rest } = query;
      const slots = await listAvailability(scope, { ...rest, durationMinutes: duration });
      return enveloped({ slots: slots.map(slotView) }, scope.clock.now());
    },
  );
}
