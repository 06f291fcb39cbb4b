// What tells the import of one kind of list from that of another. How a file is gone through is the same for all.
import type { RowOutcome } from '#core/imports/import-row.ts';
import type { Scope } from '#core/scope.ts';
import type { Column, MappingOptions } from '#src/cli/imports/column-mapping.ts';
import type { CsvOptions, CsvRow } from '#src/cli/imports/csv-file.ts';
import type { FileRow } from '#src/cli/imports/row-reading.ts';

/** What the caller says about an import. */
export interface ImportSettings extends CsvOptions, MappingOptions {
  organization?: string | undefined;
  country?: string | undefined;
  report?: string | undefined;
  dryRun?: true | undefined;
  yes?: true | undefined;
  /** Whether bookings take places that are taken; recorded with each that does. */
  allowOverlap?: true | undefined;
}

/** How records of a kind are shown. */
export interface ShownKind<Made> {
  /** What one is called: `customer`. */
  noun: string;
  /** Of the columns in which the first records are shown. */
  headings: string[];
  cellsOf(record: Made): string[];
}

/** A kind of list that can be imported. */
export interface ImportKind<Row extends FileRow, Made> extends ShownKind<Made> {
  /** Whether several rows of the file can make one record. */
  isGrouped?: true;
  /** Whether a row that has changed since its import changes its record. */
  updates?: true;
  /** Begins the import of a file with these headings. Throws a Fault when they can't be made sense of. */
  open(scope: Scope, headings: string[], settings: ImportSettings): Promise<OpenImport<Row, Made>>;
}

/** A kind of list, whatever its rows and records are. */
// biome-ignore lint/suspicious/noExplicitAny: rows and records of a kind only ever meet those of the same kind
export type AnyImportKind = ImportKind<any, any>;

/** What several are called: `companies`. */
export function plural(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** An import of a file that has begun. */
export interface OpenImport<Row extends FileRow, Made> {
  columns: Column[];
  /** Is shown every row of the file before it is imported. */
  look?(row: CsvRow): void;
  read(rows: AsyncIterable<CsvRow>): AsyncIterable<Row>;
  /** What `run` would make of the rows, storing nothing. */
  preview(rows: Iterable<Row> | AsyncIterable<Row>): AsyncIterable<RowOutcome<Row, Made>[]>;
  /** Makes records of the rows, one committed batch at a time. */
  run(rows: AsyncIterable<Row>): AsyncIterable<RowOutcome<Row, Made>[]>;
}
