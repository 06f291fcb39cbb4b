// A hold as the Admin API shows it (G-065).
import { type Static, Type } from 'typebox';
import { timesOf } from '#core/bookings/booking-time.ts';
import type { Hold } from '#core/bookings/holds/hold.ts';
import { holdExample } from '#http/admin-api/availability/hold-examples.ts';

const moment = (description: string) => Type.String({ format: 'date-time', description });
const recordId = (description: string) => Type.String({ description });

/** Places that are kept for a while. */
export const holdShape = Type.Object(
  {
    id: recordId('Record id; send it as `holdId` with the booking.'),
    holder: Type.String({ description: 'The visit it is for.' }),
    serviceId: recordId('What is about to be booked.'),
    locationId: Type.Optional(recordId('Where.')),
    sublocationId: Type.Optional(recordId('The room, desk or court that is kept.')),
    staffIds: Type.Array(Type.String(), { description: 'Who is kept free.' }),
    date: Type.String({ format: 'date', description: 'The day it would start on, where it is.' }),
    startTime: Type.String({ description: 'What clocks show there when it would start.' }),
    endTime: Type.String({ description: 'What clocks show there when it would end.' }),
    startsAt: moment('The moment it would start.'),
    endsAt: moment('The moment it would end.'),
    timezone: Type.String({ description: 'IANA zone of the wall times.' }),
    attendeeCount: Type.Integer({ description: 'How many would come.' }),
    expiresAt: moment('From when on the places are free again.'),
    createdAt: moment('When the hold was made.'),
  },
  { title: 'Hold', examples: [holdExample] },
);

/** What `holdShape` describes. */
export type HoldView = Static<typeof holdShape>;

/** A hold. */
export function holdView(hold: Hold): HoldView {
  const { startsAt, endsAt, timezone } = hold;
  const minutes = (endsAt.getTime() - startsAt.getTime()) / 60_000;
  const { date, startTime, endTime } = timesOf(timezone, startsAt, minutes);
  return {
    id: hold.id,
    holder: hold.holder,
    serviceId: hold.serviceId,
    locationId: hold.locationId,
    sublocationId: hold.sublocationId,
    staffIds: hold.staffIds,
    date,
    startTime,
    endTime,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    timezone,
    attendeeCount: hold.attendeeCount,
    expiresAt: hold.expiresAt.toISOString(),
    createdAt: hold.createdAt.toISOString(),
  };
}
