// How many transactions the workers of a process run at once. They wait for locks, of publishing above all, and each
// holds a connection meanwhile: with all of their workers' at once, none would be left to requests.

/** Lets work go on in turns. */
export interface DatabaseTurns {
  /** Runs work when its turn has come, and returns what it returns. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** Turns for so many at once, first come, first served. */
export function openDatabaseTurns(atOnce: number): DatabaseTurns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async inTurn(work) {
      if (running < atOnce) running += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
