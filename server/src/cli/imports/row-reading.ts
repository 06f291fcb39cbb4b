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

/**
 * Why a row was not made into a record, as sentences that name headings; empty for one that was. `noun` is what its
 * records are called: `customer`.
 */
export function reasonOf(outcome: RowOutcome<FileRow>, noun: string): string {
  if (outcome.result === 'created') return '';
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

function problemSentence({ origins }: FileRow, { path, message }: FaultDetail): string {
  if (path === '') return message;
  const origin = origins.get(path);
  if (!origin) return `${path} ${message}`;
  const shown = origin.text.length > 60 ? `${origin.text.slice(0, 60)}…` : origin.text;
  return `${origin.heading}: "${shown}" ${message}`;
}
