// A slot as the Admin API shows it. Source: G-062.
import { type Static, Type } from 'typebox';
import type { Slot } from '#core/bookings/availability/slots.ts';
import { slotExamples } from '#http/admin-api/availability/availability-examples.ts';

const wallTime = (description: string) => Type.String({ pattern: '^\\d\\d:\\d\\d$', description });

/** A time at which a service can be booked. */
export const slotShape = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'The day it starts on, where it takes place.' }),
    startTime: wallTime('What clocks show there when it starts.'),
    endTime: wallTime('What clocks show there when it ends.'),
    startsAt: Type.String({ format: 'date-time', description: 'The moment it starts.' }),
    endsAt: Type.String({ format: 'date-time', description: 'The moment it ends.' }),
    timezone: Type.String({ description: 'IANA name of the zone that the date and the times are of.' }),
    placesLeft: Type.Integer({ description: 'The most attendees that one more booking can have.' }),
    locationId: Type.Optional(Type.String({ description: 'Where it is.' })),
    sublocationIds: Type.Array(Type.String(), {
      description: 'Where there can be such a booking, in the order in which one is chosen.',
    }),
    staffIds: Type.Array(Type.String(), {
      description: 'Who of the service’s staff is free, in the order in which one is chosen.',
    }),
  },
  { title: 'Slot', examples: slotExamples },
);

/** What `slotShape` describes. */
export type SlotView = Static<typeof slotShape>;

/** A slot. */
export function slotView(slot: Slot): SlotView {
  return {
    date: slot.date,
    startTime: slot.startTime,
    endTime: slot.endTime,
    startsAt: slot.startsAt.toISOString(),
    endsAt: slot.endsAt.toISOString(),
    timezone: slot.timezone,
    placesLeft: slot.placesLeft,
    locationId: slot.locationId,
    sublocationIds: slot.sublocationIds,
    staffIds: slot.staffIds,
  };
}
