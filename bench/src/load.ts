// Asks the load generator for load, in slices.
import { once } from 'node:events';
import { startProgram } from './processes.ts';

/** One request of a load; {new} in a body becomes something new each time. */
export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

/** What to send where, in turns, as fast as the answers come. */
export interface Load {
  url: string;
  headers: Record<string, string>;
  requests: LoadRequest[];
  connections: number;
  seconds: number;
}

/** What came of it. */
export interface Slice {
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
  /** Throws when any request fails: a share of failures is no share. */
  run(load: Load): Promise<Slice>;
  stop(): Promise<void>;
}

/** Starts a load generator. */
export function startLoadGenerator(): LoadGenerator {
  const child = startProgram(import.meta.resolve('./load-process.ts'));
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
