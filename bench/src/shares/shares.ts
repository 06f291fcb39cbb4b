// What share of the bare limit Frontdesk reaches in each case. The two are loaded in turns, in short slices, and the
// share is the median over the pairs: what else the machine does meanwhile touches both alike.

import { type LoadGenerator, median, type Slice } from '#bench/load/load.ts';
import type { Running } from '#bench/load/processes.ts';
import type { StatementCounter } from '#bench/load/statement-counter.ts';
import { inSingleSpaces } from '#bench/recorder.ts';
import { type Case, requestsOf, type ServerName } from './case.ts';

/** A server's part of a case. */
export interface Side {
  /** Requests a second. */
  rate: number;
  p50: number;
  p99: number;
  /** Processor time of its own process for a request, without the database's. */
  cpuMicroseconds: number;
  rssBytes: number;
  /** What the database ran in a further slice, the most frequent first. */
  statements: { text: string; perRequest: number }[];
}

/** What came of a case. */
export interface Share {
  name: string;
  title: string;
  leastShare: number;
  share: number;
  bare: Side;
  frontdesk: Side;
}

/** How a case is run. */
export interface ShareRun {
  generator: LoadGenerator;
  counter: StatementCounter;
  servers: Record<ServerName, Running>;
  /** Pairs of slices. */
  pairs: number;
}

const connections = 32;
const sliceSeconds = 1;
const warmUpSeconds = 2;
// Longer than what is known of a session is kept.
const countedSeconds = 4;

/** Runs a case. */
export async function measureShare(one: Case, run: ShareRun): Promise<Share> {
  const slices: Record<ServerName, MeasuredSlice[]> = { bare: [], frontdesk: [] };
  for (const name of ['bare', 'frontdesk'] as const) await loadWith(one, run, name, warmUpSeconds);
  for (let pair = 0; pair < run.pairs; pair += 1) {
    // Whoever comes second finds the machine warmer: they take turns in that too.
    const order = pair % 2 === 0 ? (['bare', 'frontdesk'] as const) : (['frontdesk', 'bare'] as const);
    for (const name of order) slices[name].push(await measuredSlice(one, run, name));
  }
  const ratios = slices.bare.map(({ rate }, pair) => slices.frontdesk[pair]!.rate / rate);
  return {
    name: one.name,
    title: one.title,
    leastShare: one.leastShare,
    share: median(ratios),
    bare: await sideOf(one, run, 'bare', slices.bare),
    frontdesk: await sideOf(one, run, 'frontdesk', slices.frontdesk),
  };
}

/** Loads one of the servers with a case. */
export function loadWith(
  one: Case,
  { generator, servers }: Pick<ShareRun, 'generator' | 'servers'>,
  name: ServerName,
  seconds: number,
): Promise<Slice> {
  const { name: caseName, headers, tokens } = one;
  const chain = tokens && { name: `${caseName} ${name}`, tokens: tokens[name] };
  return generator.run({
    ...{ url: servers[name].url, headers, requests: requestsOf(one) },
    ...{ chain, connections, seconds },
  });
}

type MeasuredSlice = Slice & { cpuMicroseconds: number };

async function measuredSlice(one: Case, run: ShareRun, name: ServerName): Promise<MeasuredSlice> {
  const server = run.servers[name];
  const before = await server.figures();
  const slice = await loadWith(one, run, name, sliceSeconds);
  const after = await server.figures();
  return { ...slice, cpuMicroseconds: ((after.cpuSeconds - before.cpuSeconds) * 1e6) / slice.count };
}

async function sideOf(one: Case, run: ShareRun, name: ServerName, slices: MeasuredSlice[]): Promise<Side> {
  const middle = (value: (slice: MeasuredSlice) => number) => median(slices.map(value));
  return {
    rate: middle(({ rate }) => rate),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    cpuMicroseconds: middle(({ cpuMicroseconds }) => cpuMicroseconds),
    rssBytes: (await run.servers[name].figures()).rssBytes,
    statements: await statementsOf(one, run, name),
  };
}

async function statementsOf(one: Case, run: ShareRun, name: ServerName): Promise<Side['statements']> {
  await run.counter.reset();
  const { count } = await loadWith(one, run, name, countedSeconds);
  const times = new Map<string, number>();
  for (const statement of await run.counter.counted()) {
    const text = inSingleSpaces(statement.text);
    times.set(text, (times.get(text) ?? 0) + statement.count);
  }
  return [...times]
    .map(([text, sum]) => ({ text, perRequest: sum / count }))
    .toSorted((left, right) => right.perRequest - left.perRequest);
}
