// The SQL of what became of bookings.
import type { Booking, BookingStatus } from '#core/bookings/booking.ts';
import type { BookingChange } from '#core/bookings/history/booking-history.ts';
import type { Actor } from '#core/scope.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';
import { newId } from '#kit/id.ts';

/** A move of a booking, from what it was to what it is, and how it came to that. */
export interface BookingMove {
  before: Booking;
  after: Booking;
  actor: Actor;
  /** Whether staff took places that were taken, or a time outside opening hours. */
  isOverride: boolean;
  reason: string | undefined;
}

/** The insert of a move. What stayed is left empty. */
export function insertMove(tx: Tx, { before, after, actor, isOverride, reason }: BookingMove): SqlFragment {
  const isMoved =
    before.startsAt.getTime() !== after.startsAt.getTime() ||
    before.endsAt.getTime() !== after.endsAt.getTime();
  const [from, to] = isMoved ? [before, after] : [];
  const hasNewStatus = before.status !== after.status;
  const hasNewPlace = before.sublocationId !== after.sublocationId;
  return tx`
    insert into booking_changes (organization_id, booking_id, id, version, actor_type, actor_id, from_status, to_status,
      from_starts_at, to_starts_at, from_ends_at, to_ends_at, from_sublocation_id, to_sublocation_id, is_override,
      reason, created_at)
    values (${tx.organizationId}, ${after.id}, ${newId(after.updatedAt)}, ${after.version}, ${actor.type}, ${actor.id},
      ${hasNewStatus ? before.status : undefined}, ${hasNewStatus ? after.status : undefined},
      ${from?.startsAt}, ${to?.startsAt}, ${from?.endsAt}, ${to?.endsAt},
      ${hasNewPlace ? before.sublocationId : undefined}, ${hasNewPlace ? after.sublocationId : undefined},
      ${isOverride}, ${reason}, ${after.updatedAt})
  `;
}

/** What became of a booking, first to last. */
export async function selectChanges(tx: Tx, bookingId: string): Promise<BookingChange[]> {
  const rows = await tx<{ change: Record<string, string | boolean | null> }[]>`
    select json_build_object('id', id, 'version', version, 'actorType', actor_type, 'actorId', actor_id,
      'fromStatus', from_status, 'toStatus', to_status,
      'fromStartsAt', from_starts_at, 'toStartsAt', to_starts_at, 'fromEndsAt', from_ends_at, 'toEndsAt', to_ends_at,
      'fromSublocationId', from_sublocation_id, 'toSublocationId', to_sublocation_id,
      'isOverride', is_override, 'reason', reason, 'createdAt', created_at) as change
    from booking_changes
    where organization_id = ${tx.organizationId} and booking_id = ${bookingId}
    order by id limit ${changesMax}
  `;
  return rows.map(({ change }) => toChange(change));
}

/** More than any booking goes through. */
const changesMax = 1_000;

function toChange(row: Record<string, string | boolean | null>): BookingChange {
  const text = (name: string) => (row[name] as string | null) ?? undefined;
  const moment = (name: string) => (row[name] ? new Date(row[name] as string) : undefined);
  return {
    id: text('id')!,
    version: Number(row.version),
    actor: { type: text('actorType') as Actor['type'], id: text('actorId')! },
    fromStatus: text('fromStatus') as BookingStatus | undefined,
    toStatus: text('toStatus') as BookingStatus | undefined,
    fromStartsAt: moment('fromStartsAt'),
    toStartsAt: moment('toStartsAt'),
    fromEndsAt: moment('fromEndsAt'),
    toEndsAt: moment('toEndsAt'),
    fromSublocationId: text('fromSublocationId'),
    toSublocationId: text('toSublocationId'),
    isOverride: row.isOverride === true,
    reason: text('reason'),
    createdAt: moment('createdAt')!,
  };
}
