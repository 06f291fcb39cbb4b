// Conflicts under load: many ask for the same places at once, and in the end no more is taken than there is.
import postgres from 'postgres';
import type { BusyHall } from '#bench/seed/busy-day.ts';
import type { Tenant } from '#bench/seed/seed.ts';
import { bookingsPath } from './booking-cases.ts';

/** What came of a rush. */
export interface Rush {
  requests: number;
  /** How many got a place, and how many were told that there is none left. */
  booked: number;
  refused: number;
  /** Moments at which more is taken of something than it has, over the whole organization. */
  overbooked: number;
}

const rivals = 8;
const atOnce = 32;
const dayMs = 86_400_000;
const daysAhead = 30;

/**
 * Sends eight requests for each place and time of a day, side by side. Throws for any answer that is neither a booking
 * nor that there is no place, and when a place went to more or fewer than it has room for.
 */
export async function rush(url: string, { apiKey }: Tenant, { shared }: BusyHall): Promise<Rush> {
  const { id: serviceId, tableIds, capacity, minutes } = shared;
  const day = Math.floor(Date.now() / dayMs + daysAhead) * dayMs;
  const times = Array.from(
    { length: (24 * 60) / minutes },
    (_, place) => new Date(day + place * minutes * 60_000),
  );
  const wishes = times.flatMap((startsAt) => tableIds.map((sublocationId) => ({ startsAt, sublocationId })));
  const bodies = wishes.flatMap((wish) => Array.from({ length: rivals }, () => ({ serviceId, ...wish })));
  const result = { requests: bodies.length, booked: 0, refused: 0, overbooked: 0 };
  const waiting = bodies.values();
  async function work() {
    for (const body of waiting) {
      const answer = await fetch(url + bookingsPath, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (answer.status === 201) result.booked += 1;
      else if (answer.status === 409 && text.includes('"slot_unavailable"')) result.refused += 1;
      else throw new Error(`A booking was answered ${answer.status}: ${text}`);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  const room = wishes.length * capacity;
  if (result.booked !== room) throw new Error(`${result.booked} bookings were made of ${room} places.`);
  return result;
}

/** Counts the moments at which more is taken of a sublocation than it has. */
export async function countOverbooked(databaseUrl: string, organizationId: string): Promise<number> {
  const sql = postgres(databaseUrl, { max: 1, fetch_types: false });
  try {
    const [row] = await sql<{ count: number }[]>`
      with taken as (
        select o.resource_id, o.starts_at, o.ends_at, s.capacity, case when is_whole then s.capacity else quantity end as quantity
        from occupancies o
        join sublocations s on s.organization_id = o.organization_id and s.id = o.resource_id
        where o.organization_id = ${organizationId}
      ), steps as (
        select resource_id, capacity, starts_at as at, quantity from taken
        union all
        select resource_id, capacity, ends_at, -quantity from taken
      ), levels as (
        select capacity, sum(quantity) over (partition by resource_id order by at, quantity rows unbounded preceding) as level
        from steps
      )
      select count(*)::integer as count from levels where level > capacity
    `;
    return row!.count;
  } finally {
    await sql.end();
  }
}
