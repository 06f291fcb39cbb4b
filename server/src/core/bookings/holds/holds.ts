// Operations on holds: keeping places for ten minutes for somebody who is about to book. Source: G-065.

import { type Hold, holdMinutes } from '#core/bookings/holds/hold.ts';
import { deleteHoldsOfHolder, findHold, insertHold, releaseHold } from '#core/bookings/holds/hold-queries.ts';
import {
  choosePlaces,
  isTakenTwice,
  lockWishes,
  slotUnavailable,
} from '#core/bookings/occupancy/occupancies.ts';
import { insertOccupancies } from '#core/bookings/occupancy/occupancy-queries.ts';
import { withAlternatives } from '#core/bookings/placing/alternatives.ts';
import {
  type Arrangement,
  type ArrangementRequest,
  arrange,
  chosenIn,
} from '#core/bookings/placing/arrangement.ts';
import { idOf, lowerIds } from '#core/bookings/placing/prepare-booking.ts';
import type { Scope } from '#core/scope.ts';
import { type Tx, violatedConstraint } from '#db/tx.ts';
import { missing } from '#kit/fault.ts';
import { isUuid, newId } from '#kit/id.ts';

/** What is to be kept, and for whom. */
export interface HoldInput extends Omit<ArrangementRequest, 'attendeeCount' | 'ignoreSchedule'> {
  /** Default 1. */
  attendeeCount?: number | undefined;
  /** Names the visit; what it held before is given up. */
  holder: string;
}

/**
 * Keeps places for ten minutes. What the holder held before is given up, but only if the new places can be had. Throws
 * `slot_unavailable` naming other times, and what a booking of these places would throw.
 */
export async function createHold(scope: Scope, input: HoldInput): Promise<Hold> {
  const { holder, attendeeCount = 1 } = input;
  const serviceId = idOf('serviceId', input.serviceId, 'service');
  const request = { ...input, ...lowerIds(input), serviceId, attendeeCount };
  try {
    const arrangement = await scope.read((tx) => arrange(tx, scope, request, { problems: [] }));
    return await scope.write((tx) => storeHold(tx, scope, { holder, attendeeCount }, arrangement));
  } catch (error) {
    // Two calls of one holder met: the later one replaces what the earlier has just stored.
    if (violatedConstraint(error) === 'booking_holds_organization_id_holder_key')
      return createHold(scope, input);
    const refused = isTakenTwice(error) ? slotUnavailable('There is no place free at that time.') : error;
    throw await withAlternatives(scope, refused, request);
  }
}

/** A hold that has not expired. Throws `not_found`. */
export async function getHold(scope: Scope, id: string): Promise<Hold> {
  const hold = isUuid(id) ? await scope.read((tx) => findHold(tx, id, scope.clock.now())) : undefined;
  if (!hold) throw missing('The hold');
  return hold;
}

/** Gives a hold up. Throws `not_found`, also when it has expired. */
export async function deleteHold(scope: Scope, id: string): Promise<void> {
  if (!isUuid(id)) throw missing('The hold');
  const now = scope.clock.now();
  const isReleased = await scope.write((tx) => releaseHold(tx, id, { now, notesFreedTime: true }));
  if (!isReleased) throw missing('The hold');
}

async function storeHold(
  tx: Tx,
  scope: Scope,
  { holder, attendeeCount }: { holder: string; attendeeCount: number },
  { wish, times, locationId }: Arrangement,
): Promise<Hold> {
  const now = scope.clock.now();
  const { timezone, startsAt, endsAt } = times;
  const hold = {
    id: newId(now),
    holder,
    serviceId: wish.serviceId,
    locationId,
    timezone,
    startsAt,
    endsAt,
    attendeeCount,
    expiresAt: new Date(now.getTime() + holdMinutes * 60_000),
    createdAt: now,
  };
  const [, , takings] = await Promise.all([
    lockWishes(tx, [wish], now),
    deleteHoldsOfHolder(tx, holder),
    choosePlaces(tx, wish, { allowsOverlap: false, now }),
  ]);
  await Promise.all([
    insertHold(tx, hold),
    insertOccupancies(tx, { holdId: hold.id, expiresAt: hold.expiresAt }, wish, takings, now),
  ]);
  return { ...hold, ...chosenIn(takings) };
}
