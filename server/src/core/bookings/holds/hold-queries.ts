// The SQL of holds. What they take is in occupancies, which is always deleted before the hold: whoever clears away
// expired ones goes the same way, so nobody waits for somebody who waits for them.
import type { Hold } from '#core/bookings/holds/hold.ts';
import { freeOccupancies } from '#core/bookings/waiting-list/freed-time-queries.ts';
import type { Tx } from '#db/tx.ts';

/** Stores a hold; what it takes is inserted beside it. */
export async function insertHold(tx: Tx, hold: Omit<Hold, 'sublocationId' | 'staffIds'>): Promise<void> {
  await tx`
    insert into booking_holds (organization_id, id, holder, service_id, location_id, timezone, starts_at, ends_at,
      attendee_count, expires_at, created_at)
    values (${tx.organizationId}, ${hold.id}, ${hold.holder}, ${hold.serviceId}, ${hold.locationId}, ${hold.timezone},
      ${hold.startsAt}, ${hold.endsAt}, ${hold.attendeeCount}, ${hold.expiresAt}, ${hold.createdAt})
  `;
}

/** The hold with this id, unless it has expired. */
export async function findHold(tx: Tx, id: string, now: Date): Promise<Hold | undefined> {
  const [row] = await tx<(Hold & { locationId: string | null; sublocationId: string | null })[]>`
    select h.id, h.holder, h.service_id, h.location_id, h.timezone, h.starts_at, h.ends_at, h.attendee_count, h.expires_at,
      h.created_at,
      (select o.resource_id from occupancies o where o.organization_id = h.organization_id and o.hold_id = h.id
        and o.resource_type = 'sublocation') as sublocation_id,
      to_json(array(select o.resource_id from occupancies o where o.organization_id = h.organization_id and o.hold_id = h.id
        and o.resource_type = 'staff' order by o.id)) as staff_ids
    from booking_holds h
    where h.organization_id = ${tx.organizationId} and h.id = ${id} and h.holder is not null and h.expires_at > ${now}
  `;
  if (!row) return undefined;
  return { ...row, locationId: row.locationId ?? undefined, sublocationId: row.sublocationId ?? undefined };
}

/** Ends what a holder holds. */
export async function deleteHoldsOfHolder(tx: Tx, holder: string): Promise<void> {
  await Promise.all([
    tx`
      delete from occupancies o using booking_holds h
      where h.organization_id = ${tx.organizationId} and h.holder = ${holder}
        and o.organization_id = h.organization_id and o.hold_id = h.id
    `,
    tx`delete from booking_holds where organization_id = ${tx.organizationId} and holder = ${holder}`,
  ]);
}

/**
 * Ends a hold, so that its places can be taken by whoever has them locked; tells whether it was still kept. With
 * `notesFreedTime` the waiting list is looked at afterwards: for a hold that nobody takes over.
 */
export async function releaseHold(
  tx: Tx,
  id: string,
  { now, notesFreedTime }: { now: Date; notesFreedTime: boolean },
): Promise<boolean> {
  const isHolds = tx`o.hold_id = (
    select id from booking_holds where organization_id = ${tx.organizationId} and id = ${id} and holder is not null
  )`;
  const [, rows] = await Promise.all([
    notesFreedTime
      ? freeOccupancies(tx, isHolds, now)
      : tx`delete from occupancies o where o.organization_id = ${tx.organizationId} and ${isHolds}`,
    tx<{ isKept: boolean }[]>`
      delete from booking_holds where organization_id = ${tx.organizationId} and id = ${id} and holder is not null
      returning expires_at > ${now} as is_kept
    `,
  ]);
  return rows[0]?.isKept ?? false;
}
