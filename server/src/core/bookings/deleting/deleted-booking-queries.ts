// The SQL that deletes bookings: from sight first, and for good when nobody misses them.
import type { RootTx, Tx } from '#db/tx.ts';

/** Removes a booking from sight. Its number and code stay taken. */
export async function markBookingDeleted(tx: Tx, id: string, deletedAt: Date): Promise<void> {
  await tx`
    update bookings set deleted_at = ${deletedAt}, updated_at = ${deletedAt}, version = version + 1
    where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

/**
 * Removes up to `limit` bookings that were deleted before a moment, with all that belongs to them, and returns how many:
 * of all organizations, and but for those that were rescheduled or that another was rescheduled to.
 */
export async function deleteBookingsDeletedBefore(tx: RootTx, moment: Date, limit: number): Promise<number> {
  const rows = await tx`
    delete from bookings where ctid = any(array(
      select b.ctid from bookings b
      where b.deleted_at < ${moment}
        and not exists (
          select from bookings other
          where other.organization_id = b.organization_id and other.id in (b.rescheduled_from_id, b.rescheduled_to_id)
        )
      limit ${limit}
    )) returning id
  `;
  return rows.length;
}
