// Orders and bookings of an organization, as the application would have left them: past ones over and paid for, those
// to come with their places taken, and the totals of customers and companies what they come to.
import { openScope } from 'frontdesk/src/core/scope.ts';
import type { Parts } from 'frontdesk/src/parts.ts';
import type postgres from 'postgres';
import { withoutIndexes } from '#bench/seed/indexes.ts';
import type { Tenant } from '#bench/seed/seed.ts';
import { fillBookings } from './bookings.ts';
import { type DealSamples, fillDeals, sampleDeals, type TradeDays } from './deals.ts';
import { fillOrders } from './orders.ts';
import { makePlaces, type Places } from './places.ts';

/** What was made for an organization. */
export interface Trade extends Places, DealSamples {
  /** So many bookings, and as many orders. */
  count: number;
}

const tables = [
  ...['orders', 'order_items', 'order_payments', 'order_refunds', 'order_customers'],
  ...['bookings', 'booking_customers', 'booking_resources', 'occupancies'],
];

/** Whose trade to make, and for which days. */
export interface WantedTrade {
  tenant: Tenant;
  days: TradeDays;
}

/** Fills tables that nobody else is writing to, for each of these. Needs a superuser. */
export async function seedTrades(
  { platform }: Parts,
  sql: postgres.Sql,
  wanted: WantedTrade[],
): Promise<Trade[]> {
  const actor = { type: 'system', id: 'bench', name: 'Benchmark' } as const;
  const places: Places[] = [];
  for (const { tenant } of wanted)
    places.push(await makePlaces(openScope(platform, tenant.organization, actor)));
  return withoutIndexes(sql, tables, async () => {
    // Foreign keys need no check: every row is made of rows that are there.
    await sql`set session_replication_role = replica`;
    await sql`set work_mem = '256MB'`;
    const trades: Trade[] = [];
    for (const [place, one] of wanted.entries()) trades.push(await fill(sql, one, places[place]!));
    await sql`reset session_replication_role`;
    await sql`reset work_mem`;
    return trades;
  });
}

async function fill(sql: postgres.Sql, { tenant, days }: WantedTrade, places: Places): Promise<Trade> {
  const now = new Date();
  const organizationId = tenant.organization.id;
  const count = await fillDeals(sql, tenant, places, days, now);
  await fillOrders(sql, organizationId);
  await fillBookings(sql, organizationId, { staff: places.staff, now });
  const samples = await sampleDeals(sql);
  await sql`drop table deals`;
  await sql`
    insert into number_counters (organization_id, kind, last_number)
    values (${organizationId}, 'order', ${count}), (${organizationId}, 'booking', ${count})
  `;
  return { ...places, ...samples, count };
}
