// Listing bookings: filters, pages, and what there is to choose from.
import type { Booking, BookingStatus } from '#core/bookings/booking.ts';
import {
  type BookingFilter,
  findOwnPlace,
  selectBookings,
  selectCalendar,
  selectOwnBookings,
} from '#core/bookings/booking-list-queries.ts';
import type { Scope } from '#core/scope.ts';
import { type Page, pageOf, readCursor, readMomentCursor, writeMomentCursor } from '#kit/cursor.ts';
import { invalidField } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

/** Which bookings, and which page of them. */
export interface BookingQuery extends BookingFilter {
  /** 1 to 100. */
  limit: number;
  cursor?: string | undefined;
  /** Those that start at this moment or later; with `from` or `to` the list is in the order of starts. */
  from?: Date | undefined;
  /** Those that start before this moment. */
  to?: Date | undefined;
}

/**
 * One page of bookings: newest first, or, with `from` or `to`, in the order of their start like a calendar. Throws
 * `invalid_cursor`, and `invalid_field` for a time that ends before it begins. Source: Spec, C, GET /bookings.
 */
export async function listBookings(scope: Scope, query: BookingQuery): Promise<Page<Booking>> {
  const { limit, cursor, from, to, ...filter } = query;
  if (from && to && to <= from) throw invalidField('to', 'must be later than from.');
  if (!from && !to) {
    const after = cursor === undefined ? undefined : readCursor(cursor);
    return pageOf(await scope.read((tx) => selectBookings(tx, filter, { after, count: limit + 1 })), limit);
  }
  const after = cursor === undefined ? undefined : readMomentCursor(cursor);
  const page = { ...(from && { from }), ...(to && { to }), after, count: limit + 1 };
  const found = await scope.read((tx) => selectCalendar(tx, filter, page));
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return {
    items,
    nextCursor: hasMore ? writeMomentCursor({ moment: last.startsAt, id: last.id }) : undefined,
  };
}

/** Bookings to choose from, newest first: number, service and day. */
export async function listBookingOptions(
  scope: Scope,
  query: { limit: number; search?: string | undefined },
): Promise<{ id: string; name: string }[]> {
  const { items } = await listBookings(scope, query);
  return items.map(({ id, bookingNumber, serviceName, date, startTime }) => ({
    id,
    name: `${bookingNumber} ${serviceName}, ${date} ${startTime}`,
  }));
}

/** Which of the customer's own bookings. */
export interface OwnBookingQuery {
  /** 1 to 100. */
  limit: number;
  /** Id of the last booking of the page before. */
  cursor?: string | undefined;
  status?: BookingStatus | undefined;
  range?: 'upcoming' | 'past' | undefined;
}

/** One page of a customer's own bookings; `nextCursor` is the id of its last one. */
export interface OwnBookingPage {
  bookings: Booking[];
  nextCursor: string | undefined;
}

/**
 * The bookings that name a customer: those to come first to last, otherwise last to first (G-054). Without a profile
 * there are none. Throws `invalid_cursor` for an id that is not a booking of the customer. Source: Spec, A, GET /bookings.
 */
export async function listOwnBookings(
  scope: Scope,
  customerId: string | undefined,
  { limit, cursor, status, range }: OwnBookingQuery,
): Promise<OwnBookingPage> {
  if (customerId === undefined) {
    if (cursor !== undefined) throw foreignCursor();
    return { bookings: [], nextCursor: undefined };
  }
  const found = await scope.read(async (tx) => {
    const after =
      cursor !== undefined && isUuid(cursor) ? await findOwnPlace(tx, customerId, cursor) : undefined;
    if (cursor !== undefined && !after) throw foreignCursor();
    return selectOwnBookings(tx, customerId, {
      status,
      range,
      now: scope.clock.now(),
      after,
      count: limit + 1,
    });
  });
  const bookings = found.slice(0, limit);
  return { bookings, nextCursor: found.length > limit ? bookings.at(-1)?.id : undefined };
}

function foreignCursor() {
  return invalidField('cursor', 'must be the nextCursor of the previous page.', 'invalid_cursor');
}
