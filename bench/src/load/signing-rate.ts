// How many RS256 signatures this machine makes in a second, without anything else: what issuing tokens is measured by.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';

/** Signatures a second with RSA-2048 over the text of an access token. */
export interface SigningRates {
  /** On the event loop, one after the other. */
  oneThread: number;
  /** On the thread pool, as many at once as there are connections. */
  threadPool: number;
}

const signAsync = promisify(sign);
const text = Buffer.alloc(700, 'a token’s head and claims');
const atOnce = 32;
const measuredMs = 1_000;

/** Measures for two seconds. */
export async function measureSigningRates(): Promise<SigningRates> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    oneThread: await rateOf(1, async () => sign('sha256', text, privateKey)),
    threadPool: await rateOf(atOnce, () => signAsync('sha256', text, privateKey as KeyObject)),
  };
}

async function rateOf(workers: number, make: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  async function work() {
    for (; performance.now() - startedAt < measuredMs; count += 1) await make();
  }
  await Promise.all(Array.from({ length: workers }, work));
  return (count * 1_000) / (performance.now() - startedAt);
}
