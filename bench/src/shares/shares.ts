// What share of the bare limit Frontdesk reaches in each of the four cases. The two are loaded in turns, in short
// slices, and the share is the median over the pairs: what else the machine does meanwhile touches both alike.

import { type LoadGenerator, median, type Slice } from '#bench/load/load.ts';
import type { Running } from '#bench/load/processes.ts';
import type { Case } from './cases.ts';

/** A server's part of a case. */
export interface Side {
  /** Requests a second. */
  rate: number;
  p50: number;
  p99: number;
  /** Processor time of its own process for a request, without the database's. */
  cpuMicroseconds: number;
  rssBytes: number;
}

/** What came of a case. */
export interface Share {
  title: string;
  leastShare: number;
  share: number;
  bare: Side;
  frontdesk: Side;
}

/** How a case is run. */
export interface ShareRun {
  generator: LoadGenerator;
  headers: Record<string, string>;
  bare: Running;
  frontdesk: Running;
  /** Pairs of slices. */
  pairs: number;
}

const connections = 32;
const sliceSeconds = 1;
const warmUpSeconds = 2;

/** Runs a case. */
export async function measureShare({ title, leastShare, requests }: Case, run: ShareRun): Promise<Share> {
  const { generator, headers, bare, frontdesk, pairs } = run;
  const load = ({ url }: Running, seconds: number) =>
    generator.run({ url, headers, requests, connections, seconds });

  const slices = new Map<Running, MeasuredSlice[]>();
  for (const server of [bare, frontdesk]) {
    await load(server, warmUpSeconds);
    slices.set(server, []);
  }
  for (let pair = 0; pair < pairs; pair += 1) {
    // Whoever comes second finds the machine warmer: they take turns in that too.
    for (const server of pair % 2 === 0 ? [bare, frontdesk] : [frontdesk, bare]) {
      slices.get(server)!.push(await measured(server, () => load(server, sliceSeconds)));
    }
  }
  const [ofBare, ofFrontdesk] = [slices.get(bare)!, slices.get(frontdesk)!];
  const ratios = ofBare.map(({ rate }, pair) => ofFrontdesk[pair]!.rate / rate);
  return {
    title,
    leastShare,
    share: median(ratios),
    bare: await sideOf(bare, ofBare),
    frontdesk: await sideOf(frontdesk, ofFrontdesk),
  };
}

type MeasuredSlice = Slice & { cpuMicroseconds: number };

async function measured(server: Running, load: () => Promise<Slice>): Promise<MeasuredSlice> {
  const before = await server.figures();
  const slice = await load();
  const after = await server.figures();
  return { ...slice, cpuMicroseconds: ((after.cpuSeconds - before.cpuSeconds) * 1e6) / slice.count };
}

async function sideOf(server: Running, slices: MeasuredSlice[]): Promise<Side> {
  const middle = (value: (slice: MeasuredSlice) => number) => median(slices.map(value));
  return {
    rate: middle(({ rate }) => rate),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    cpuMicroseconds: middle(({ cpuMicroseconds }) => cpuMicroseconds),
    rssBytes: (await server.figures()).rssBytes,
  };
}
