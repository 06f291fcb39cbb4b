// The time source. Production reads the machine's clock; tests hand in one they move by hand.

/** Tells the present moment. Rules take it from their scope, so that a test can live three days in a second. */
export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** The moment that a query tells in milliseconds since 1970; `undefined` for none. */
export function momentFromMs(ms: number | null): Date | undefined {
  return ms === null ? undefined : new Date(ms);
}
