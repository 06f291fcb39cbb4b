// How much of a resource is taken over time. What counts is the most that is taken at once, never the sum of all that
// overlap: of two places, one taken from 9 to 10 and one from 10 to 11 leave one free from 9 to 11.
import type { TimeSpan } from '#core/places/open-times.ts';

/** Something that takes of a resource, buffers included. */
export interface TakenTime extends TimeSpan {
  quantity: number;
}

/** What is taken of a resource from each moment on, until the next one. Before the first it is nothing. */
export interface Taken {
  moments: number[];
  quantities: number[];
}

/** What several times come to. */
export function takenBy(times: TakenTime[]): Taken {
  const changes = times.flatMap(({ startMs, endMs, quantity }) => [
    { moment: startMs, change: quantity },
    { moment: endMs, change: -quantity },
  ]);
  changes.sort((one, other) => one.moment - other.moment);
  const taken: Taken = { moments: [], quantities: [] };
  let quantity = 0;
  for (const [place, { moment, change }] of changes.entries()) {
    quantity += change;
    if (changes[place + 1]?.moment === moment) continue;
    taken.moments.push(moment);
    taken.quantities.push(quantity);
  }
  return taken;
}

/** The most that is taken at any moment of a stretch of time. */
export function peakOf({ moments, quantities }: Taken, { startMs, endMs }: TimeSpan): number {
  let place = lastUntil(moments, startMs);
  let peak = place < 0 ? 0 : quantities[place]!;
  for (place += 1; place < moments.length && moments[place]! < endMs; place += 1) {
    peak = Math.max(peak, quantities[place]!);
  }
  return peak;
}

/** The place of the last moment that is not after `moment`; -1 when all are. */
function lastUntil(moments: number[], moment: number): number {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moments[middle]! <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
