// The report of an import: a CSV file of the rows that were not made into records, each with its line, the reason and
// its own cells, so that it can be put right and imported in turn.
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import type { RowOutcome } from '#core/imports/import-row.ts';
import { Fault } from '#kit/fault.ts';
import { type FileRow, reasonOf } from '#src/cli/imports/row-reading.ts';

/** A report that is being written. */
export interface ImportReport {
  path: string;
  /** How many rows it has. */
  rowCount(): number;
  /** Adds the rows of which nothing came. They are in the file when this returns. */
  add(outcomes: RowOutcome<FileRow>[]): Promise<void>;
  /** Ends the report; one without rows is removed. */
  close(): Promise<void>;
}

/** The file of an import: its report looks like it, and must not take its place. */
export interface ImportedFile {
  path: string;
  headings: string[];
  delimiter: string;
}

/** The file beside the imported one that its report goes to. */
export function reportPathFor(path: string): string {
  return `${path}.report.csv`;
}

/** Opens a report, in place of the one of an earlier run. `noun` is what the records are called. Throws a Fault when it can't be written. */
export async function openReport(path: string, imported: ImportedFile, noun: string): Promise<ImportReport> {
  const { headings, delimiter } = imported;
  await refuseSameFile(path, imported.path);
  const file = await openFor(path);
  let rowCount = 0;
  return {
    path,
    rowCount: () => rowCount,
    async add(outcomes) {
      const records = outcomes
        .filter(({ result }) => result === 'bad' || result === 'already_there')
        .flatMap((outcome) => recordsOf(outcome, noun));
      if (records.length === 0) return;
      // The byte order mark tells spreadsheets that the text is UTF-8.
      const head =
        rowCount === 0 ? `\ufeff${linesOf([['line', 'result', 'reason', ...headings]], delimiter)}` : '';
      await file.appendFile(head + linesOf(records, delimiter));
      rowCount += records.length;
    },
    async close() {
      await file.close();
      if (rowCount === 0) await rm(path, { force: true });
    },
  };
}

function recordsOf(outcome: RowOutcome<FileRow>, noun: string): string[][] {
  const result = outcome.result === 'already_there' ? 'already there' : outcome.result;
  const reason = reasonOf(outcome, noun);
  return outcome.row.sources.map(({ line, cells }) => [String(line), result, reason, ...cells]);
}

// A cell that a spreadsheet would take for a formula (= + - @) gets a ' before it; reading takes it away again.
function linesOf(records: string[][], delimiter: string): string {
  return stringify(records, { delimiter, escape_formulas: true });
}

async function refuseSameFile(path: string, importedPath: string): Promise<void> {
  const [report, imported] = await Promise.all(
    [path, importedPath].map((name) => stat(name).catch(() => undefined)),
  );
  if (!report || !imported || report.dev !== imported.dev || report.ino !== imported.ino) return;
  throw new Fault(
    'invalid',
    'report_not_writable',
    '--report names the imported file itself. Name another one.',
  );
}

async function openFor(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const advice = 'Name a file that can with --report FILE.';
    throw new Fault(
      'invalid',
      'report_not_writable',
      `The report can't be written to ${path} (${code}). ${advice}`,
    );
  }
}
