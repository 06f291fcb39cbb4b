// Rows that know the cells they came from, and what is wrong with one in the words of its file.
import type { AlreadyThere, ImportRow, RowOutcome } from '#core/imports/import-row.ts';
import type { FaultDetail } from '#kit/fault.ts';

/** A cell, by the heading of its column. */
export interface Cell {
  heading: string;
  text: string;
}

/** A row of an import that knows what it was read from. */
export interface FileRow<Input = unknown> extends ImportRow<Input> {
  /** The rows of the file that it was read from: one, unless several make one record. */
  sources: { line: number; cells: string[] }[];
  /** By path of a field (`emails[1].address`), the cell it came from. */
  origins: Map<string, Cell>;
}

/** Adds what is wrong with a cell. */
export function addProblem(row: FileRow, path: string, cell: Cell, message: string): void {
  row.origins.set(path, cell);
  row.problems.push({ path, code: 'invalid_field', message });
}

/** A row whose id another row of the file has too: which of them is meant can't be told. */
export function withRepeatedId<Row extends FileRow>(row: Row, isRepeated: boolean): Row {
  if (!isRepeated) return row;
  const problem = { path: 'externalId', code: 'repeated_id', message: 'stands in several rows of the file.' };
  return { ...row, problems: [...row.problems, problem] };
}

/**
 * Why nothing came of a row, as sentences that name headings; empty when something did. `noun` is what its
 * records are called: `customer`.
 */
export function reasonOf(outcome: RowOutcome<FileRow>, noun: string): string {
  if (outcome.result === 'created' || outcome.result === 'updated') return '';
  if (outcome.result === 'bad') {
    return outcome.problems.map((problem) => problemSentence(outcome.row, problem)).join(' ');
  }
  const { by, value, owner } = outcome.found;
  const who = 'line' in owner ? `line ${owner.line} of this file` : `${noun} ${owner.number}`;
  if (by === 'row') return 'line' in owner ? `The same as ${who}.` : `Imported before, as ${who}.`;
  return `${identityNames[by]} ${value} belongs to ${who}.`;
}

const identityNames: Record<Exclude<AlreadyThere['by'], 'row'>, string> = {
  email: 'The email',
  customerNumber: 'The customer number',
  externalId: 'The id',
};

/** The cell that a path came from: its own, that of the entry of a list that it is a part of, or that of the list. */
export function originOf({ origins }: FileRow, path: string): Cell | undefined {
  const entry = path.replace(/(?<=\])\..*$/, '');
  return origins.get(path) ?? origins.get(entry) ?? origins.get(path.replace(/\[.*$/, ''));
}

function problemSentence(row: FileRow, { path, message }: FaultDetail): string {
  if (path === '') return message;
  const origin = originOf(row, path);
  if (!origin) return `${path} ${message}`;
  const shown = origin.text.length > 60 ? `${origin.text.slice(0, 60)}…` : origin.text;
  return `${origin.heading}: "${shown}" ${message}`;
}
