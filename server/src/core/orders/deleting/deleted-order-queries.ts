// The SQL that removes orders deleted long ago.
import type { RootTx } from '#db/tx.ts';

/**
 * Removes up to `limit` orders that were deleted before a moment and that nothing names any more, of all organizations,
 * and returns how many.
 */
export async function deleteOrdersDeletedBefore(tx: RootTx, moment: Date, limit: number): Promise<number> {
  const rows = await tx`
    delete from orders where ctid = any(array(
      select o.ctid from orders o
      where o.deleted_at < ${moment}
        and not exists (
          select from bookings b where b.organization_id = o.organization_id and b.order_id = o.id
        )
        and not exists (
          select from enquiries q where q.organization_id = o.organization_id and q.order_id = o.id
        )
        and not exists (
          select from task_links t where t.organization_id = o.organization_id and t.order_id = o.id
        )
        and not exists (
          select from credit_entries e where e.organization_id = o.organization_id and e.order_id = o.id
        )
      limit ${limit}
    )) returning id
  `;
  return rows.length;
}
