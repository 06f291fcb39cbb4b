// GET /bookings. Source: Spec, A, GET /bookings.
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { bookingStatuses } from '#core/bookings/booking.ts';
import { listOwnBookings } from '#core/bookings/listing/booking-list.ts';
import { bookingShape, bookingView } from '#http/customer-api/bookings/booking-view.ts';
import { enveloped, strict, success } from '#http/customer-api/envelope.ts';
import { failures } from '#http/customer-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';
import { invalidField } from '#kit/fault.ts';

const bookingsShape = Type.Object({
  bookings: Type.Array(bookingShape),
  hasMore: Type.Boolean({ description: 'Whether another page follows.' }),
  nextCursor: Type.Optional(Type.String({ description: 'Pass it as cursor to get the next page.' })),
});
const { examples } = bookingShape as { examples?: object[] };

/** When the parameter `upcoming` was given up, and from when on it may be gone (RFC 9745, RFC 8594; G-055). */
const upcomingDeprecation = {
  deprecation: `@${Date.parse('2026-04-01T00:00:00Z') / 1000}`,
  sunset: 'Sat, 01 May 2027 00:00:00 GMT',
};

/** The customer's own bookings. */
export async function bookings(app: Routes): Promise<void> {
  app.get(
    '/bookings',
    {
      config: { permission: 'any' },
      schema: {
        operationId: 'listOwnBookings',
        summary: 'List your bookings',
        description:
          'Those to come with `range=upcoming`, the next one first; otherwise the latest first. Without a profile there are none.',
        tags: ['Bookings'],
        querystring: strict({
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Bookings on a page.' }),
          cursor: Type.Optional(
            Type.String({ maxLength: 200, description: '`nextCursor` of the previous page.' }),
          ),
          status: Type.Optional(Type.Enum([...bookingStatuses], { description: 'Where they stand.' })),
          range: Type.Optional(
            Type.Enum(['upcoming', 'past'], {
              description: 'Those that have not ended, or those that have.',
            }),
          ),
          upcoming: Type.Optional(
            Type.Boolean({
              deprecated: true,
              description: 'The same as `range=upcoming`; send that instead.',
            }),
          ),
        }),
        response: {
          200: success(bookingsShape, {
            description: 'A page of bookings.',
            example: { bookings: examples, hasMore: false } as never,
            headers: ['Deprecation', 'Sunset', 'Link'],
          }),
          ...failures(),
        },
      },
    },
    async ({ scope, standing, query }, reply) => {
      const { upcoming, range, ...rest } = query;
      if (upcoming !== undefined) tellDeprecation(reply, scope.tools.urls.public);
      if (upcoming && range === 'past') {
        const message = 'asks for other bookings than range=past: send range alone.';
        throw invalidField('upcoming', message, 'conflicting_parameters');
      }
      const wanted = upcoming ? 'upcoming' : range;
      const page = await listOwnBookings(scope, standing.customerId, { ...rest, range: wanted });
      const { nextCursor } = page;
      return enveloped({
        bookings: page.bookings.map((booking) => bookingView(booking, scope)),
        hasMore: nextCursor !== undefined,
        nextCursor,
      });
    },
  );
}

function tellDeprecation(reply: FastifyReply, publicUrl: string): void {
  reply.headers({
    ...upcomingDeprecation,
    link: `<${publicUrl}/docs>; rel="deprecation"; type="text/html"`,
  });
}
