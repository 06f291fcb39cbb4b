// Taking places so that none goes twice: lock what is wished for, count what is taken of it, choose what is free. The
// caller stores what was chosen in the same transaction. Why it is done so: docs/decisions/0012.
import {
  chooseFree,
  type Need,
  type ResourceType,
  type Taking,
  type Wish,
} from '#core/bookings/occupancy/occupancy.ts';
import { deleteExpiredOccupancies, selectPeaks } from '#core/bookings/occupancy/occupancy-queries.ts';
import { lockResources } from '#core/services/service-booking-queries.ts';
import { type Tx, violatedConstraint } from '#db/tx.ts';
import { Fault } from '#kit/fault.ts';

/**
 * Locks all that some wishes could take until the transaction ends, in an order that everybody keeps, and clears away
 * what expired holds left there. Call it once in a transaction, with all its wishes, before any other lock.
 */
export async function lockWishes(tx: Tx, wishes: Wish[], now: Date): Promise<void> {
  const needs = wishes.flatMap(({ choices }) => choices.flat());
  if (needs.length === 0) return;
  await Promise.all([
    lockResources(tx, {
      sublocationIds: idsOf(needs, 'sublocation'),
      staffIds: idsOf(needs, 'staff'),
      equipmentIds: idsOf(needs, 'equipment'),
      serviceIds: idsOf(needs, 'service'),
    }),
    deleteExpiredOccupancies(
      tx,
      needs.map(({ resourceId }) => resourceId),
      now,
    ),
  ]);
}

/**
 * What a wish comes to: the first free one of each choice. Its resources are locked already, or the lock went out just
 * before. Throws `slot_unavailable`.
 */
export async function choosePlaces(
  tx: Tx,
  wish: Wish,
  { allowsOverlap, now }: { allowsOverlap: boolean; now: Date },
): Promise<Taking[]> {
  const peaks = await selectPeaks(tx, wish, now);
  const takings = chooseFree(wish.choices, peaks, allowsOverlap);
  if (!takings) throw slotUnavailable('There is no place free at that time.');
  return takings;
}

/** A time that can't be had, in words for the caller. */
export function slotUnavailable(sentence: string): Fault {
  return new Fault('conflict', 'slot_unavailable', sentence);
}

/** Whether a write ran into the last line: something was taken that the count had found free. */
export function isTakenTwice(error: unknown): boolean {
  return violatedConstraint(error) === 'occupancies_never_overlap';
}

function idsOf(needs: Need[], type: ResourceType): string[] {
  return [
    ...new Set(needs.flatMap(({ resourceType, resourceId }) => (resourceType === type ? [resourceId] : []))),
  ];
}
