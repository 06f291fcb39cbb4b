// A clock that stands still until a test moves it.
import type { Clock } from '#kit/clock.ts';

/** A clock moved by hand. */
export interface FakeClock extends Clock {
  /** Moves on by this many milliseconds. */
  advance(ms: number): void;
  set(moment: Date): void;
}

/** A clock that starts at a moment. It moves on by a millisecond at each look, so that things have an order. */
export function makeClock(start: Date): FakeClock {
  let now = start.getTime();
  return {
    now: () => new Date(now++),
    advance(ms) {
      now += ms;
    },
    set(moment) {
      now = moment.getTime();
    },
  };
}
