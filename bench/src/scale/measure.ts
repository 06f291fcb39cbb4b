// One kind of request at a time, so that times are not queues.

import { writeCursor } from 'frontdesk/src/kit/cursor.ts';
import type { Load, LoadGenerator, LoadRequest } from '#bench/load/load.ts';
import type { Running } from '#bench/load/processes.ts';
import type { Seeded, Tenant } from '#bench/seed/seed.ts';

/** One measured kind of request. */
export interface Scaled {
  title: string;
  /** Milliseconds. */
  p50: number;
  p95: number;
  /** What is promised, as the report says it, and whether it was kept; none for what others are compared with. */
  promise?: { text: string; kept: boolean };
}

/** Kinds of requests that belong together. */
export interface ScaledGroup {
  title: string;
  rows: Scaled[];
}

/** How it is run. */
export interface ScaleRun {
  generator: LoadGenerator;
  frontdesk: Running;
  seeded: Seeded;
  /** For each kind of request. */
  seconds: number;
}

/** A request of the Admin API. */
export function ask({ apiKey }: Tenant, path: string): LoadRequest {
  return { method: 'GET', path, headers: { authorization: `Bearer ${apiKey}` } };
}

const fewestAnswers = 10;
const slowSeconds = 10;

/** Sends these requests in turns and tells how long they took. */
export async function measure(run: ScaleRun, title: string, requests: LoadRequest[]): Promise<Scaled> {
  const load: Load = { url: run.frontdesk.url, headers: {}, requests, connections: 1, seconds: 1 };
  await run.generator.run(load);
  let slice = await run.generator.run({ ...load, seconds: run.seconds });
  if (slice.count < fewestAnswers) slice = await run.generator.run({ ...load, seconds: slowSeconds });
  if (slice.count === 0) throw new Error(`No request for ${title} was answered in ${slowSeconds} seconds.`);
  return { title, p50: slice.p50, p95: slice.p95 };
}

const fewCount = 40;
const fewToWarmUp = 5;

/** The same with few requests, for those of one customer, who may send 600 in five minutes. */
export async function measureFew(
  { frontdesk }: ScaleRun,
  title: string,
  requests: LoadRequest[],
): Promise<Scaled> {
  const times: number[] = [];
  for (let place = 0; place < fewCount; place += 1) {
    const { path, headers } = requests[place % requests.length]!;
    const startedAt = performance.now();
    const answer = await fetch(frontdesk.url + path, { headers: headers ?? {} });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`GET ${path} was answered ${answer.status}: ${text}`);
    if (place >= fewToWarmUp) times.push(performance.now() - startedAt);
  }
  times.sort((left, right) => left - right);
  const within = (part: number) => times[Math.floor(part * times.length)]!;
  return { title, p50: within(0.5), p95: within(0.95) };
}

/** The row with the promise that it takes at most so many times what `base` takes. */
export function within(times: number, base: Scaled, row: Scaled): Scaled {
  const ratio = row.p50 / base.p50;
  return { ...row, promise: { text: `${ratio.toFixed(2)} of ${times} times`, kept: ratio <= times } };
}

const searchP95Max = 100;

/** The row with the promise of a search. */
export function fast(row: Scaled): Scaled {
  return { ...row, promise: { text: `p95 below ${searchP95Max} ms`, kept: row.p95 < searchP95Max } };
}

/** Each kind of search. */
export async function measureSearches<Asked extends Tenant>(
  run: ScaleRun,
  tenant: Asked,
  kinds: Record<string, Kind<Asked>>,
): Promise<Scaled[]> {
  const rows: Scaled[] = [];
  for (const [title, pathsIn] of Object.entries(kinds)) {
    const requests = pathsIn(tenant).map((path) => ask(tenant, `/api/v1${path}`));
    rows.push(fast(await measure(run, title, requests)));
  }
  return rows;
}

/** A kind of request: its paths in an organization, sent in turns. */
export type Kind<Asked extends Tenant> = (tenant: Asked) => string[];

/** Each kind in the organization of a usual size, and then in the great one against it. */
export async function measureKinds<Asked extends Tenant>(
  run: ScaleRun,
  { great, usual }: { great: Asked; usual: Asked },
  kinds: Record<string, Kind<Asked>>,
): Promise<Scaled[]> {
  const rows: Scaled[] = [];
  for (const [title, pathsIn] of Object.entries(kinds)) {
    const requestsIn = (tenant: Asked) => pathsIn(tenant).map((path) => ask(tenant, `/api/v1${path}`));
    const base = await measure(run, title, requestsIn(usual));
    rows.push(within(2, base, await measure(run, title, requestsIn(great))));
  }
  return rows;
}

/** The first page of a list and pages at depth against it; `cursors` are from all over the list, in its order. */
export async function measurePages(
  run: ScaleRun,
  tenant: Tenant,
  list: string,
  cursors: string[],
): Promise<Scaled[]> {
  const path = `/api/v1${list}`;
  const first = await measure(run, 'the first page', [ask(tenant, path)]);
  const rows = [first];
  for (const part of [0.01, 0.1, 0.5, 0.9, 0.99]) {
    const next = `${path}${path.includes('?') ? '&' : '?'}cursor=`;
    const requests = around(cursors, part).map((cursor) => ask(tenant, next + cursor));
    rows.push(within(2, first, await measure(run, `a page after ${part * 100} %`, requests)));
  }
  return rows;
}

/** The cursors after these records. */
export function cursorsOf(ids: string[]): string[] {
  return ids.map(writeCursor);
}

/** Some out of about so deep in a list. */
export function around<Item>(items: Item[], part: number): Item[] {
  const middle = Math.floor(items.length * part);
  return items.slice(Math.max(0, middle - 5), middle + 5);
}

/** Kinds of a list that are narrowed by these queries, by title. */
export function narrowed(list: string, queries: Record<string, string>): Record<string, Kind<Tenant>> {
  return Object.fromEntries(
    Object.entries(queries).map(([title, query]) => [title, () => [`${list}?${query}`]]),
  );
}

const dayMs = 86_400_000;
const now = Date.now();

/** The midnight (UTC) so many days from now, as a query has it. */
export function momentIn(days: number): string {
  return `${dateIn(days)}T00:00:00Z`;
}

/** Its date. */
export function dateIn(days: number): string {
  return new Date(now + days * dayMs).toISOString().slice(0, 10);
}

/** Queries of what changed lately, long ago, and not at all, by title. */
export function sinceMoments(): Record<string, string> {
  const daysBack = {
    'changed since yesterday': -1,
    'changed since ten days ago': -10,
    'changed since tomorrow: none': 1,
  };
  return Object.fromEntries(
    Object.entries(daysBack).map(([title, days]) => [title, `updatedAfter=${momentIn(days)}`]),
  );
}
