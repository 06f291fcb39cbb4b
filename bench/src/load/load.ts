// Asks the load generator for load, in slices.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * One request of a load. In a body and an Idempotency-Key, {new} becomes something new each time; in a body, {token} the
 * chain's next token.
 */
export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Refresh tokens that work once. The next load with this name goes on with what the answers of the last one brought. */
export interface Chain {
  name: string;
  /** What it begins with, one for each family. They are used in turns. */
  tokens: string[];
}

/** What to send where, in turns, as fast as the answers come. */
export interface Load {
  url: string;
  headers: Record<string, string>;
  requests: LoadRequest[];
  chain?: Chain | undefined;
  connections: number;
  /** 1 or more. */
  seconds: number;
}

/** What came of it. */
export interface Slice {
  count: number;
  /** Requests a second. */
  rate: number;
  /** Answers that were no success, and connections that broke. */
  failed: number;
  /** Milliseconds within which this part of the requests was answered. */
  p50: number;
  p95: number;
  p99: number;
}

/** A load generator. */
export interface LoadGenerator {
  /** Throws when a request fails: a share that counts failures is none. */
  run(load: Load): Promise<Slice>;
  stop(): Promise<void>;
}

/** Starts a load generator. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(fileURLToPath(import.meta.resolve('./load-process.ts')));
  return {
    async run(load) {
      const answered = once(child, 'message');
      child.send(load);
      const [slice] = (await answered) as [Slice];
      if (slice.failed > 0) throw new Error(`${slice.failed} requests to ${load.url} failed.`);
      return slice;
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** The middle value. */
export function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
