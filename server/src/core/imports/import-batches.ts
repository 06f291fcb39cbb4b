// How imports of every kind go through their rows: in batches, each stored in one transaction, so that they may be
// stopped at any moment and run again. What a kind of row is made into is in a folder of its own.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Candidate, Claims, ImportRow, PassedOver, RowOutcome } from '#core/imports/import-row.ts';
import type { Scope } from '#core/scope.ts';
import { isRefused } from '#db/tx.ts';
import type { FaultDetail } from '#kit/fault.ts';

/** How rows of one kind become records. */
export interface Importing<Row extends ImportRow, Checked extends Candidate<Row>, Made> {
  /** Checks what rows say. What is wrong goes into the candidates' `problems`. */
  examine(rows: Row[]): Promise<Checked[]>;
  /**
   * Tells which candidates are bad or there already, by what is stored now and by what `claims` holds. The others have
   * then claimed what they are known by.
   */
  settle(candidates: Checked[], claims: Claims): Promise<Map<Checked, PassedOver<Row>>>;
  /** What would become of a settled candidate, as far as that is known before it is stored. */
  foresee(candidate: Checked): RowOutcome<Row, Made>;
  /** Stores candidates with their events in one transaction, and tells what became of each. */
  store(candidates: Checked[]): Promise<Map<Checked, RowOutcome<Row, Made>>>;
  /** What is wrong with a candidate that the database refused, when that can be told. */
  refusal?(error: unknown, candidate: Checked): Promise<FaultDetail[] | undefined>;
}

type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

/** Rows stored in one transaction: large enough to be fast, small enough that a server beside it answers in between. */
const rowsPerBatch = 100;

/**
 * Makes records of rows, in order, and tells what became of each, one committed batch at a time; the caller may stop
 * after any. A row that is bad stops no other. Throws what the database throws when it can't go on; what was told before
 * is stored.
 */
export async function* importRows<Row extends ImportRow, Checked extends Candidate<Row>, Made>(
  scope: Scope,
  importing: Importing<Row, Checked, Made>,
  rows: Rows<Row>,
): AsyncGenerator<RowOutcome<Row, Made>[]> {
  let storing: Promise<RowOutcome<Row, Made>[]> | undefined;
  try {
    for await (const batch of batchesOf(rows)) {
      // While a batch is being stored, the next one is read and checked.
      const candidates = await importing.examine(batch);
      if (storing) yield await storing;
      storing = importBatch(scope, importing, candidates);
      // Whoever fails while nobody waits for it is heard when somebody does.
      storing.catch(() => undefined);
      // The embedded database works on this thread: let the server's requests in.
      await nextTurn();
    }
    if (storing) yield await storing;
  } finally {
    await storing?.catch(() => undefined);
  }
}

/**
 * What `importRows` would make of the rows, by what is there now, storing nothing. Remembers what every row is known by,
 * up to the end.
 */
export async function* previewRows<Row extends ImportRow, Checked extends Candidate<Row>, Made>(
  importing: Importing<Row, Checked, Made>,
  rows: Rows<Row>,
): AsyncGenerator<RowOutcome<Row, Made>[]> {
  const claims: Claims = new Map();
  for await (const batch of batchesOf(rows)) {
    const candidates = await importing.examine(batch);
    const passedOver = await importing.settle(candidates, claims);
    yield candidates.map((candidate) => passedOver.get(candidate) ?? importing.foresee(candidate));
    await nextTurn();
  }
}

async function* batchesOf<Row>(rows: Rows<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < rowsPerBatch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function importBatch<Row extends ImportRow, Checked extends Candidate<Row>, Made>(
  scope: Scope,
  importing: Importing<Row, Checked, Made>,
  candidates: Checked[],
): Promise<RowOutcome<Row, Made>[]> {
  const passedOver = await importing.settle(candidates, new Map());
  const accepted = candidates.filter((candidate) => !passedOver.has(candidate));
  try {
    const stored = accepted.length > 0 ? await importing.store(accepted) : undefined;
    return candidates.map((candidate) => passedOver.get(candidate) ?? stored!.get(candidate)!);
  } catch (error) {
    if (!isRefused(error)) throw error;
    return retryAlone(scope, importing, candidates, error);
  }
}

/** Somebody else took something in between, or a value is refused: only that row is to suffer from it. */
async function retryAlone<Row extends ImportRow, Checked extends Candidate<Row>, Made>(
  scope: Scope,
  importing: Importing<Row, Checked, Made>,
  candidates: Checked[],
  error: unknown,
): Promise<RowOutcome<Row, Made>[]> {
  const [candidate] = candidates;
  if (candidate && candidates.length === 1) {
    const problems = (await importing.refusal?.(error, candidate)) ?? [refused(scope, error)];
    return [{ row: candidate.row, result: 'bad', problems }];
  }
  const outcomes: RowOutcome<Row, Made>[] = [];
  for (const one of candidates) outcomes.push(...(await importBatch(scope, importing, [one])));
  return outcomes;
}

function refused(scope: Scope, error: unknown): FaultDetail {
  scope.log.warn({ err: error }, 'The database refused a row of an import.');
  const { code } = error as { code: string };
  return { path: '', code: 'refused', message: `The database refused the row (SQLSTATE ${code}).` };
}
