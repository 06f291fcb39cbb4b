// The benchmark, and its table of contents. `npm run bench` measures everything and writes docs/benchmarks.md and
// docs/query-plans.md; `npm run bench -- get list` measures some topics, and `--quick` a small database for a short
// while: both only print. `--profile FOLDER` also writes a processor profile of Frontdesk for each case.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from 'frontdesk/src/config.ts';
import { openParts } from 'frontdesk/src/parts.ts';
import { startPostgres } from 'frontdesk/test/postgres-server.ts';
import { startLoadGenerator } from '#bench/load/load.ts';
import { productionSettings, startFrontdesk } from '#bench/load/processes.ts';
import { type Seeded, type Sizes, seed } from '#bench/seed/seed.ts';
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
} from './report.ts';
import { measureScale } from './scale.ts';
import { measureStartUp } from './startup.ts';

const cases = ['get', 'list', 'search', 'create'];
const topics = [...cases, 'scale', 'plans', 'lanes', 'startup'];

interface Effort {
  sizes: Sizes;
  /** Pairs of slices in a case, rounds of the ways, seconds of each kind of single request, starts. */
  pairs: number;
  rounds: number;
  seconds: number;
  starts: number;
}

const whole: Effort = {
  sizes: { great: 1_000_000, usual: 10_000, small: 10_000, inSmall: 5 },
  pairs: 15,
  rounds: 9,
  seconds: 4,
  starts: 5,
};
const quick: Effort = {
  sizes: { great: 30_000, usual: 10_000, small: 200, inSmall: 5 },
  pairs: 5,
  rounds: 3,
  seconds: 1,
  starts: 1,
};

// Nothing but memory differs from the server's own settings: commits are synced.
const serverSettings = { shared_buffers: '512MB', max_wal_size: '4GB' };
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
  say(`Filling a database: ${sizesText()}.`);
  const seeded = await fill(databaseUrl);
  const surroundings = surroundingsText({ database: server.version, sizes: sizesText() });
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

async function fill(databaseUrl: string): Promise<Seeded> {
  const config = readConfig({
    ...productionSettings,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
  });
  const parts = await openParts(config);
  try {
    return await seed(parts, databaseUrl, effort.sizes);
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
    if (chosen.has('scale')) {
      say('Measuring single requests at scale.');
      const frontdesk = await startFrontdesk({ ...productionSettings, DATABASE_URL: databaseUrl }, folder);
      const run = { generator, frontdesk, seeded, seconds: effort.seconds };
      sections.push(scaleSection(await measureScale(run).finally(() => frontdesk.stop())));
    }
    if (chosen.has('lanes')) {
      say('Comparing ways to set the organization.');
      sections.push(lanesSection(await measureLanes(databaseUrl, seeded, effort.rounds)));
    }
    const names = cases.filter((name) => chosen.has(name));
    if (names.length > 0) {
      say(`Measuring shares of the bare limit: ${names.join(', ')}.`);
      const profiles = options.profile && resolve(process.env.INIT_CWD ?? '.', options.profile);
      const run = { databaseUrl, tenant: seeded.usual, folder, generator, pairs: effort.pairs, profiles };
      sections.unshift(await measureCases(names, run));
    }
    if (chosen.has('startup')) {
      say('Measuring starts.');
      sections.push(startUpSection(await measureStartUp(databaseUrl, effort.starts)));
    }
  } finally {
    await generator.stop();
  }
  return sections;
}

function sizesText(): string {
  const { great, usual, small, inSmall } = effort.sizes;
  const [many, some, organizations] = [great, usual, small].map((count) => count.toLocaleString('en'));
  return `${many} customers in one organization, ${some} in another, ${inSmall} in each of ${organizations} more`;
}

function say(what: string): void {
  process.stderr.write(`${what}\n`);
}
