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
import { seedCreditAccounts } from '#bench/seed/credit-accounts.ts';
import { type DeskSizes, type DeskTenant, seedDesks } from '#bench/seed/desk/desk.ts';
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
import { measureDesk } from './scale/desk.ts';
import type { ScaledGroup, ScaleRun } from './scale/measure.ts';
import { measureTrade } from './scale/trade.ts';
import { measureStartUp } from './startup.ts';
import { measureTickets } from './tickets.ts';
import { loopbackSettings, measureWebhooks } from './webhooks/measure.ts';
import { webhooksSection } from './webhooks/section.ts';

const signInCases = ['refresh-grant', 'refresh', 'userinfo', 'profile'];
const cases = [
  'get',
  'list',
  'search',
  'create',
  ...signInCases,
  'book',
  'issue-one',
  'issue-many',
  'issue-again',
];
const topics = [...cases, 'scale', 'trade', 'desk', 'plans', 'lanes', 'webhooks', 'startup', 'tickets'];

interface Effort {
  sizes: Sizes;
  /** Of the front desk's work in the great organization and in the usual one. */
  desks: { great: DeskSizes; usual: DeskSizes };
  /** Pairs of slices in a case, rounds of the ways, seconds of each kind of single request, starts. */
  pairs: number;
  rounds: number;
  seconds: number;
  starts: number;
  /** Events of a burst, and seconds without one. */
  webhooks: { events: number; idleSeconds: number };
  /** Of each kind. */
  tickets: number;
}

const whole: Effort = {
  sizes: {
    ...{ great: 1_000_000, usual: 10_000, small: 10_000, inSmall: 5 },
    tradeDays: { great: { past: 730, ahead: 365 }, usual: { past: 14, ahead: 35 } },
  },
  desks: {
    great: { count: 1_000_000, companies: 300_000, events: 300_000 },
    usual: { count: 45_000, companies: 15_000, events: 45_000 },
  },
  pairs: 9,
  rounds: 5,
  seconds: 2,
  starts: 5,
  webhooks: { events: 10_000, idleSeconds: 15 },
  tickets: 200,
};
const quick: Effort = {
  sizes: {
    ...{ great: 30_000, usual: 10_000, small: 200, inSmall: 5 },
    tradeDays: { great: { past: 60, ahead: 60 }, usual: { past: 14, ahead: 35 } },
  },
  desks: {
    great: { count: 90_000, companies: 30_000, events: 90_000 },
    usual: { count: 45_000, companies: 15_000, events: 45_000 },
  },
  pairs: 5,
  rounds: 3,
  seconds: 1,
  starts: 1,
  webhooks: { events: 2_000, idleSeconds: 5 },
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
  const desks = chosen.has('desk') || chosen.has('plans') ? await fillDesks(databaseUrl, seeded) : undefined;
  const surroundings = surroundingsText({ database: server.version, sizes: sizesText(seeded, desks) });
  if (desks && chosen.has('plans')) await showPlans(databaseUrl, desks.great, surroundings);
  const sections = await measure(databaseUrl, seeded, desks);
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

/** The two organizations with their front desks. */
type Desks = Record<'great' | 'usual', DeskTenant>;

function fillDesks(databaseUrl: string, seeded: Seeded): Promise<Desks> {
  say('Filling the front desks.');
  return withParts(databaseUrl, (parts) => seedDesks(parts, databaseUrl, seeded, effort.desks));
}

async function withParts<T>(
  databaseUrl: string,
  work: (parts: Parts) => Promise<T>,
  settings: Record<string, string> = productionSettings,
): Promise<T> {
  const config = readConfig({
    ...settings,
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

async function showPlans(databaseUrl: string, great: DeskTenant, surroundings: string): Promise<void> {
  say('Recording query plans.');
  const document = plansDocument(await recordPlans(databaseUrl, great), surroundings);
  if (isComplete) await writeFile(join(docs, 'query-plans.md'), document);
  else process.stdout.write(`\n${document}`);
}

/** What is measured in the order of the least disturbance: first what reads, then what fills the tables. */
async function measure(databaseUrl: string, seeded: Seeded, desks: Desks | undefined): Promise<Section[]> {
  const sections: Section[] = [];
  const generator = startLoadGenerator();
  try {
    if (['scale', 'trade', 'desk'].some((topic) => chosen.has(topic))) {
      say('Measuring single requests at scale.');
      const frontdesk = await startFrontdesk({ ...productionSettings, DATABASE_URL: databaseUrl }, folder);
      const run = { generator, frontdesk, seeded, seconds: effort.seconds };
      const groups = await measureScale(run, databaseUrl, desks).finally(() => frontdesk.stop());
      sections.push(told(scaleSection(groups)));
    }
    if (chosen.has('lanes')) {
      say('Comparing ways to set the organization.');
      sections.push(told(lanesSection(await measureLanes(databaseUrl, seeded, effort.rounds))));
    }
    const names = cases.filter((name) => chosen.has(name));
    if (names.length > 0) {
      const signIns = await signInFor(names, databaseUrl, seeded);
      say(`Measuring shares of the bare limit: ${names.join(', ')}.`);
      const profiles = profilesFolder();
      const { pairs } = effort;
      const tenant = seeded.usual;
      const hall = names.includes('book')
        ? await withParts(databaseUrl, (parts) => seedBusyHall(parts, tenant))
        : undefined;
      // Whatever is measured: all statements of the bare limit are recorded, those on credit too.
      await seedCreditAccounts(databaseUrl, tenant);
      const run = { databaseUrl, tenant, signIns, hall, folder, generator, pairs, profiles };
      sections.unshift(told(await measureCases(names, run)));
    }
    if (chosen.has('webhooks')) {
      say('Delivering webhooks.');
      sections.push(told(await measureBurst(databaseUrl, seeded)));
    }
    if (chosen.has('startup')) {
      say('Measuring starts.');
      sections.push(told(startUpSection(await measureStartUp(databaseUrl, effort.starts))));
    }
    if (chosen.has('tickets')) {
      say('Making tickets.');
      sections.push(told(ticketsSection(await measureTickets(effort.tickets))));
    }
  } finally {
    await generator.stop();
  }
  return sections;
}

/** A section, shown at once: when something fails after half an hour, what was measured before is not lost. */
function told(section: Section): Section {
  process.stderr.write(`\n${section.text}\n`);
  return section;
}

async function measureScale(
  run: ScaleRun,
  databaseUrl: string,
  desks: Desks | undefined,
): Promise<ScaledGroup[]> {
  const groups = chosen.has('scale') ? await measureCustomers(run) : [];
  if (!chosen.has('trade') && !chosen.has('desk')) return groups;
  const { great, usual } = run.seeded;
  const tokens = await withParts(databaseUrl, async (parts) => ({
    great: await seedOwnTokens(parts, great),
    usual: await seedOwnTokens(parts, usual),
  }));
  const short = { ...run, seconds: 1 };
  if (chosen.has('trade')) groups.push(...(await measureTrade(short, tokens)));
  if (desks && chosen.has('desk')) groups.push(...(await measureDesk(short, { ...desks, tokens })));
  return groups;
}

function measureBurst(databaseUrl: string, { small: houses, usual }: Seeded): Promise<Section> {
  const run = { databaseUrl, folder, houses, usual, profiles: profilesFolder(), ...effort.webhooks };
  return withParts(
    databaseUrl,
    async (parts) => webhooksSection(await measureWebhooks({ ...run, parts })),
    loopbackSettings,
  );
}

function profilesFolder(): string | undefined {
  return options.profile && resolve(process.env.INIT_CWD ?? '.', options.profile);
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

function sizesText({ great: many, usual: some }: Seeded, desks: Desks | undefined): string {
  const { great, usual, small, inSmall } = effort.sizes;
  const [customers, others, organizations] = [great, usual, small].map((count) => count.toLocaleString('en'));
  const [trade, itsTrade] = [many, some].map(({ trade }) => trade.count.toLocaleString('en'));
  const desk = desks
    ? `, with ${desks.great.desk.count.toLocaleString('en')} enquiries and tasks each in the first and ${desks.usual.desk.count.toLocaleString('en')} in the second`
    : '';
  return `${customers} customers and ${trade} orders and bookings each in one organization, ${others} and ${itsTrade} in another, ${inSmall} customers in each of ${organizations} more${desk}`;
}

function say(what: string): void {
  process.stderr.write(`${what}\n`);
}
