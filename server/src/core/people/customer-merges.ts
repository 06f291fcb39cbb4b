// Reading merges: what was merged, by whom, and whether it was undone. Making and undoing them is in merging.ts.
import { getCustomer } from '#core/customers/customers.ts';
import type { CustomerMerge } from '#core/people/customer-merge.ts';
import { selectMergesOf } from '#core/people/customer-merge-queries.ts';
import type { Scope } from '#core/scope.ts';
import { type Page, pageOf, readCursor } from '#kit/cursor.ts';

/**
 * One page of the merges that the customer named by record id, number, email or phone took part in, newest first: as who
 * stayed, as who was merged, and those of whoever was merged into them. A merged customer is named by the survivor's
 * names too. Throws `not_found`, `invalid_cursor` (G-191).
 */
export async function listCustomerMerges(
  scope: Scope,
  reference: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<CustomerMerge>> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const { id } = await getCustomer(scope, reference);
  return pageOf(await scope.read((tx) => selectMergesOf(tx, id, { after, count: limit + 1 })), limit);
}
