// What operations on places, equipment, staff and services have in common: a page of a list, a change that counts, and
// the way out of use.
import type { RecordSelection } from '#core/places/record-list-queries.ts';
import type { Scope } from '#core/scope.ts';
import { isReferenced, type Tx } from '#db/tx.ts';
import { readCursor } from '#kit/cursor.ts';
import { missing } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

/** Which records, and which page of them. */
export interface RecordQuery {
  /** 1 to 100. */
  limit: number;
  cursor?: string | undefined;
  /** Words that must all occur in the name. */
  search?: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
}

/** What to select for a page: one record more than it shows, which tells that more follow. Throws `invalid_cursor`. */
export function selectionOf<Query extends RecordQuery>(
  query: Query,
): Omit<Query, 'limit' | 'cursor'> & RecordSelection {
  const { limit, cursor, ...rest } = query;
  return { ...rest, after: cursor === undefined ? undefined : readCursor(cursor), count: limit + 1 };
}

/** The record as a change leaves it, with the next version; `undefined` when nothing has changed. */
export function changedRecord<Kept extends { version: number; updatedAt: Date }>(
  scope: Scope,
  before: Kept,
  after: Kept,
): Kept | undefined {
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  return { ...after, version: before.version + 1, updatedAt: scope.clock.now() };
}

/** What became of a record that was to go: gone for good, or out of use and still readable. */
export type Departure = 'deleted' | 'retired';

/** The two ways out of use. Each tells whether there was such a record. */
export interface Removal {
  remove(tx: Tx): Promise<boolean>;
  retire(tx: Tx): Promise<boolean>;
}

/**
 * Removes a record, or retires it when others refer to it: which of the two, the foreign keys decide, so that no link is
 * forgotten. Throws `not_found`, saying that `what` is missing.
 */
export async function removeOrRetire(
  scope: Scope,
  what: string,
  id: string,
  removal: Removal,
): Promise<Departure> {
  if (!isUuid(id)) throw missing(what);
  let departure: Departure = 'deleted';
  let found: boolean;
  try {
    found = await scope.writeOne((tx) => removal.remove(tx));
  } catch (error) {
    if (!isReferenced(error)) throw error;
    departure = 'retired';
    found = await scope.writeOne((tx) => removal.retire(tx));
  }
  if (!found) throw missing(what);
  return departure;
}
