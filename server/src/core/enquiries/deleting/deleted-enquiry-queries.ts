// The SQL that deletes enquiries: from sight first, and for good when nobody has missed them.
import { deleteAssignees } from '#core/enquiries/enquiry-queries.ts';
import type { RootTx, Tx } from '#db/tx.ts';

/** Removes an enquiry from sight, and from the lists of those who were to answer it. Its number stays taken. */
export async function markEnquiryDeleted(tx: Tx, id: string, deletedAt: Date): Promise<void> {
  await Promise.all([
    tx`
      update enquiries set deleted_at = ${deletedAt}, updated_at = ${deletedAt}
      where organization_id = ${tx.organizationId} and id = ${id}
    `,
    deleteAssignees(tx, id),
  ]);
}

/** The enquiry with this record id or number, deleted or not, locked until the transaction ends. */
export async function lockAlsoDeleted(
  tx: Tx,
  by: { id: string } | { enquiryNumber: string },
): Promise<{ id: string; deletedAt: Date | null } | undefined> {
  const named = 'id' in by ? tx`id = ${by.id}` : tx`enquiry_number = ${by.enquiryNumber}`;
  const rows = await tx<{ id: string; deletedAt: Date | null }[]>`
    select id, deleted_at from enquiries where organization_id = ${tx.organizationId} and ${named} for no key update
  `;
  return rows[0];
}

/** Brings an enquiry back into sight. Violates the unique index of external ids. */
export async function markEnquiryRestored(tx: Tx, id: string, restoredAt: Date): Promise<void> {
  await tx`
    update enquiries set deleted_at = null, updated_at = ${restoredAt}, version = version + 1
    where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

/**
 * Removes up to `limit` enquiries that were deleted before a moment and that nothing names any more, with their threads,
 * of all organizations, and returns how many.
 */
export async function deleteEnquiriesDeletedBefore(tx: RootTx, moment: Date, limit: number): Promise<number> {
  const rows = await tx`
    delete from enquiries where ctid = any(array(
      select q.ctid from enquiries q
      where q.deleted_at < ${moment}
        and not exists (
          select from orders o where o.organization_id = q.organization_id and o.enquiry_id = q.id
        )
        and not exists (
          select from bookings b where b.organization_id = q.organization_id and b.enquiry_id = q.id
        )
        and not exists (
          select from task_links t where t.organization_id = q.organization_id and t.enquiry_id = q.id
        )
        and not exists (
          select from enquiries n where n.organization_id = q.organization_id and n.previous_enquiry_id = q.id
        )
      limit ${limit}
    )) returning id
  `;
  return rows.length;
}
