// The statements about orders and bookings whose plans are taken down.
import { selectTakenTimes } from 'frontdesk/src/core/bookings/availability/availability-queries.ts';
import {
  type BookingFilter,
  selectBookings,
  selectCalendar,
  selectOwnBookings,
} from 'frontdesk/src/core/bookings/listing/booking-list-queries.ts';
import { needOfSublocation, type Wish } from 'frontdesk/src/core/bookings/occupancy/occupancy.ts';
import { selectPeaks } from 'frontdesk/src/core/bookings/occupancy/occupancy-queries.ts';
import {
  type OrderSelection,
  selectOrders,
  selectOwnOrders,
} from 'frontdesk/src/core/orders/order-list-queries.ts';
import type { Tx } from 'frontdesk/src/db/tx.ts';
import { customerIdAt } from '#bench/seed/people.ts';
import type { Trade } from '#bench/seed/trade/trade.ts';

const dayMs = 86_400_000;
const count = 51;

/** By title. */
export function tradeWorks(trade: Trade): Record<string, (tx: Tx) => Promise<unknown>> {
  const now = new Date();
  const [from, inAMonth] = [1, 31].map((days) => new Date(Math.floor(now.getTime() / dayMs + days) * dayMs));
  const day = { from: from!, to: new Date(from!.getTime() + dayMs) };
  const yesterday = new Date(now.getTime() - dayMs);
  const [often, seldom] = [customerIdAt(1), customerIdAt(2)];
  const [companyId, sublocations] = [trade.companies[0]!, trade.sublocations];
  const orders = (selection: Omit<OrderSelection, 'count'>) => (tx: Tx) =>
    selectOrders(tx, { count, ...selection });
  const bookings = (filter: BookingFilter, after?: string) => (tx: Tx) =>
    selectBookings(tx, filter, { after, count });
  const wish: Wish = {
    ...{ serviceId: trade.everywhere, from: new Date(day.from.getTime() + dayMs / 2) },
    until: new Date(day.from.getTime() + dayMs / 2 + 1_800_000),
    choices: [sublocations.map(({ id }) => needOfSublocation(exclusive, { id, capacity: 1 }, 1))],
  };
  return {
    'Orders: a page from the middle': orders({ after: trade.orders[trade.orders.length / 2] }),
    'Orders of a status that few have': orders({ status: 'draft' }),
    'Orders with a payment pending': orders({ paymentStatus: 'pending' }),
    'Orders of a customer with one of a hundred': orders({ customerId: often }),
    'Orders of a customer with five': orders({ customerId: seldom }),
    'Orders of a company': orders({ companyId }),
    'Orders changed since yesterday': orders({ updatedAfter: yesterday }),
    'A customer’s own orders, one of a hundred': (tx) => selectOwnOrders(tx, often, { count }),
    'Bookings: a page from the middle': bookings({}, trade.bookings[trade.bookings.length / 2]),
    'Bookings of a status that few have': bookings({ status: 'no_show' }),
    'Bookings of a customer with one of a hundred': bookings({ customerId: often }),
    'Bookings of a customer with five': bookings({ customerId: seldom }),
    'Bookings of a company': bookings({ companyId }),
    'Bookings of a service': bookings({ serviceId: trade.inOneLocation[0] }),
    'Bookings changed since yesterday': bookings({ updatedAfter: yesterday }),
    'A customer’s own bookings, one of a hundred': (tx) => selectOwnBookings(tx, often, { now, count }),
    'A customer’s own bookings that come': (tx) =>
      selectOwnBookings(tx, often, { range: 'upcoming', now, count }),
    'A day’s calendar': (tx) => selectCalendar(tx, {}, { ...day, count: 101 }),
    'A day’s calendar of a sublocation': (tx) =>
      selectCalendar(tx, { sublocationId: sublocations[0]!.id }, { ...day, count: 101 }),
    'What is taken of 50 sublocations in 30 days': (tx) =>
      selectTakenTimes(tx, {
        ...{ serviceId: trade.everywhere, resourceIds: sublocations.map(({ id }) => id) },
        ...{ from: from!, until: inAMonth!, now },
      }),
    'What is taken of 50 sublocations at a time': (tx) => selectPeaks(tx, wish, now),
  };
}

const exclusive = { capacity: 1, capacityMode: 'exclusive' } as const;
