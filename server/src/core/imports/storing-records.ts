// Storing rows that may change what is there: the new ones together, then the changed ones in the order of ids.
import { lockImports } from '#core/imports/import-queries.ts';
import type { ImportRow, RowOutcome } from '#core/imports/import-row.ts';
import { type KeyedCandidate, type KnownRecord, standingOf } from '#core/imports/known-records.ts';
import type { Tx } from '#db/tx.ts';
import { Fault } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';

type KnownRow = ImportRow<{ externalId?: string | undefined }>;

/** How records of one kind are stored, inside a transaction. */
export interface RecordStore<Row extends KnownRow, Checked extends KeyedCandidate<Row>, Made> {
  /** What one is called. */
  what: string;
  /** What rows mean, as it is now. */
  known(tx: Tx): Promise<KnownRecord[]>;
  /** The record a new row makes, ready to be stored; `undefined` when it was to change one that is gone. */
  made(candidate: Checked): Made | undefined;
  insert(tx: Tx, made: { record: Made; key: string }[]): Promise<void>;
  /**
   * Changes the record with that id and notes the row's key; `isChanged` tells whether there was anything to change.
   * Throws a Fault, and has then written nothing.
   */
  change(tx: Tx, candidate: Checked, id: string): Promise<{ record: Made; isChanged: boolean }>;
}

/** Stores settled rows, inside the caller's transaction, and tells what became of each. */
export async function storeRecords<Row extends KnownRow, Checked extends KeyedCandidate<Row>, Made>(
  tx: Tx,
  candidates: Checked[],
  kind: RecordStore<Row, Checked, Made>,
): Promise<Map<Checked, RowOutcome<Row, Made>>> {
  await lockImports(tx);
  const known = await kind.known(tx);
  const outcomes = new Map<Checked, RowOutcome<Row, Made>>();
  const made: { record: Made; key: string }[] = [];
  const changed: { candidate: Checked; record: KnownRecord }[] = [];
  for (const candidate of candidates) {
    const { row, key } = candidate;
    const standing = standingOf(candidate, known, new Map(), kind.what);
    if (standing.is === 'there') {
      outcomes.set(candidate, { row, result: 'already_there', found: standing.found });
    } else if (standing.is === 'unclear') {
      outcomes.set(candidate, { row, result: 'bad', problems: [standing.problem] });
    } else if (standing.is === 'changed') changed.push({ candidate, record: standing.record });
    else {
      const record = kind.made(candidate);
      if (record) made.push({ record, key });
      outcomes.set(
        candidate,
        record ? { row, result: 'created', record } : { row, result: 'bad', problems: [gone] },
      );
    }
  }
  if (made.length > 0) await kind.insert(tx, made);
  for (const one of changed.sort((left, right) => (left.record.id < right.record.id ? -1 : 1))) {
    outcomes.set(one.candidate, await changedOutcome(tx, one.candidate, one.record, kind));
  }
  return outcomes;
}

const gone = problem('', 'What it was to change has just been deleted: run the import again.', 'gone');

async function changedOutcome<Row extends KnownRow, Checked extends KeyedCandidate<Row>, Made>(
  tx: Tx,
  candidate: Checked,
  known: KnownRecord,
  kind: RecordStore<Row, Checked, Made>,
): Promise<RowOutcome<Row, Made>> {
  const { row } = candidate;
  try {
    const { record, isChanged } = await kind.change(tx, candidate, known.id);
    return isChanged
      ? { row, result: 'updated', record }
      : { row, result: 'already_there', found: foundAs(row, known) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { details, code, message } = error;
    return { row, result: 'bad', problems: details ?? [problem('', message, code)] };
  }
}

/** What says that a row's record is there already and as the row says it. */
export function foundAs({ input }: KnownRow, { number }: Pick<KnownRecord, 'number'>) {
  const owner = { number };
  return input.externalId
    ? ({ by: 'externalId', value: input.externalId, owner } as const)
    : ({ by: 'row', value: '', owner } as const);
}
