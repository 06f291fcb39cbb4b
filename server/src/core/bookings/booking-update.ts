// Changing a booking: fields, status, time and place. What gives places back only needs the booking's own lock; what
// takes some goes the way of a new booking, under the locks of what it could take.
import { type Booking, type BookingStatus, isOccupying } from '#core/bookings/booking.ts';
import { type BookingChanges, withChanges } from '#core/bookings/booking-changes.ts';
import { lockBookings, updateBookingRow } from '#core/bookings/booking-queries.ts';
import { eventTypeOf, type RequestedBy, withStatus } from '#core/bookings/booking-status.ts';
import { namesStart, type StartInput } from '#core/bookings/booking-time.ts';
import { type BookingMove, insertMove } from '#core/bookings/history/booking-history-queries.ts';
import { holdExpired } from '#core/bookings/holds/hold.ts';
import { releaseHold } from '#core/bookings/holds/hold-queries.ts';
import { choosePlaces, lockWishes } from '#core/bookings/occupancy/occupancies.ts';
import type { Taking, Wish } from '#core/bookings/occupancy/occupancy.ts';
import {
  deleteOccupanciesOfBookings,
  insertOccupancies,
} from '#core/bookings/occupancy/occupancy-queries.ts';
import { type Arrangement, chosenIn } from '#core/bookings/placing/arrangement.ts';
import type { PlaceRequest } from '#core/bookings/placing/place-request.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import type { Scope } from '#core/scope.ts';
import type { Service } from '#core/services/service.ts';
import type { Tx } from '#db/tx.ts';
import { checkVersion, type FaultDetail, missing, throwProblems } from '#kit/fault.ts';
import { trimmedOrNone } from '#kit/text.ts';

/** What may be said about a booking that is there. What is left out stays. */
export interface BookingUpdate extends BookingChanges, StartInput, Partial<PlaceRequest> {
  /** Minutes. */
  duration?: number | undefined;
  status?: BookingStatus | undefined;
  cancelReason?: string | undefined;
  /** On whose wish; default staff. */
  requestedBy?: RequestedBy | undefined;
  /** Takes places even if they are taken; recorded. */
  allowOverlap?: boolean | undefined;
  /** Does not ask for opening hours, notice and horizon; recorded. */
  ignoreSchedule?: boolean | undefined;
  /** A hold whose places the booking takes over. */
  holdId?: string | undefined;
  /** Refuse unless the record still has this version. */
  version?: number | undefined;
}

/** A change as far as it is known without a lock. */
export interface PlannedUpdate {
  /** The booking it was planned for. */
  known: Booking;
  update: BookingUpdate;
  /** When and where it is to be, when that changes or its places are taken again. */
  arrangement: Arrangement | undefined;
  /** Whether places are taken: new ones, or again. */
  takes: boolean;
  /** Terms of the service, where the update asks for them. */
  terms: Service | undefined;
}

/** Whether an update touches when, where or with how many the booking is. */
export function changesPlace(update: BookingUpdate): boolean {
  const { duration, locationId, sublocationId, staffIds, resourceIds, attendeeCount } = update;
  return (
    namesStart(update) ||
    [duration, locationId, sublocationId, staffIds, resourceIds, attendeeCount].some(
      (one) => one !== undefined,
    )
  );
}

/**
 * Applies a planned change and records what happened, inside the caller's transaction. Throws `version_conflict` when
 * the booking is no longer the one it was planned for, and what `updateBooking` throws.
 */
export async function applyPlannedUpdate(tx: Tx, scope: Scope, planned: PlannedUpdate): Promise<Booking> {
  const { known, update, arrangement, takes } = planned;
  const now = scope.clock.now();
  const wish = takes ? arrangement?.wish : undefined;
  const locked = wish && lockWishes(tx, [wish], now);
  const [[before]] = await Promise.all([lockBookings(tx, [known.id]), locked]);
  if (!before) throw missing('The booking');
  checkVersion('The booking', before, known.version);

  const after = described(scope, before, planned);
  const takings = wish && (await retake(tx, before.id, wish, update, now));
  if (takings) Object.assign(after, chosenIn(takings), { allowsOverlap: update.allowOverlap ?? false });
  const changed = changedFields(before, after);
  const taken = takings && insertOccupancies(tx, { bookingId: before.id }, wish, takings, now);
  if (changed.size === 0) {
    await taken;
    return before;
  }
  const updated = { ...after, version: before.version + 1, updatedAt: now };
  const isGivenBack =
    !isOccupying(updated.status) && (isOccupying(before.status) || isOfferEnded(before, updated));
  await Promise.all([
    updateBookingRow(tx, updated, changed),
    isGivenBack && deleteOccupanciesOfBookings(tx, [updated.id], now),
    taken,
    movesIn(changed) && insertMove(tx, moveOf(scope, before, updated, update, takings)),
    recordEvent(tx, scope, eventOf(scope, eventTypeOf(before, updated), updated, before)),
  ]);
  return updated;
}

/** The record with everything applied but what is chosen under lock. */
function described(scope: Scope, before: Booking, { update, arrangement, terms }: PlannedUpdate): Booking {
  const now = scope.clock.now();
  const problems: FaultDetail[] = [];
  const { attendeeCount = before.attendeeCount } = update;
  const arranged = arrangement && {
    ...arrangement.times,
    locationId: arrangement.locationId,
    equipment: arrangement.equipment,
    sublocationId: update.sublocationId ?? before.sublocationId,
    staffIds: update.staffIds ?? before.staffIds,
  };
  const after = withChanges({ ...before, ...arranged, attendeeCount }, update, now, problems);
  throwProblems(problems);
  after.ignoresSchedule = update.ignoreSchedule ?? before.ignoresSchedule;
  // What was offered was for where and when it waited.
  if (arrangement) after.offerExpiresAt = undefined;
  const { status, requestedBy = 'staff', cancelReason } = update;
  if (status === undefined || status === before.status) return after;
  const reason = trimmedOrNone(cancelReason);
  return withStatus(after, status, { actor: scope.actor, requestedBy, now, terms, cancelReason: reason });
}

/** Gives back what the booking takes, and takes what it is to take now. */
async function retake(
  tx: Tx,
  bookingId: string,
  wish: Wish,
  { holdId, allowOverlap = false }: BookingUpdate,
  now: Date,
): Promise<Taking[]> {
  const [, isHeld, takings] = await Promise.all([
    deleteOccupanciesOfBookings(tx, [bookingId], now),
    holdId === undefined ? undefined : releaseHold(tx, holdId, { now, notesFreedTime: false }),
    choosePlaces(tx, wish, { allowsOverlap: allowOverlap, now }),
  ]);
  if (isHeld === false) throw holdExpired();
  return takings;
}

/** Whether what was offered to a booking on the waiting list is no longer: it has left the list, or waits for another time. */
function isOfferEnded(before: Booking, after: Booking): boolean {
  return before.offerExpiresAt !== undefined && after.offerExpiresAt === undefined;
}

/** The names of the fields in which two states of a booking differ. */
function changedFields(before: Booking, after: Booking): Set<keyof Booking> {
  const names = Object.keys(after) as (keyof Booking)[];
  return new Set(names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])));
}

function movesIn(changed: ReadonlySet<keyof Booking>): boolean {
  return (['status', 'startsAt', 'endsAt', 'sublocationId'] as const).some((name) => changed.has(name));
}

function moveOf(
  scope: Scope,
  before: Booking,
  after: Booking,
  update: BookingUpdate,
  takings: Taking[] | undefined,
): BookingMove {
  const isOverride = (takings ?? []).some((one) => one.isOverride) || update.ignoreSchedule === true;
  return { before, after, actor: scope.actor, isOverride, reason: after.cancelReason };
}
