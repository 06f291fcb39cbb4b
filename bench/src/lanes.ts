// What it costs to tell the database whose organization a query is for, in four ways, on the same query and the same
// number of connections: docs/decisions/0003-lanes.md rests on these figures.
import { findCustomerById } from 'frontdesk/src/core/customers/customer-queries.ts';
import { openDatabase } from 'frontdesk/src/db/database.ts';
import { tenantRole } from 'frontdesk/src/db/lanes.ts';
import type { Tx } from 'frontdesk/src/db/tx.ts';
import postgres from 'postgres';
import { median } from '#bench/load/load.ts';
import { peopleOf } from '#bench/seed/people.ts';
import type { Seeded, Tenant } from '#bench/seed/seed.ts';

/** One way. */
export interface Way {
  title: string;
  /** Queries a second. */
  rate: number;
  /** Against the query alone, without tenancy: the median of ratios within one round. */
  share: number;
}

type Get = (organizationId: string, id: string) => Promise<unknown>;

const connections = 10;
const atOnce = 32;
const sliceMs = 500;

/** Gets customers in each way, in turns, first of one organization, then of many. */
export async function measureLanes(databaseUrl: string, seeded: Seeded, rounds: number) {
  const database = await openDatabase({ url: databaseUrl, dataDir: '', connections });
  const walled = openPool(databaseUrl, { role: tenantRole });
  const plain = postgres(databaseUrl, { max: connections, fetch_types: false });
  const ways: Record<string, Get> = {
    'the query alone, no tenancy': (organizationId, id) => findCustomerById(bind(plain, organizationId), id),
    'lanes: the session remembers': (organizationId, id) =>
      database.read(organizationId, (tx) => findCustomerById(tx, id)),
    'BEGIN, setting, query, COMMIT in one flight': (organizationId, id) =>
      walled.use((sql) => inOneFlight(sql, organizationId, id)),
    'BEGIN, setting, query, COMMIT, each awaited': (organizationId, id) =>
      walled.use((sql) => eachAwaited(sql, organizationId, id)),
  };
  try {
    return [
      { title: 'one organization', ways: await compare(ways, [seeded.usual], rounds) },
      {
        title: `${seeded.small.length} organizations in turns`,
        ways: await compare(ways, seeded.small, rounds),
      },
    ];
  } finally {
    await Promise.all([database.close(), walled.close(), plain.end()]);
  }
}

async function inOneFlight(sql: postgres.Sql, organizationId: string, id: string) {
  const [, , customer] = await Promise.all([
    sql`begin`,
    sql`select set_config('app.organization_id', ${organizationId}, true)`,
    findCustomerById(bind(sql, organizationId), id),
    sql`commit`,
  ]);
  return customer;
}

async function eachAwaited(sql: postgres.Sql, organizationId: string, id: string) {
  await sql`begin`;
  await sql`select set_config('app.organization_id', ${organizationId}, true)`;
  const customer = await findCustomerById(bind(sql, organizationId), id);
  await sql`commit`;
  return customer;
}

function bind(sql: postgres.Sql, organizationId: string): Tx {
  const tx = ((template, ...values) => sql(template, ...(values as never[]))) as Tx;
  return Object.assign(tx, { organizationId });
}

/** Connections that are lent to one user at a time. */
function openPool(databaseUrl: string, session: object) {
  const options = { max: 1, fetch_types: false, max_lifetime: null, connection: session };
  const free = Array.from({ length: connections }, () => postgres(databaseUrl, options));
  const all = [...free];
  const waiting: ((sql: postgres.Sql) => void)[] = [];
  return {
    async use<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
      const sql = free.pop() ?? (await new Promise<postgres.Sql>((resolve) => waiting.push(resolve)));
      try {
        return await work(sql);
      } finally {
        const next = waiting.shift();
        if (next) next(sql);
        else free.push(sql);
      }
    },
    close: () => Promise.all(all.map((sql) => sql.end())),
  };
}

async function compare(ways: Record<string, Get>, tenants: Tenant[], rounds: number): Promise<Way[]> {
  const asked = tenants.flatMap(({ organization, customers }) =>
    [...peopleOf(organization.id, Math.min(customers, 1_000))].map(
      ({ id }) => [organization.id, id] as const,
    ),
  );
  const rates = new Map<string, number[]>(Object.keys(ways).map((title) => [title, []]));
  for (const get of Object.values(ways)) await rateOf(get, asked);
  for (let round = 0; round < rounds; round += 1) {
    for (const [title, get] of Object.entries(ways)) rates.get(title)!.push(await rateOf(get, asked));
  }
  const [base] = [...rates.values()];
  return [...rates].map(([title, measured]) => ({
    title,
    rate: median(measured),
    share: median(measured.map((rate, round) => rate / base![round]!)),
  }));
}

async function rateOf(get: Get, asked: (readonly [organizationId: string, id: string])[]): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  async function work() {
    while (performance.now() - startedAt < sliceMs) {
      // A stride that is prime to the length: neighbours in time are not neighbours in the list.
      const [organizationId, id] = asked[(count * 7_919) % asked.length]!;
      count += 1;
      await get(organizationId, id);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return (count * 1_000) / (performance.now() - startedAt);
}
