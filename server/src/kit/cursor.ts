// Opaque cursors for lists that page by key.
import { type Fault, invalidField } from '#kit/fault.ts';
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
  const id = idOf(Buffer.from(cursor, 'base64url'));
  if (isUuid(id) && writeCursor(id) === cursor) return id;
  throw notACursor();
}

/** A place in a list that is ordered by a moment, and by id where moments are equal. */
export interface MomentPlace {
  moment: Date;
  id: string;
}

/** The cursor that continues after this place of a list ordered by a moment. */
export function writeMomentCursor({ moment, id }: MomentPlace): string {
  const bytes = Buffer.alloc(24);
  bytes.writeBigInt64BE(BigInt(moment.getTime()));
  bytes.write(id.replaceAll('-', ''), 8, 'hex');
  return bytes.toString('base64url');
}

/** The place a cursor continues after. Throws `invalid_cursor` for anything `writeMomentCursor` did not write. */
export function readMomentCursor(cursor: string): MomentPlace {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length !== 24) throw notACursor();
  const place = { moment: new Date(Number(bytes.readBigInt64BE())), id: idOf(bytes.subarray(8)) };
  const isWritten = isUuid(place.id) && !Number.isNaN(place.moment.getTime());
  if (isWritten && writeMomentCursor(place) === cursor) return place;
  throw notACursor();
}

function idOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function notACursor(): Fault {
  return invalidField('cursor', 'must be the nextCursor of the previous page.', 'invalid_cursor');
}
