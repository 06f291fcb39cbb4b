// Opaque cursors for lists that page by key.
import { invalidField } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

/** One page of a list, newest first; `nextCursor` is there exactly when more records follow. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | undefined;
}

/** A page out of up to `limit + 1` records: the extra one only tells that more follow. */
export function pageOf<Item extends { id: string }>(items: Item[], limit: number): Page<Item> {
  if (items.length <= limit) return { items, nextCursor: undefined };
  const shown = items.slice(0, limit);
  return { items: shown, nextCursor: writeCursor(shown[limit - 1]!.id) };
}

/** The cursor that continues after the record with this id. */
export function writeCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The id a cursor continues after. Throws `invalid_cursor` for anything `writeCursor` did not write. */
export function readCursor(cursor: string): string {
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (isUuid(id) && writeCursor(id) === cursor) return id;
  throw invalidField('cursor', 'must be the nextCursor of the previous page.', 'invalid_cursor');
}
