// A loop: work done again and again, at a steady pace and sooner when poked, that no error ends.
import type { Log } from '#core/scope.ts';

/** What a loop does and when. */
export interface LoopOptions {
  /** For the log. */
  name: string;
  log: Log;
  /** Pause between two rounds. */
  everyMs: number;
  /** Pause when poked, so that pokes that come together make one round. Default 0. */
  pokedAfterMs?: number;
  /** Least time from the start of a round to the start of the next. Default 0. */
  leastMs?: number;
  work(): Promise<unknown>;
}

/** A running loop. */
export interface Loop {
  /** Has the next round begin soon. */
  poke(): void;
  /** Resolves when the round under way has ended; none follows. */
  stop(): Promise<void>;
}

/** Pause after a round that failed, however often it is poked: what failed is mostly a database that restarts. */
const failedMs = 1_000;

/** Starts a loop with its first round. */
export function startLoop(options: LoopOptions): Loop {
  const { name, log, everyMs, pokedAfterMs = 0, leastMs = 0, work } = options;
  let isStopped = false;
  let isPoked = false;
  const resting = new Set<() => void>();

  /** Waits, but not beyond a stop, nor beyond a poke if `endsWhenPoked`. */
  async function rest(ms: number, { endsWhenPoked }: { endsWhenPoked: boolean }): Promise<void> {
    if (ms === 0 || isStopped || (endsWhenPoked && isPoked)) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        resting.delete(wake);
        resolve();
      };
      const wake = () => {
        if (isStopped || endsWhenPoked) end();
      };
      const timer = setTimeout(end, ms);
      resting.add(wake);
    });
  }
  async function round(): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      log.error({ err: error, job: name }, 'A job failed; it goes on.');
      return false;
    }
  }
  async function run(): Promise<void> {
    while (!isStopped) {
      isPoked = false;
      const least = rest(leastMs, { endsWhenPoked: false });
      const succeeded = await round();
      await least;
      if (!succeeded) await rest(failedMs, { endsWhenPoked: false });
      await rest(everyMs, { endsWhenPoked: true });
      if (isPoked) await rest(pokedAfterMs, { endsWhenPoked: false });
    }
  }

  const ended = run();
  return {
    poke() {
      if (isPoked) return;
      isPoked = true;
      for (const wake of resting) wake();
    },
    stop() {
      isStopped = true;
      for (const wake of resting) wake();
      return ended;
    },
  };
}
