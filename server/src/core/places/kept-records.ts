// What operations on places, equipment, staff and services have in common: making, reading, listing, changing and
// removing a record, each with its event. What is particular to a kind of record is in its domain.
import { eventOf, recordEvent } from '#core/events/events.ts';
import type { RecordSelection } from '#core/places/record-list-queries.ts';
import type { Scope } from '#core/scope.ts';
import { isReferenced, type Tx } from '#db/tx.ts';
import { type Page, pageOf, readCursor } from '#kit/cursor.ts';
import { checkVersion, type FaultDetail, missing, throwProblems } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

/** What every such record has. */
export interface KeptRecord {
  /** Record id, UUID version 7. */
  id: string;
  /** Counts the changes, from 1. */
  version: number;
  updatedAt: Date;
}

/** A kind of such records: what it is called, and its domain's queries. */
export interface RecordKind<Kept extends KeptRecord> {
  /** As a sentence begins with it: `The location`. */
  what: string;
  /** The kind of its events. */
  event: 'location' | 'sublocation' | 'equipment' | 'staff' | 'service_category' | 'service';
  find(tx: Tx, id: string): Promise<Kept | undefined>;
  /** Finds it, and locks it until the transaction ends. */
  lock(tx: Tx, id: string): Promise<Kept | undefined>;
  select(tx: Tx, selection: RecordSelection): Promise<Kept[]>;
  insert(tx: Tx, record: Kept): Promise<void>;
  update(tx: Tx, record: Kept, before: Kept): Promise<void>;
  /** Removes it. Fails when something refers to it. */
  remove(tx: Tx, id: string): Promise<void>;
  /** The record out of use; without this, one that something refers to can't go. */
  retire?(record: Kept): Kept;
}

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

/** One page of records, newest first; what else `query` says goes to the kind's own query. Throws `invalid_cursor`. */
export async function listRecords<Kept extends KeptRecord>(
  scope: Scope,
  kind: RecordKind<Kept>,
  { limit, cursor, ...query }: RecordQuery & { status?: string | undefined },
): Promise<Page<Kept>> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  // One more than the page shows tells that more follow.
  return pageOf(await scope.read((tx) => kind.select(tx, { ...query, after, count: limit + 1 })), limit);
}

/** Records in use to choose from, newest first. */
export async function listOptionsOf<Kept extends KeptRecord & { name: string }>(
  scope: Scope,
  kind: RecordKind<Kept>,
  query: { limit: number; search?: string | undefined },
): Promise<{ id: string; name: string }[]> {
  const { items } = await listRecords(scope, kind, { ...query, status: 'active' });
  return items.map(({ id, name }) => ({ id, name }));
}

/** The record with this id, one out of use too. Throws `not_found`. */
export async function getRecord<Kept extends KeptRecord>(
  scope: Scope,
  kind: RecordKind<Kept>,
  id: string,
): Promise<Kept> {
  const record = isUuid(id) ? await scope.read((tx) => kind.find(tx, id)) : undefined;
  if (!record) throw missing(kind.what);
  return record;
}

/** What else there is to check of a record and to find out, in the transaction that stores it. */
export type Completion<Kept> = (tx: Tx, record: Kept) => Promise<Kept>;

/** Stores a new record and returns it. Fails as the kind's `insert` does. */
export function createRecord<Kept extends KeptRecord>(
  scope: Scope,
  kind: RecordKind<Kept>,
  record: Kept,
  complete?: Completion<Kept>,
): Promise<Kept> {
  return scope.write(async (tx) => {
    const completed = complete ? await complete(tx, record) : record;
    await Promise.all([
      kind.insert(tx, completed),
      recordEvent(tx, scope, eventOf(scope, `${kind.event}.created`, completed)),
    ]);
    return completed;
  });
}

/** A change to make: of which version, if the caller says so, and what it makes of the record. */
export interface RecordChange<Kept> {
  /** Refuse unless the record still has this version. */
  version: number | undefined;
  /** The record with the changes applied. What is wrong is added to `problems`, and the result is then of no use. */
  apply(before: Kept, problems: FaultDetail[]): Kept;
  complete?: Completion<Kept>;
}

/** Changes a record; what changes nothing is no change. Throws `not_found`, `version_conflict` and `invalid_field`. */
export async function changeRecord<Kept extends KeptRecord>(
  scope: Scope,
  kind: RecordKind<Kept>,
  id: string,
  { version, apply, complete }: RecordChange<Kept>,
): Promise<Kept> {
  if (!isUuid(id)) throw missing(kind.what);
  return scope.write(async (tx) => {
    const before = await lockRecord(tx, kind, id);
    checkVersion(kind.what, before, version);
    const problems: FaultDetail[] = [];
    const after = apply(before, problems);
    throwProblems(problems);
    const changed = changedRecord(scope, before, after);
    if (!changed) return before;
    const completed = complete ? await complete(tx, changed) : changed;
    await Promise.all([
      kind.update(tx, completed, before),
      recordEvent(tx, scope, eventOf(scope, `${kind.event}.updated`, completed, before)),
    ]);
    return completed;
  });
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

/**
 * Removes a record, or retires it when others refer to it: which of the two, the foreign keys decide, so that no link is
 * forgotten. Throws `not_found`, `version_conflict` unless it still has the version given, and the database's error for a
 * kind that can't be retired.
 */
export async function removeRecord<Kept extends KeptRecord>(
  scope: Scope,
  kind: RecordKind<Kept>,
  id: string,
  version: number | undefined,
): Promise<Departure> {
  if (!isUuid(id)) throw missing(kind.what);
  const { retire } = kind;
  try {
    await scope.write(async (tx) => {
      const record = await lockRecord(tx, kind, id);
      checkVersion(kind.what, record, version);
      const event = eventOf(scope, `${kind.event}.deleted`, record);
      await Promise.all([kind.remove(tx, id), recordEvent(tx, scope, event)]);
    });
    return 'deleted';
  } catch (error) {
    if (!retire || !isReferenced(error)) throw error;
  }
  await changeRecord(scope, kind, id, { version, apply: (record) => retire(record) });
  return 'retired';
}

async function lockRecord<Kept extends KeptRecord>(
  tx: Tx,
  kind: RecordKind<Kept>,
  id: string,
): Promise<Kept> {
  const record = await kind.lock(tx, id);
  if (!record) throw missing(kind.what);
  return record;
}
