// Listing bookings: filters, pages, and what there is to choose from.
import type { Booking, BookingStatus } from '#core/bookings/booking.ts';
import {
  type BookingFilter,
  findOwnPlace,
  selectBookings,
  selectCalendar,
  selectOwnBookings,
} from '#core/bookings/listing/booking-list-queries.ts';
import { selectBookingsOf } from '#core/bookings/listing/booking-option-queries.ts';
import { listCustomerOptions } from '#core/customers/customer-list.ts';
import { numberSearched } from '#core/organizations/numbers.ts';
import type { Scope } from '#core/scope.ts';
import { listServiceOptions } from '#core/services/services.ts';
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

/**
 * Bookings to choose from, newest first: number, service and day. A search is for a number, with or without its prefix,
 * a confirmation code or an id in the caller's system, or else for the customers or the service (G-220).
 */
export async function listBookingOptions(
  scope: Scope,
  query: { limit: number; search?: string | undefined },
): Promise<{ id: string; name: string }[]> {
  const { limit, search } = query;
  const named = await listBookings(scope, {
    limit,
    search: search && (numberSearched('booking', search) ?? search),
  });
  const bookings =
    search && named.items.length === 0 ? await bookingsAbout(scope, search, limit) : named.items;
  return bookings.map(({ id, bookingNumber, serviceName, date, startTime }) => ({
    id,
    name: `${bookingNumber} ${serviceName}, ${date} ${startTime}`,
  }));
}

async function bookingsAbout(scope: Scope, search: string, limit: number): Promise<Booking[]> {
  const [customers, services] = await Promise.all([
    listCustomerOptions(scope, { limit: 100, search }),
    listServiceOptions(scope, { limit: 20, search }),
  ]);
  const subjects = { customerIds: customers.map(({ id }) => id), serviceIds: services.map(({ id }) => id) };
  return scope.read((tx) => selectBookingsOf(tx, subjects, limit));
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
