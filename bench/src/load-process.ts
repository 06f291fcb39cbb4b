// The load generator, a process of its own so that making the load costs the measured servers nothing but the machine.
import autocannon, { type Client } from 'autocannon';
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
          const { method, path, body } = requests[place++ % requests.length]!;
          // What must be new in every request is written as {new}.
          const made = body?.replaceAll('{new}', `${process.pid}-${place}`);
          return { ...request, method, path, headers, ...(made === undefined ? {} : { body: made }) };
        },
      },
    ],
  });
  running.on('response', (_client: Client, status: number, _bytes: number, milliseconds: number) => {
    times.push(milliseconds);
    if (status >= 300) failed += 1;
  });
  const { duration, errors } = await running;
  times.sort((a, b) => a - b);
  const share = (part: number) => times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0;
  return { rate: times.length / duration, failed: failed + errors, p50: share(0.5), p95: share(0.95), p99: share(0.99) };
}
