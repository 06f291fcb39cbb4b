// Fills a database with the benchmark's organizations: one with a great many customers, one of a usual size, and many
// small ones. Rows go in through COPY as the application would have written them.
import { once } from 'node:events';
import { createApiKey } from 'frontdesk/src/core/api-keys/api-keys.ts';
import type { Organization } from 'frontdesk/src/core/organizations/organization.ts';
import { createOrganization } from 'frontdesk/src/core/organizations/organizations.ts';
import { openScope } from 'frontdesk/src/core/scope.ts';
import type { Parts } from 'frontdesk/src/parts.ts';
import postgres from 'postgres';
import { customerLines, emailLines, phoneLines } from './copy-lines.ts';
import { withoutTextIndexes } from './indexes.ts';
import type { TradeDays } from './trade/deals.ts';
import { seedTrades, type Trade } from './trade/trade.ts';

/** How many customers and organizations to make. */
export interface Sizes {
  /** Customers of the great organization. */
  great: number;
  /** Customers of the one of a usual size. */
  usual: number;
  /** Organizations beside these two. */
  small: number;
  /** Customers of each of them. */
  inSmall: number;
  /** Days of orders and bookings in the great one and in the usual one. */
  tradeDays: { great: TradeDays; usual: TradeDays };
}

/** An organization to ask about, with a key that may do everything. */
export interface Tenant {
  organization: Organization;
  apiKey: string;
  customers: number;
}

/** One that takes bookings. */
export interface TradingTenant extends Tenant {
  trade: Trade;
}

/** What was made. */
export interface Seeded {
  great: TradingTenant;
  usual: TradingTenant;
  /** Some of the small ones. */
  small: Tenant[];
}

const smallWithKeys = 100;

/** Fills the migrated database behind `parts`. */
export async function seed(parts: Parts, databaseUrl: string, sizes: Sizes): Promise<Seeded> {
  const great = await makeTenant(parts, 'great', sizes.great);
  const usual = await makeTenant(parts, 'usual', sizes.usual);
  const small: Tenant[] = [];
  for (let place = 0; place < Math.min(smallWithKeys, sizes.small); place += 1) {
    small.push(await makeTenant(parts, `small-${place}`, sizes.inSmall));
  }
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  let trades: Trade[];
  try {
    const others = await insertOrganizations(sql, sizes.small - small.length);
    const counts = new Map([great, usual, ...small].map((one) => [one.organization.id, one.customers]));
    for (const id of others) counts.set(id, sizes.inSmall);
    trades = await withoutTextIndexes(sql, ['customers'], async () => {
      await copyCustomers(sql, counts);
      return seedTrades(parts, sql, [
        { tenant: great, days: sizes.tradeDays.great },
        { tenant: usual, days: sizes.tradeDays.usual },
      ]);
    });
    await setCounters(sql);
    await sql`vacuum analyze`;
    await sql`checkpoint`;
  } finally {
    await sql.end();
  }
  const [ofGreat, ofUsual] = trades as [Trade, Trade];
  return { great: { ...great, trade: ofGreat }, usual: { ...usual, trade: ofUsual }, small };
}

async function makeTenant({ db, platform }: Parts, slug: string, customers: number): Promise<Tenant> {
  const input = { name: `The ${slug} house`, slug, countryCode: 'DE', currency: 'EUR' };
  const organization = await createOrganization(db, platform.clock, input);
  const scope = openScope(platform, organization, { type: 'system', id: 'bench', name: 'Benchmark' });
  const { secret } = await createApiKey(scope, { name: 'Benchmark' });
  return { organization, apiKey: secret, customers };
}

async function insertOrganizations(sql: postgres.Sql, count: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into organizations (id, slug, name, country_code, time_zone, currency, created_at, updated_at)
    select gen_random_uuid(), 'house-' || place, 'House ' || place, 'DE', 'Europe/Berlin', 'EUR', now(), now()
    from generate_series(1, ${count}) place returning id
  `;
  return rows.map(({ id }) => id);
}

async function copyCustomers(sql: postgres.Sql, counts: Map<string, number>): Promise<void> {
  await copy(
    sql`
      copy customers (organization_id, id, customer_number, first_name, last_name, display_name, status, source,
        total_orders, total_spent_minor, lifetime_value_minor, last_order_at, marketing_opt_in, search_text,
        created_at, updated_at) from stdin
    `,
    customerLines(counts),
  );
  await copy(
    sql`copy customer_emails (organization_id, customer_id, position, address, is_primary) from stdin`,
    emailLines(counts),
  );
  await copy(
    sql`copy customer_phones (organization_id, customer_id, position, number, is_primary) from stdin`,
    phoneLines(counts),
  );
}

async function copy(
  statement: postgres.PendingQuery<postgres.Row[]>,
  lines: Iterable<string>,
): Promise<void> {
  const stream = await statement.writable();
  for (const text of lines) {
    if (!stream.write(text)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
}

async function setCounters(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into number_counters (organization_id, kind, last_number)
    select organization_id, 'customer', count(*) from customers group by organization_id
  `;
}
