// What orders and bookings are made of: a table with a row for each order and the booking it sells. What differs between
// rows is spread by primes and not by chance, the same in every run.
import type postgres from 'postgres';
import { makeIdFunction } from '#bench/seed/moments.ts';
import { firstMade } from '#bench/seed/people.ts';
import type { Tenant } from '#bench/seed/seed.ts';
import { bookingMinutes, type Places } from './places.ts';

/** From how many days ago until how many days from now an organization's desks are booked. */
export interface TradeDays {
  past: number;
  ahead: number;
}

/** On each day; in three years they come to a million. */
const dealsPerDay = 914;
/** The first customer has one of so many deals, the second has this many of all. */
const regularShare = 100;
const rareCount = 5;
/** One of so many customers has deals at all. */
const customersForOneWithDeals = 20;

const startsPerDay = 30;
const firstStart = '6 hours';
const dayMs = 86_400_000;

/** Makes the temporary table `deals`, in the order of starts, and returns how many they are. */
export async function fillDeals(
  sql: postgres.Sql,
  { customers }: Tenant,
  places: Places,
  { past, ahead }: TradeDays,
  now: Date,
): Promise<number> {
  const days = past + ahead;
  const count = days * dealsPerDay;
  const firstDay = new Date(Math.floor(now.getTime() / dayMs - past) * dayMs);
  const desks = places.sublocations.length;
  const slotsPerDay = startsPerDay * desks;
  const fromSecond = Math.floor(count / rareCount);
  const withDeals = Math.floor(customers / customersForOneWithDeals);
  await makeIdFunction(sql);
  await sql`
    create temp table desks as
    select (place - 1)::integer as place, id, location_id
    from unnest(${places.sublocations.map(({ id }) => id)}::uuid[],
      ${places.sublocations.map(({ locationId }) => locationId)}::uuid[]) with ordinality as s (id, location_id, place)
  `;
  await sql`
    create temp table deals as
    with numbered as (
      select n, n * ${days * slotsPerDay}::bigint / ${count}::integer as slot
      from generate_series(0::bigint, ${count - 1}::bigint) as n
    ), started as (
      select n, slot % ${desks} as desk, ${firstDay}::timestamptz + slot / ${slotsPerDay} * interval '1 day'
        + interval '${sql.unsafe(firstStart)}'
        + slot % ${slotsPerDay} / ${desks} * ${bookingMinutes} * interval '1 minute' as starts_at
      from numbered
    ), dated as (
      select *, least(starts_at, ${now}::timestamptz) - (n * 7919 % 720 + 1) * interval '1 hour' as made_at from started
    )
    select n, starts_at, starts_at + interval '1 minute' * ${bookingMinutes} as ends_at, made_at,
      pg_temp.id_at(made_at, 3 * n) as order_id, pg_temp.id_at(made_at, 3 * n + 1) as item_id,
      pg_temp.id_at(made_at, 3 * n + 2) as booking_id, d.location_id, d.id as sublocation_id,
      case when n % 2 = 0 then ${places.everywhere}::uuid
        else (${places.inOneLocation}::uuid[])[desk * ${places.inOneLocation.length} / ${desks} + 1] end as service_id,
      pg_temp.id_at(${new Date(firstMade)}::timestamptz + interval '1 minute' * (
        case when n % ${regularShare} = 0 then 1 when n % ${fromSecond} = 1 then 2
          else 3 + n * 7919 % ${withDeals} end), 0) as customer_id,
      case when n % 10 = 3 then (${places.companies}::uuid[])[n / 10 % ${places.companies.length} + 1] end as company_id,
      (n * 7919 + n / 100 * 31) % 100 as order_lot, (n * 104729 + n / 100 * 17) % 100 as booking_lot
    from dated join desks d on d.place = desk
  `;
  await sql`drop table desks`;
  return count;
}

/** Record ids out of all over the deals, in the orders of the lists. */
export interface DealSamples {
  /** The newest first. */
  orders: string[];
  bookings: string[];
  /** The first customer's: orders the newest first, bookings the last start first. */
  ordersOfFirst: string[];
  bookingsOfFirst: string[];
}

const sampleSize = 500;

/** Some of the deals. */
export async function sampleDeals(sql: postgres.Sql): Promise<DealSamples> {
  const ofFirst = sql`where n % ${regularShare} = 0`;
  async function sample(id: 'order_id' | 'booking_id', order: string, chosen = sql``): Promise<string[]> {
    const rows = await sql<{ id: string }[]>`
      select id from (
        select ${sql(id)} as id, row_number() over (order by ${sql(order)} desc) as place, count(*) over () as count
        from deals ${chosen}
      ) numbered
      where place % greatest(1, count / ${sampleSize}) = 0 order by place
    `;
    return rows.map((row) => row.id);
  }
  return {
    orders: await sample('order_id', 'order_id'),
    bookings: await sample('booking_id', 'booking_id'),
    ordersOfFirst: await sample('order_id', 'order_id', ofFirst),
    bookingsOfFirst: await sample('booking_id', 'starts_at', ofFirst),
  };
}
