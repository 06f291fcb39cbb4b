// Orders whose rows do not stand together in a file: an order would be made of a part of its items.
import { sha256 } from '#kit/hash.ts';

/**
 * Gathers the ids of the orders of a file, row by row; then tells of each whether its rows stand in several places. Eight
 * bytes are kept for each order: a hash of 53 bits, by which an order is taken for another once in twenty thousand files of
 * a million orders.
 */
export function gatherOrders() {
  let hashes = new Float64Array(1_024);
  let count = 0;
  let before = '';
  let scattered: Set<number> | undefined;
  return {
    look(externalId: string): void {
      const isNext = externalId !== '' && externalId !== before;
      before = externalId;
      if (!isNext) return;
      if (count === hashes.length) {
        const longer = new Float64Array(count * 2);
        longer.set(hashes);
        hashes = longer;
      }
      hashes[count] = hashOf(externalId);
      count += 1;
      scattered = undefined;
    },
    isScattered(externalId: string): boolean {
      scattered ??= repeatedIn(hashes.subarray(0, count).toSorted());
      return scattered.has(hashOf(externalId));
    },
  };
}

function repeatedIn(sorted: Float64Array): Set<number> {
  const repeated = new Set<number>();
  for (let place = 1; place < sorted.length; place += 1) {
    if (sorted[place] === sorted[place - 1]) repeated.add(sorted[place]!);
  }
  return repeated;
}

/** As many bits as a number holds exactly. */
function hashOf(text: string): number {
  const hash = sha256(text);
  return hash.readUIntBE(0, 6) * 32 + (hash[6]! >> 3);
}
