// Requests that come at a steady pace, whether the ones before have been answered or not, as people's do: a stall is
// seen by all who come during it.
import { type HelperProcess, startHelper } from './helper-process.ts';

/** What to get, in turns, and how often. */
export interface PacedLoad {
  url: string;
  headers: Record<string, string>;
  paths: string[];
  perSecond: number;
}

/** A load begins, or ends and tells its times. */
export type PacedQuestion = { begin: PacedLoad } | { end: true };

/** Asks from the moment it is begun until it is ended. */
export interface PacedGets {
  begin(load: PacedLoad): Promise<void>;
  /** For each request the milliseconds from when it was due to the end of its answer. Throws when one failed. */
  end(): Promise<number[]>;
  stop(): Promise<void>;
}

/** What the process of the load answers. */
export interface PacedAnswer {
  times: number[];
  failed: number;
}

/** Starts the process that asks. */
export function startPacedGets(): PacedGets {
  const helper: HelperProcess<PacedQuestion, PacedAnswer> = startHelper('./paced-gets-process.ts');
  return {
    begin: async (load) => void (await helper.ask({ begin: load })),
    async end() {
      const { times, failed } = await helper.ask({ end: true });
      if (failed > 0) throw new Error(`${failed} requests failed.`);
      return times;
    },
    stop: helper.stop,
  };
}
