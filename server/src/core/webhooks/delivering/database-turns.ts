// How many transactions the workers of a process run at once. Each next one takes the processor and the disk of the
// database from the transactions of requests, so that one after the other is best while each takes a few milliseconds.
// But one that waits for a lock, or for a database far away, must not hold up those of other subscriptions.

/** Lets work go on in turns. */
export interface DatabaseTurns {
  /** Runs work when its turn has come, and returns what it returns. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** How turns are taken. */
export interface TurnLimits {
  /** After so long, others no longer wait for the work of this turn. */
  turnMs: number;
  /** So many are at work at most, those among them whose turns are over. */
  atOnceMax: number;
}

/** One turn after the other, first come, first served. */
export function openDatabaseTurns({ turnMs, atOnceMax }: TurnLimits): DatabaseTurns {
  const waiting: (() => void)[] = [];
  let current: object | undefined;
  let running = 0;

  function startNext(): void {
    if (current || running >= atOnceMax) return;
    waiting.shift()?.();
  }
  return {
    async inTurn(work) {
      const turn = {};
      await new Promise<void>((resolve) => {
        waiting.push(() => {
          current = turn;
          running += 1;
          resolve();
        });
        startNext();
      });
      const pass = () => {
        if (current === turn) current = undefined;
        startNext();
      };
      const timer = setTimeout(pass, turnMs);
      try {
        return await work();
      } finally {
        clearTimeout(timer);
        running -= 1;
        pass();
      }
    },
  };
}
