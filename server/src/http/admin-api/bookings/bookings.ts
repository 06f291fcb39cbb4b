// GET and POST /bookings, GET, PATCH and DELETE /bookings/{bookingId}, POST /bookings/{bookingId}/reschedule. Source:
// Spec, C; G-052.
import { Type } from 'typebox';
import { getBooking, updateBooking } from '#core/bookings/bookings.ts';
import { deleteBooking } from '#core/bookings/deleting/deleted-bookings.ts';
import { listBookings } from '#core/bookings/listing/booking-list.ts';
import { createBooking } from '#core/bookings/placing/create-booking.ts';
import { rescheduleBooking } from '#core/bookings/placing/reschedule-booking.ts';
import {
  bookingStatusShape,
  clearableBookingFields,
  createBookingBody,
  rescheduleBookingBody,
  updateBookingBody,
} from '#http/admin-api/bookings/booking-bodies.ts';
import {
  bookingExample,
  changedBookingExample,
  rescheduledBookingExample,
} from '#http/admin-api/bookings/booking-examples.ts';
import { bookingShape, bookingView } from '#http/admin-api/bookings/booking-view.ts';
import { emptied } from '#http/admin-api/clearing.ts';
import {
  envelopedPage,
  envelopedVersion,
  listQuery,
  momentOf,
  noContent,
  recordIdQuery,
  searchQuery,
  strict,
  success,
  successPage,
  timeQuery,
} from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';
import { ifMatchHeader, versionOf } from '#http/wire/version.ts';

const tags = ['Bookings'];
const listBookingsQuery = strict(
  {
    ...listQuery,
    from: Type.Optional(
      Type.String({ format: 'date-time', description: 'Starts at this time or later; lists by start.' }),
    ),
    to: Type.Optional(
      Type.String({ format: 'date-time', description: 'Starts before this time; lists by start.' }),
    ),
    status: Type.Optional(bookingStatusShape),
    serviceId: recordIdQuery('Of this service.'),
    locationId: recordIdQuery('At this location.'),
    sublocationId: recordIdQuery('In this room, desk or court.'),
    staffId: recordIdQuery('Held by this member of staff.'),
    customerId: recordIdQuery('With this customer.'),
    companyId: recordIdQuery('For this company.'),
    orderId: recordIdQuery('Sold by this order.'),
    search: searchQuery('The exact booking number, confirmation code or externalId.', 128),
    ...timeQuery,
  },
  { examples: [{ limit: 1, status: 'confirmed' }] },
);
const bookingParams = strict({
  bookingId: Type.String({
    maxLength: 128,
    description: 'Booking number, confirmation code or record id.',
    examples: [bookingExample.bookingNumber],
  }),
});

/** Bookings of the key's organization. */
export async function bookings(app: Routes): Promise<void> {
  app.get(
    '/bookings',
    {
      config: { permission: 'bookings:read' },
      schema: {
        operationId: 'listBookings',
        summary: 'List bookings',
        description:
          'Newest first; with `from` or `to` in the order in which they start, like a calendar. Narrowed by what they are for, whom and where.',
        tags,
        querystring: listBookingsQuery,
        response: {
          200: successPage(bookingShape, { description: 'A page of bookings.', example: [bookingExample] }),
          ...failures(),
        },
      },
    },
    async ({ scope, query }) => {
      const { from, to, createdAfter, createdBefore, updatedAfter, ...rest } = query;
      const page = await listBookings(scope, {
        ...rest,
        from: momentOf(from),
        to: momentOf(to),
        createdAfter: momentOf(createdAfter),
        createdBefore: momentOf(createdBefore),
        updatedAfter: momentOf(updatedAfter),
      });
      const views = page.items.map((booking) => bookingView(booking, scope));
      return envelopedPage(views, page.nextCursor, scope.clock.now());
    },
  );

  app.post(
    '/bookings',
    {
      config: { permission: 'bookings:write' },
      schema: {
        operationId: 'createBooking',
        summary: 'Make a booking',
        description:
          'Takes its places, or answers 409 `slot_unavailable`. Subscribers of `booking.created` are told, and of `booking.confirmed` when it is confirmed already.',
        tags,
        body: createBookingBody,
        response: {
          201: success(bookingShape, { description: 'The booking, as made.', headers: ['ETag'] }),
          ...failures(409),
        },
      },
    },
    async ({ scope, body }, reply) => {
      const booking = await createBooking(scope, { ...body, startsAt: momentOf(body.startsAt) });
      reply.code(201);
      return envelopedVersion(reply, booking, bookingView(booking, scope), scope.clock.now());
    },
  );

  app.get(
    '/bookings/:bookingId',
    {
      config: { permission: 'bookings:read' },
      schema: {
        operationId: 'getBooking',
        summary: 'Get a booking',
        tags,
        params: bookingParams,
        response: {
          200: success(bookingShape, { description: 'The booking.', headers: ['ETag'] }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params }, reply) => {
      const booking = await getBooking(scope, params.bookingId);
      return envelopedVersion(reply, booking, bookingView(booking, scope), scope.clock.now());
    },
  );

  app.patch(
    '/bookings/:bookingId',
    {
      config: { permission: 'bookings:write' },
      schema: {
        operationId: 'updateBooking',
        summary: 'Change a booking',
        description:
          'Only what is sent changes; lists are replaced whole, an empty text clears. Another time, place or number of attendees takes its places anew or answers 409 `slot_unavailable`. A status that may not follow answers 409 `invalid_transition` and names those that may.',
        tags,
        params: bookingParams,
        headers: Type.Object(ifMatchHeader),
        body: updateBookingBody,
        response: {
          200: success(bookingShape, {
            description: 'The booking, as changed.',
            headers: ['ETag'],
            example: changedBookingExample,
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, body, headers }, reply) => {
      const { version, startsAt, ...changes } = emptied(body, clearableBookingFields);
      const booking = await updateBooking(scope, params.bookingId, {
        ...changes,
        startsAt: momentOf(startsAt),
        version: versionOf(version, headers['if-match']),
      });
      return envelopedVersion(reply, booking, bookingView(booking, scope), scope.clock.now());
    },
  );

  app.delete(
    '/bookings/:bookingId',
    {
      config: { permission: 'bookings:delete' },
      schema: {
        operationId: 'deleteBooking',
        summary: 'Remove a booking',
        description: 'Only what was cancelled or rescheduled can be removed. It is not shown any more.',
        tags,
        params: bookingParams,
        headers: Type.Object(ifMatchHeader),
        response: { 204: noContent('The booking is removed.'), ...failures(404, 409) },
      },
    },
    async ({ scope, params, headers }, reply) => {
      await deleteBooking(scope, params.bookingId, versionOf(undefined, headers['if-match']));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/bookings/:bookingId/reschedule',
    {
      config: { permission: 'bookings:write' },
      schema: {
        operationId: 'rescheduleBooking',
        summary: 'Reschedule a booking',
        description:
          'Makes another booking in its place; the old one becomes `rescheduled`, and each names the other. To move a booking without a trace, change its time.',
        tags,
        params: bookingParams,
        body: rescheduleBookingBody,
        response: {
          201: success(bookingShape, {
            description: 'The new booking.',
            headers: ['ETag'],
            example: rescheduledBookingExample,
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, body }, reply) => {
      const booking = await rescheduleBooking(scope, params.bookingId, {
        ...body,
        startsAt: momentOf(body.startsAt),
      });
      reply.code(201);
      return envelopedVersion(reply, booking, bookingView(booking, scope), scope.clock.now());
    },
  );
}
