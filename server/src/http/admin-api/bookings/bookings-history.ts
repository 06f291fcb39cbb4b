// GET /bookings/{bookingId}/history (G-059).
import { type Static, Type } from 'typebox';
import { bookingStatuses } from '#core/bookings/booking.ts';
import { type BookingChange, listBookingChanges } from '#core/bookings/history/booking-history.ts';
import { bookingExample, changedBookingExample } from '#http/admin-api/bookings/booking-examples.ts';
import { enveloped, strict, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

const moment = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', description: `${description}, when it changed.` }));
const status = (description: string) =>
  Type.Optional(Type.Enum([...bookingStatuses], { description: `${description}, when it changed.` }));
const sublocation = (description: string) =>
  Type.Optional(Type.String({ description: `${description}, when it changed.` }));

const bookingChangeShape = Type.Object(
  {
    id: Type.String({ description: 'Record id.' }),
    version: Type.Integer({ description: 'The version of the booking that the change made.' }),
    fromStatus: status('Status before'),
    toStatus: status('Status after'),
    fromStartsAt: moment('Start before'),
    toStartsAt: moment('Start after'),
    fromEndsAt: moment('End before'),
    toEndsAt: moment('End after'),
    fromSublocationId: sublocation('Room, desk or court before'),
    toSublocationId: sublocation('Room, desk or court after'),
    isOverride: Type.Boolean({
      description: 'Whether it took places that were taken, or a time outside opening hours.',
    }),
    reason: Type.Optional(Type.String({ description: 'Why.' })),
    changedBy: Type.Object({
      type: Type.String({ description: '`api_key`, `staff`, `customer` or `system`.' }),
      id: Type.String({ description: 'Record id of who did it.' }),
    }),
    createdAt: Type.String({ format: 'date-time', description: 'When it happened.' }),
  },
  { title: 'BookingChange' },
);

const changeExample = {
  id: '019d4d65-20c4-7f03-8be1-6a92d5c7f418',
  version: 2,
  fromStartsAt: bookingExample.startsAt,
  toStartsAt: changedBookingExample.startsAt,
  fromEndsAt: bookingExample.endsAt,
  toEndsAt: changedBookingExample.endsAt,
  isOverride: false,
  changedBy: { type: 'api_key', id: '019d3dbf-91e0-7a44-b5c2-08d6f13e9a72' },
  createdAt: changedBookingExample.updatedAt,
};

/** What became of a booking. */
export async function bookingsHistory(app: Routes): Promise<void> {
  app.get(
    '/bookings/:bookingId/history',
    {
      config: { permission: 'bookings:read' },
      schema: {
        operationId: 'listBookingChanges',
        summary: 'Get a booking’s history',
        description: 'Its moves from status to status and from time to time, the first one first.',
        tags: ['Bookings'],
        params: strict({
          bookingId: Type.String({
            maxLength: 128,
            description: 'Booking number, confirmation code or record id.',
            examples: [bookingExample.bookingNumber],
          }),
        }),
        response: {
          200: success(Type.Object({ changes: Type.Array(bookingChangeShape) }), {
            description: 'What became of it.',
            example: { changes: [changeExample] },
          }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params }) => {
      const changes = await listBookingChanges(scope, params.bookingId);
      return enveloped({ changes: changes.map(changeView) }, scope.clock.now());
    },
  );
}

function changeView(change: BookingChange): Static<typeof bookingChangeShape> {
  return {
    id: change.id,
    version: change.version,
    fromStatus: change.fromStatus,
    toStatus: change.toStatus,
    fromStartsAt: change.fromStartsAt?.toISOString(),
    toStartsAt: change.toStartsAt?.toISOString(),
    fromEndsAt: change.fromEndsAt?.toISOString(),
    toEndsAt: change.toEndsAt?.toISOString(),
    fromSublocationId: change.fromSublocationId,
    toSublocationId: change.toSublocationId,
    isOverride: change.isOverride,
    reason: change.reason,
    changedBy: { type: change.actor.type, id: change.actor.id },
    createdAt: change.createdAt.toISOString(),
  };
}
