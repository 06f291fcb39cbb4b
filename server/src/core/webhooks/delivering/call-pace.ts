// How fast calls are begun. Making one takes a process a fraction of a millisecond, so that hundreds at once, and later
// their answers at once, would have every request wait: a few are begun in each turn of the event loop, between requests.

/** Lets calls begin one after the other. */
export interface CallPace {
  /** Resolves when the next call may begin; first come, first served. */
  next(): Promise<void>;
}

/** A pace of so many calls in each turn of the event loop. */
export function openCallPace(perTurnMax: number): CallPace {
  let waiting: (() => void)[] = [];
  let begun = 0;
  let isCounting = false;

  function endTurn(): void {
    const next = waiting.slice(0, perTurnMax);
    waiting = waiting.slice(perTurnMax);
    begun = next.length;
    isCounting = begun > 0;
    if (isCounting) setImmediate(endTurn);
    for (const begin of next) begin();
  }
  return {
    async next() {
      if (!isCounting) setImmediate(endTurn);
      isCounting = true;
      if (begun < perTurnMax) begun += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
