// One kind of request at a time, so that times are not queues.
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
