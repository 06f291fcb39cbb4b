// GET /availability: when a service can still be booked. Additive to the contract; source: G-062.
import { type Static, Type } from 'typebox';
import { availabilityDaysMax, listAvailability } from '#core/bookings/availability/availability.ts';
import type { Slot } from '#core/bookings/availability/slots.ts';
import { bookingLimits } from '#core/bookings/booking.ts';
import { enveloped, strict, success } from '#http/customer-api/envelope.ts';
import { failures } from '#http/customer-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

const idShape = (description: string) => Type.String({ maxLength: 100, description });
const wallTime = (description: string) => Type.String({ pattern: '^\\d\\d:\\d\\d$', description });
const milliseconds = (description: string) =>
  Type.Integer({ format: 'int64', description: `${description}, in milliseconds since 1970.` });

const serviceId = '019d4310-5a00-7c11-8f02-6d3b9e1a7c50';
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
    locationId: Type.Optional(idShape('Only there.')),
    sublocationId: Type.Optional(idShape('Only in this room, desk or court.')),
  },
  { examples: [{ serviceId, from: '2026-04-08', to: '2026-04-08', attendeeCount: 2 }] },
);

const slotExample = {
  date: '2026-04-08',
  startTime: '10:00',
  endTime: '11:00',
  startsAt: Date.parse('2026-04-08T08:00:00Z'),
  endsAt: Date.parse('2026-04-08T09:00:00Z'),
  timezone: 'Europe/Berlin',
  placesLeft: 2,
  locationId: '019d4310-2c11-7a09-9b37-e1f4a86d5023',
  sublocationIds: ['019d4310-3f52-7be4-8d16-0a9c7e2b4f81'],
};
const slotShape = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'The day it starts on, where it takes place.' }),
    startTime: wallTime('What clocks show there when it starts.'),
    endTime: wallTime('What clocks show there when it ends.'),
    startsAt: milliseconds('The moment it starts'),
    endsAt: milliseconds('The moment it ends'),
    timezone: Type.String({ description: 'IANA name of the zone that the date and the times are of.' }),
    placesLeft: Type.Integer({ description: 'The most people that one more booking can be for.' }),
    locationId: Type.Optional(Type.String({ description: 'Where it is.' })),
    sublocationIds: Type.Array(Type.String(), { description: 'Where there can be such a booking.' }),
  },
  {
    title: 'Slot',
    examples: [slotExample],
  },
);

/** When a service can still be booked. */
export async function availability(app: Routes): Promise<void> {
  app.get(
    '/availability',
    {
      config: { permission: 'any' },
      schema: {
        operationId: 'listAvailability',
        summary: 'List free times',
        description:
          'The times at which a service can be booked, in order: with room for all who come in one place. Notice and horizon of the service are kept.',
        tags: ['Bookings'],
        querystring: availabilityQuery,
        response: {
          200: success(Type.Object({ slots: Type.Array(slotShape) }), {
            description: 'The free times.',
            example: { slots: [slotExample] },
          }),
          ...failures(),
        },
      },
    },
    async ({ scope, query }) => {
      const slots = await listAvailability(scope, query);
      return enveloped({ slots: slots.map(slotView) });
    },
  );
}

/** A slot, without the staff: who works when is for the house to tell. */
function slotView(slot: Slot): Static<typeof slotShape> {
  return {
    date: slot.date,
    startTime: slot.startTime,
    endTime: slot.endTime,
    startsAt: slot.startsAt.getTime(),
    endsAt: slot.endsAt.getTime(),
    timezone: slot.timezone,
    placesLeft: slot.placesLeft,
    locationId: slot.locationId,
    sublocationIds: slot.sublocationIds,
  };
}
