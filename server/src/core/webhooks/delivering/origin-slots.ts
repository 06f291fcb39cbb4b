// Places for calls under way, so many for each origin. All subscriptions at one automation platform share an origin:
// a call waits here for its place, where waiting costs nothing, and not inside the HTTP client, where it would use up
// the receiver's time to answer.

/** Hands out places. */
export interface OriginSlots {
  /** Resolves when there is a place, with what gives it back. First come, first served. */
  take(url: string): Promise<() => void>;
}

interface Origin {
  free: number;
  waiting: (() => void)[];
}

/** Places for up to `perOriginMax` calls to each origin. */
export function openOriginSlots(perOriginMax: number): OriginSlots {
  const origins = new Map<string, Origin>();

  function giveBack(name: string, origin: Origin): void {
    const next = origin.waiting.shift();
    if (next) {
      next();
      return;
    }
    origin.free += 1;
    if (origin.free === perOriginMax) origins.delete(name);
  }

  return {
    async take(url) {
      const name = new URL(url).origin;
      const origin = origins.get(name) ?? { free: perOriginMax, waiting: [] };
      origins.set(name, origin);
      if (origin.free > 0) origin.free -= 1;
      else await new Promise<void>((resolve) => origin.waiting.push(resolve));
      return () => giveBack(name, origin);
    },
  };
}
