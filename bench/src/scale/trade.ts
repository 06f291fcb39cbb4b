// What a million orders and bookings in one organization do to single requests: lists and what narrows them, a customer's
// own history, a day's calendar, and what is free in thirty days.
import { customerIdAt } from '#bench/seed/people.ts';
import type { TradingTenant } from '#bench/seed/seed.ts';
import type { OwnTokens } from '#bench/seed/trade/own-tokens.ts';
import {
  around,
  cursorsOf,
  dateIn,
  type Kind as KindIn,
  measureFew,
  measureKinds,
  measurePages,
  momentIn,
  narrowed,
  type Scaled,
  type ScaledGroup,
  type ScaleRun,
  sinceMoments,
  within,
} from './measure.ts';

type Kind = KindIn<TradingTenant>;

/** What signed-in customers of the two organizations hold. */
export interface TradeTokens {
  great: OwnTokens;
  usual: OwnTokens;
}

/**
 * Measures requests about orders and bookings. The organization of a usual size has as many bookings a day, for fewer
 * days, so that the same request has as much to answer there.
 */
export async function measureTrade(run: ScaleRun, tokens: TradeTokens): Promise<ScaledGroup[]> {
  const { great, usual } = run.seeded;
  const count = great.trade.count.toLocaleString('en');
  const there = `as among ${usual.trade.count.toLocaleString('en')}`;
  return [
    {
      title: `Pages of ${count} orders`,
      rows: await measurePages(run, great, '/orders', cursorsOf(great.trade.orders)),
    },
    { title: `Orders narrowed, ${there}`, rows: await measureKinds(run, run.seeded, narrowedOrders) },
    {
      title: `Pages of ${count} bookings`,
      rows: await measurePages(run, great, '/bookings', cursorsOf(great.trade.bookings)),
    },
    { title: `Bookings narrowed, ${there}`, rows: await measureKinds(run, run.seeded, narrowedBookings) },
    { title: `Calendar and availability, ${there}`, rows: await measureKinds(run, run.seeded, byDay) },
    { title: 'A customer’s own history', rows: await measureHistory(run, tokens) },
  ];
}

const narrowedOrders: Record<string, Kind> = {
  ...narrowed('/orders', { 'status completed': 'status=completed', 'status draft': 'status=draft' }),
  ...narrowed('/orders', { 'payment pending': 'paymentStatus=pending' }),
  ...narrowed('/orders', { 'payment refunded, completed: none': 'paymentStatus=refunded&status=completed' }),
  ...ofSomebody('/orders'),
  ...narrowed('/orders', sinceMoments()),
};

const narrowedBookings: Record<string, Kind> = {
  ...narrowed('/bookings', { 'status confirmed': 'status=confirmed', 'status no_show': 'status=no_show' }),
  ...narrowed('/bookings', { 'on the waiting list: none': 'status=waiting_list' }),
  ...ofSomebody('/bookings'),
  ...narrowed('/bookings', sinceMoments()),
  'of a service': ({ trade }) => trade.inOneLocation.map((id) => `/bookings?serviceId=${id}`),
  'of a sublocation': ({ trade }) => trade.sublocations.map(({ id }) => `/bookings?sublocationId=${id}`),
  'of somebody on the staff': ({ trade }) => trade.staff.map((id) => `/bookings?staffId=${id}`),
  'of somebody on the staff, confirmed': ({ trade }) =>
    trade.staff.map((id) => `/bookings?staffId=${id}&status=confirmed`),
  'of somebody on the staff, changed since yesterday': ({ trade }) =>
    trade.staff.map((id) => `/bookings?staffId=${id}&updatedAfter=${momentIn(-1)}`),
};

const byDay: Record<string, Kind> = {
  'a day, 100 bookings': () =>
    daysAround(7, (day) => `/bookings?limit=100&from=${momentIn(day)}&to=${momentIn(day + 1)}`),
  'a day of a sublocation': ({ trade }) =>
    trade.sublocations.map(
      ({ id }) => `/bookings?limit=100&sublocationId=${id}&from=${momentIn(2)}&to=${momentIn(3)}`,
    ),
  'a day of somebody on the staff': ({ trade }) =>
    trade.staff.map((id) => `/bookings?limit=100&staffId=${id}&from=${momentIn(2)}&to=${momentIn(3)}`),
  'a day of a status': () =>
    daysAround(7, (day) => `/bookings?status=cancelled&from=${momentIn(day)}&to=${momentIn(day + 1)}`),
  'free for 30 days, a service with 50 sublocations': ({ trade }) => [
    `/availability?serviceId=${trade.everywhere}&from=${dateIn(1)}&to=${dateIn(30)}`,
  ],
  'free for 30 days, one of its sublocations': ({ trade }) =>
    trade.sublocations.map(
      ({ id }) =>
        `/availability?serviceId=${trade.everywhere}&sublocationId=${id}&from=${dateIn(1)}&to=${dateIn(30)}`,
    ),
};

function ofSomebody(list: string): Record<string, Kind> {
  return {
    'of a customer with one of a hundred': () => [`${list}?customerId=${customerIdAt(1)}`],
    'of a customer with five': () => [`${list}?customerId=${customerIdAt(2)}`],
    'of a company': ({ trade }) => trade.companies.map((id) => `${list}?companyId=${id}`),
  };
}

function daysAround<Item>(count: number, itemOf: (day: number) => Item): Item[] {
  return Array.from({ length: count }, (_, place) => itemOf(place - 3));
}

/** The customer with one of a hundred deals, and the one with five: first pages, and pages at depth. */
async function measureHistory(run: ScaleRun, tokens: TradeTokens): Promise<Scaled[]> {
  const { great } = run.seeded;
  const rows: Scaled[] = [];
  for (const list of ['/orders', '/bookings', '/bookings?range=upcoming', '/bookings?range=past']) {
    for (const who of ['first', 'second'] as const) {
      const requestsIn = ({ [who]: token }: OwnTokens) => [own(list, token)];
      const title = `${list} of a customer with ${who === 'first' ? 'one of a hundred' : 'five'}`;
      const base = await measureFew(run, title, requestsIn(tokens.usual));
      rows.push(within(2, base, await measureFew(run, title, requestsIn(tokens.great))));
    }
  }
  for (const [list, ids] of Object.entries({
    '/orders': great.trade.ordersOfFirst,
    '/bookings': great.trade.bookingsOfFirst,
  })) {
    const first = await measureFew(run, `${list}, the first page`, [own(list, tokens.great.first)]);
    const pages = around(ids, 0.9).map((id) => own(`${list}?cursor=${id}`, tokens.great.first));
    rows.push(within(2, first, await measureFew(run, `${list}, after 90 %`, pages)));
  }
  return rows;
}

function own(path: string, token: string) {
  return {
    method: 'GET' as const,
    path: `/api/client/v1${path}`,
    headers: { authorization: `Bearer ${token}` },
  };
}
