// The load generator, a process of its own: what it costs is not charged to anybody's event loop.
import autocannon from 'autocannon';
import type { Chain, Load, Slice } from './load.ts';

let place = 0;
/** The unused tokens of each chain. Those of requests that a slice's end cut off are lost, with their families. */
const chains = new Map<string, string[]>();

process.on('message', async (load: Load) => process.send?.(await run(load)));

async function run({ url, headers, requests, chain, connections, seconds }: Load): Promise<Slice> {
  const times: number[] = [];
  const tokens = chain && tokensOf(chain);
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
          const something = `${process.pid}-${place}`;
          const made = body?.replaceAll('{new}', something).replace('{token}', () => nextOf(tokens));
          const key = next.headers?.['idempotency-key']?.replace('{new}', something);
          return {
            ...request,
            ...next,
            headers: { ...headers, ...next.headers, ...(key ? { 'idempotency-key': key } : {}) },
            ...(made ? { body: made } : {}),
          };
        },
        onResponse(_status, body) {
          const next = tokens && /"refresh_token":"([^"]+)"/.exec(body)?.[1];
          if (next) tokens.push(next);
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

function tokensOf({ name, tokens }: Chain): string[] {
  const kept = chains.get(name) ?? tokens;
  chains.set(name, kept);
  return kept;
}

function nextOf(tokens: string[] | undefined): string {
  const token = tokens?.shift();
  if (!token) throw new Error('The chain has no token left.');
  return token;
}
