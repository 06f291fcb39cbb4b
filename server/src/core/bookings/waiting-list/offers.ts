// Offering places to those on the waiting list, by a job: what has become free is noted where it is freed, and the first
// booking that fits is offered it, for half an hour and whole. Meanwhile a hold of its own keeps the places. Source: G-066.
import type { Booking } from '#core/bookings/booking.ts';
import { lockBookings, updateBookingRow } from '#core/bookings/booking-queries.ts';
import { releaseHold } from '#core/bookings/holds/hold-queries.ts';
import { choosePlaces, lockWishes } from '#core/bookings/occupancy/occupancies.ts';
import { insertOccupancies } from '#core/bookings/occupancy/occupancy-queries.ts';
import { cancelBookings } from '#core/bookings/order-bookings.ts';
import { type Arrangement, arrange, requestFor } from '#core/bookings/placing/arrangement.ts';
import {
  deleteFreedTime,
  type FreedTime,
  insertWaitedForTimes,
  selectFreedTimes,
} from '#core/bookings/waiting-list/freed-time-queries.ts';
import { mailOffer } from '#core/bookings/waiting-list/offer-mail.ts';
import {
  type ExpiredHold,
  insertOffer,
  selectExpiredHolds,
  selectWaiting,
} from '#core/bookings/waiting-list/waiting-queries.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import { selectOwnOrganization } from '#core/organizations/organization-queries.ts';
import { openScope, type Platform, type Scope } from '#core/scope.ts';
import { isConnectionFault, type RootDb, type Tx } from '#db/tx.ts';
import { Fault } from '#kit/fault.ts';
import { newId } from '#kit/id.ts';

/** How often all that is waited for is looked through, whether or not anything was noted. */
export const lookThroughEveryMs = 3_600_000;

/** How long an offer stands (G-066). */
export const offerMinutes = 30;

const readTogether = 50;
const actor = { type: 'system', id: 'waiting-list', name: 'Waiting list' } as const;

/**
 * Ends up to `limit` expired holds and offers of all organizations, and returns how many. Whoever let an offer expire
 * leaves the list.
 */
export async function endExpiredHolds(platform: Platform, db: RootDb, limit: number): Promise<number> {
  const now = platform.clock.now();
  const expired = await db.root((tx) => selectExpiredHolds(tx, now, limit));
  for (const hold of expired) await endExpiredHold(platform, hold, now);
  return expired.length;
}

/** Has all that is waited for looked through: what makes room without being noted, such as a new room, is found then. */
export async function lookThroughWaitingList({ clock }: Platform, db: RootDb): Promise<void> {
  await db.root((tx) => insertWaitedForTimes(tx, clock.now()));
}

/** Works off up to `limit` notes of freed times, of all organizations, and returns how many. */
export async function offerFreedPlaces(platform: Platform, db: RootDb, limit: number): Promise<number> {
  const freed = await db.root((tx) => selectFreedTimes(tx, limit));
  for (const time of freed) {
    const scope = await scopeOf(platform, time);
    try {
      await offerTime(scope, time);
    } catch (error) {
      if (isConnectionFault(error)) throw error;
      // What can't be worked off must not keep what comes after it waiting.
      scope.log.error({ err: error, freedTimeId: time.id }, 'Freed places could not be offered.');
    }
    await scope.writeOne((tx) => deleteFreedTime(tx, time.id));
  }
  return freed.length;
}

async function endExpiredHold(platform: Platform, hold: ExpiredHold, now: Date): Promise<void> {
  const { id, bookingId, organizationId } = hold;
  if (bookingId === null) {
    await platform.db.write(organizationId, (tx) => releaseHold(tx, id, { now, notesFreedTime: true }));
    return;
  }
  const scope = await scopeOf(platform, hold);
  await scope.write(async (tx) => {
    const [booking] = await lockBookings(tx, [bookingId]);
    // It may have been taken, or given up, between the two looks.
    if (!booking?.offerExpiresAt || booking.offerExpiresAt > now) return;
    await cancelBookings(tx, scope, { ids: [bookingId], reason: 'The offer was not taken in time.' });
  });
}

/** Offers what is free in a time to all that fit, in the order in which they came. */
async function offerTime(scope: Scope, time: FreedTime): Promise<void> {
  const now = scope.clock.now();
  let after: string | undefined;
  for (;;) {
    const page = { now, after, limit: readTogether };
    const waiting = await scope.read((tx) => selectWaiting(tx, time, page));
    for (const booking of waiting) await offerIfFree(scope, booking);
    if (waiting.length < readTogether) return;
    after = waiting.at(-1)!.id;
  }
}

async function offerIfFree(scope: Scope, booking: Booking): Promise<void> {
  try {
    const arrangement = await scope.read((tx) =>
      arrange(tx, scope, requestFor(booking, {}), { problems: [], before: booking }),
    );
    await scope.write((tx) => offer(tx, scope, booking, arrangement));
  } catch (error) {
    // There is no place, or it can't be booked any more: it goes on waiting. Anything else is a bug, or the database.
    if (!(error instanceof Fault)) throw error;
  }
}

async function offer(tx: Tx, scope: Scope, known: Booking, { wish }: Arrangement): Promise<void> {
  const now = scope.clock.now();
  const [, [before]] = await Promise.all([lockWishes(tx, [wish], now), lockBookings(tx, [known.id])]);
  if (before?.version !== known.version) return;
  const takings = await choosePlaces(tx, wish, { allowsOverlap: false, now });
  const expiresAt = new Date(Math.min(now.getTime() + offerMinutes * 60_000, before.startsAt.getTime()));
  const id = newId(now);
  const offered: Booking = {
    ...before,
    offerExpiresAt: expiresAt,
    version: before.version + 1,
    updatedAt: now,
  };
  await Promise.all([
    insertOffer(tx, offered, { id, expiresAt, createdAt: now }),
    insertOccupancies(tx, { holdId: id, expiresAt }, wish, takings, now),
    updateBookingRow(tx, offered, new Set(['offerExpiresAt'])),
    recordEvent(tx, scope, eventOf(scope, 'booking.updated', offered, before)),
  ]);
  await mailOffer(tx, scope, offered, expiresAt);
}

async function scopeOf(platform: Platform, { organizationId }: { organizationId: string }): Promise<Scope> {
  const organization = await platform.db.read(organizationId, selectOwnOrganization);
  if (!organization) throw new Error(`There is no organization ${organizationId}.`);
  return openScope(platform, organization, actor);
}
