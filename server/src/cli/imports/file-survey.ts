// One look through a file before its import: how many rows it has, and which ids stand in it several times.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sha256 } from '#kit/hash.ts';
import { cellText } from '#src/cli/imports/cell-values.ts';
import { type Column, headingOf } from '#src/cli/imports/column-mapping.ts';
import type { CsvFile, CsvRow } from '#src/cli/imports/csv-file.ts';

const rowsPerTurn = 1_000;

/** Looks through a file and returns how many rows it has; each is shown to `look`. */
export async function surveyFile(
  file: CsvFile,
  look: (row: CsvRow) => void,
  signal: AbortSignal,
): Promise<number> {
  let rowCount = 0;
  for await (const row of file.rows()) {
    rowCount += 1;
    look(row);
    if (rowCount % rowsPerTurn !== 0) continue;
    signal.throwIfAborted();
    // Inside a running server, others want this thread too.
    await nextTurn();
  }
  return rowCount;
}

/**
 * Gathers the ids of a file, one after the other; then tells of each whether it stands in several places. Equal ids that
 * follow each other stand in one. Eight bytes are kept for each: a hash of 53 bits, by which an id is taken for another
 * once in twenty thousand files of a million.
 */
export function gatherIds() {
  let hashes = new Float64Array(1_024);
  let count = 0;
  let before = '';
  let repeated: Set<number> | undefined;
  return {
    look(id: string): void {
      const isNext = id !== '' && id !== before;
      before = id;
      if (!isNext) return;
      if (count === hashes.length) {
        const longer = new Float64Array(count * 2);
        longer.set(hashes);
        hashes = longer;
      }
      hashes[count] = hashOf(id);
      count += 1;
      repeated = undefined;
    },
    isRepeated(id: string): boolean {
      repeated ??= repeatedIn(hashes.subarray(0, count).toSorted());
      return repeated.has(hashOf(id));
    },
  };
}

/** Reads the id of a row; empty when it has none. */
export function idReader(columns: Column[]): (row: CsvRow) => string {
  const heading = headingOf(columns, 'externalId');
  const place = columns.findIndex((column) => column.heading === heading);
  return ({ cells }) => cellText(cells[place] ?? '');
}

/** Tells of the rows of a list of one record a row whether the id of one is that of another row too. */
export function gatherRowIds(columns: Column[]) {
  const ids = gatherIds();
  const idOf = idReader(columns);
  return {
    look(row: CsvRow): void {
      ids.look(row.fault ? '' : idOf(row));
      // Rows that follow each other are two all the same.
      ids.look('');
    },
    isRepeated: (row: CsvRow) => ids.isRepeated(idOf(row)),
  };
}

function repeatedIn(sorted: Float64Array): Set<number> {
  const repeated = new Set<number>();
  for (let place = 1; place < sorted.length; place += 1) {
    if (sorted[place] === sorted[place - 1]) repeated.add(sorted[place]!);
  }
  return repeated;
}

/** As many bits as a number holds exactly. */
function hashOf(text: string): number {
  const hash = sha256(text);
  return hash.readUIntBE(0, 6) * 32 + (hash[6]! >> 3);
}
