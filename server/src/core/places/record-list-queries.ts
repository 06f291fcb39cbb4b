// What the lists of places, equipment, staff and services have in common: small tables, listed newest first and paged by
// record id.
import type { SqlFragment, Tx } from '#db/tx.ts';
import { lowestIdAt } from '#kit/id.ts';

/** Which part of a list. */
export interface RecordSelection {
  /** Words that must all occur in the name. */
  search?: string | undefined;
  status?: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
  /** The id the page continues after. */
  after?: string | undefined;
  /** How many to read. */
  count: number;
}

/** The conditions, the order and the end of such a list: what follows `where r.organization_id = …`. */
export function narrowed(tx: Tx, selection: RecordSelection): SqlFragment {
  const { search, status, createdAfter, createdBefore, updatedAfter, after, count } = selection;
  return tx`
    ${after ? tx`and r.id < ${after}` : tx``}
    ${createdAfter ? tx`and r.id >= ${lowestIdAt(createdAfter)}` : tx``}
    ${createdBefore ? tx`and r.id < ${lowestIdAt(createdBefore)}` : tx``}
    ${updatedAfter ? tx`and r.updated_at >= ${updatedAfter}` : tx``}
    ${status ? tx`and r.status = ${status}` : tx``}
    ${search === undefined ? tx`` : tx`and r.name ilike all (${patternsOf(search)}::text[])`}
    order by r.id desc limit ${count}
  `;
}

// Tables of houses, rooms and services are read whole in no time; an index for this would only cost.
function patternsOf(search: string): string[] {
  const words = search.split(/\s+/).filter((word) => word !== '');
  return words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}
