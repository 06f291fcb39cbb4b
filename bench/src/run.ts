// The benchmark, and its table of contents. `npm run bench` measures everything and writes docs/benchmarks.md and
// docs/query-plans.md; `npm run bench -- get list` measures some topics, and `--quick` a small database for a short
// while: both only print. `--profile FOLDER` also writes a processor profile of Frontdesk for each case.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from 'frontdesk/src/config.ts';
import { openParts, type Parts } from 'frontdesk/src/parts.ts';
import { startPostgres } from 'frontdesk/test/postgres-server.ts';
import { startLoadGenerator } from '#bench/load/load.ts';
import { productionSettings, startFrontdesk } from '#bench/load/processes.ts';
import { countingSettings } from '#bench/load/statement-counter.ts';
import { seedBusyHall } from '#bench/seed/busy-day.ts';
import { type Seeded, type Sizes, seed } from '#bench/seed/seed.ts';
import { type SignIns, seedSignIns } from '#bench/seed/sign-ins.ts';
import { seedOwnTokens } from '#bench/seed/trade/own-tokens.ts';
import { measureCases } from '#bench/shares/run-cases.ts';
import { measureLanes } from './lanes.ts';
import { recordPlans } from './plans.ts';
import {
  benchmarksDocument,
  lanesSection,
  plansDocument,
  type Section,
  scaleSection,
  startUpSection,
  surroundingsText,
  ticketsSection,
} from './report.ts';
import { measureCustomers } from './scale/customers.ts';
import type { ScaledGroup, ScaleRun } from './scale/measure.ts';
import { measureTrade } from './scale/trade.ts';
import { measureStartUp } from './startup.ts';
import { measureTickets } from './tickets.ts';

const signInCases = ['refresh-grant', 'refresh', 'userinfo', 'profile'];
const cases = ['get', 'list', 'search', 'create', ...signInCases, 'book'];
const topics = [...cases, 'scale', 'trade', 'plans', 'lanes', 'startup', 'tickets'];

interface Effort {
  sizes: Sizes;
  /** Pairs of slices in a case, rounds of the ways, seconds of each kind of single request, starts. */
  pairs: number;
  rounds: number;
  seconds: number;
  starts: number;
  /** Of each kind. */
  tickets: number;
}

const whole: Effort = {
  sizes: {
    ...{ great: 1_000_000, usual: 10_000, small: 10_000, inSmall: 5 },
    tradeDays: { great: { past: 730, ahead: 365 }, usual: { past: 14, ahead: 35 } },
  },
  pairs: 9,
  rounds: 5,
  seconds: 2,
  starts: 5,
  tickets: 200,
};
const quick: Effort = {
  sizes: {
    ...{ great: 30_000, usual: 10_000, small: 200, inSmall: 5 },
    tradeDays: { great: { past: 60, ahead: 60 }, usual: { past: 14, ahead: 35 } },
  },
  pairs: 5,
  rounds: 3,
  seconds: 1,
  starts: 1,
  tickets: 20,
};

// Nothing but memory and counting differs from the server's own settings: commits are synced.
const serverSettings = { shared_buffers: '512MB', max_wal_size: '4GB', ...countingSettings };
const docs = join(import.meta.dirname, '../../docs');

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, profile: { type: 'string' } },
});
const unknown = positionals.filter((topic) => !topics.includes(topic));
if (unknown.length > 0)
  throw new Error(`There is no topic ${unknown.join(', ')}; there are ${topics.join(', ')}.`);
const chosen = new Set(positionals.length > 0 ? positionals : topics);
const effort = options.quick ? quick : whole;
const isComplete = positionals.length === 0 && !options.quick;

const server = await startPostgres({ settings: serverSettings });
const folder = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'));
try {
  const databaseUrl = await server.createDatabase();
  say('Filling a database.');
  const seeded = await fill(databaseUrl);
  const surroundings = surroundingsText({ database: server.version, sizes: sizesText(seeded) });
  if (chosen.has('plans')) await showPlans(databaseUrl, seeded, surroundings);
  const sections = await measure(databaseUrl, seeded);
  const document = benchmarksDocument(sections, surroundings);
  process.stdout.write(`\n${document}`);
  if (isComplete) await writeFile(join(docs, 'benchmarks.md'), document);
  if (sections.some(({ broken }) => broken > 0)) process.exitCode = 1;
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}

function fill(databaseUrl: string): Promise<Seeded> {
  return withParts(databaseUrl, (parts) => seed(parts, databaseUrl, effort.sizes));
}

async function withParts<T>(databaseUrl: string, work: (parts: Parts) => Promise<T>): Promise<T> {
  const config = readConfig({
    ...productionSettings,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
  });
  const parts = await openParts(config);
  try {
    return await work(parts);
  } finally {
    await parts.close();
  }
}

async function showPlans(databaseUrl: string, seeded: Seeded, surroundings: string): Promise<void> {
  say('Recording query plans.');
  const document = plansDocument(await recordPlans(databaseUrl, seeded.great), surroundings);
  if (isComplete) await writeFile(join(docs, 'query-plans.md'), document);
  else process.stdout.write(`\n${document}`);
}

/** What is measured in the order of the least disturbance: first what reads, then what fills the tables. */
async function measure(databaseUrl: string, seeded: Seeded): Promise<Section[]> {
  const sections: Section[] = [];
  const generator = startLoadGenerator();
  try {
    if (chosen.has('scale') || chosen.has('trade')) {
      say('Measuring single requests at scale.');
      const frontdesk = await startFrontdesk({ ...productionSettings, DATABASE_URL: databaseUrl }, folder);
      const run = { generator, frontdesk, seeded, seconds: effort.seconds };
      sections.push(scaleSection(await measureScale(run, databaseUrl).finally(() => frontdesk.stop())));
    }
    if (chosen.has('lanes')) {
      say('Comparing ways to set the organization.');
      sections.push(lanesSection(await measureLanes(databaseUrl, seeded, effort.rounds)));
    }
    const names = cases.filter((name) => chosen.has(name));
    if (names.length > 0) {
      const signIns = await signInFor(names, databaseUrl, seeded);
      say(`Measuring shares of the bare limit: ${names.join(', ')}.`);
      const profiles = options.profile && resolve(process.env.INIT_CWD ?? '.', options.profile);
      const { pairs } = effort;
      const tenant = seeded.usual;
      const hall = names.includes('book')
        ? await withParts(databaseUrl, (parts) => seedBusyHall(parts, tenant))
        : undefined;
      const run = { databaseUrl, tenant, signIns, hall, folder, generator, pairs, profiles };
      sections.unshift(await measureCases(names, run));
    }
    if (chosen.has('startup')) {
      say('Measuring starts.');
      sections.push(startUpSection(await measureStartUp(databaseUrl, effort.starts)));
    }
    if (chosen.has('tickets')) {
      say('Making tickets.');
      sections.push(ticketsSection(await measureTickets(effort.tickets)));
    }
  } finally {
    await generator.stop();
  }
  return sections;
}

async function measureScale(run: ScaleRun, databaseUrl: string): Promise<ScaledGroup[]> {
  const groups = chosen.has('scale') ? await measureCustomers(run) : [];
  if (!chosen.has('trade')) return groups;
  const { great, usual } = run.seeded;
  const tokens = await withParts(databaseUrl, async (parts) => ({
    great: await seedOwnTokens(parts, great),
    usual: await seedOwnTokens(parts, usual),
  }));
  return [...groups, ...(await measureTrade({ ...run, seconds: 1 }, tokens))];
}

async function signInFor(
  names: string[],
  databaseUrl: string,
  { usual }: Seeded,
): Promise<SignIns | undefined> {
  if (!names.some((name) => signInCases.includes(name))) return undefined;
  say('Signing customers in.');
  return withParts(databaseUrl, (parts) => seedSignIns(parts, usual));
}

function sizesText({ great: many, usual: some }: Seeded): string {
  const { great, usual, small, inSmall } = effort.sizes;
  const [customers, others, organizations] = [great, usual, small].map((count) => count.toLocaleString('en'));
  const [trade, itsTrade] = [many, some].map(({ trade }) => trade.count.toLocaleString('en'));
  return `${customers} customers and ${trade} orders and bookings each in one organization, ${others} and ${itsTrade} in another, ${inSmall} customers in each of ${organizations} more`;
}

function say(what: string): void {
  process.stderr.write(`${what}\n`);
}
