// One look through a file before its import.
import { setImmediate as nextTurn } from 'node:timers/promises';
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
