// Chance that falls the same way on every machine.

/** Draws from a seed: the same calls give the same answers. */
export interface Draw {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  /** Whether something happens that does so this often, 0 to 1. */
  chance(share: number): boolean;
  oneOf<Item>(items: readonly Item[]): Item;
  /** One of those that come in shares of a hundred. The shares must add up to 100. */
  oneByShare<Item extends { share: number }>(items: readonly Item[]): Item;
}

/** A draw from a seed, a whole number. */
export function makeDraw(seed: number): Draw {
  const next = makeRandom(seed);
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    below,
    chance: (share) => next() < share,
    oneOf: (items) => items[below(items.length)]!,
    oneByShare(items) {
      const place = below(100);
      let sum = 0;
      return items.find(({ share }) => {
        sum += share;
        return place < sum;
      })!;
    },
  };
}

// Mulberry32: small, well spread, and the same in every JavaScript engine.
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
