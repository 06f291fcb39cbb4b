// The load generator, a process of its own: what it costs is not charged to anybody's event loop.
import autocannon from 'autocannon';
import type { Load, Slice } from './load.ts';

let place = 0;

process.on('message', async (load: Load) => process.send?.(await run(load)));

async function run({ url, headers, requests, connections, seconds }: Load): Promise<Slice> {
  const times: number[] = [];
  let failed = 0;
  const running = autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest(request) {
          place += 1;
          const { body, ...next } = requests[place % requests.length]!;
          const made = body?.replaceAll('{new}', `${process.pid}-${place}`);
          return {
            ...request,
            ...next,
            headers: { ...headers, ...next.headers },
            ...(made ? { body: made } : {}),
          };
        },
      },
    ],
  });
  running.on('response', (_client, status, _bytes, ms) => {
    times.push(ms);
    if (status >= 300) failed += 1;
  });
  const { duration, errors } = await running;
  times.sort((left, right) => left - right);
  const within = (part: number) => times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0;
  const percentiles = { p50: within(0.5), p95: within(0.95), p99: within(0.99) };
  return { count: times.length, rate: times.length / duration, failed: failed + errors, ...percentiles };
}
