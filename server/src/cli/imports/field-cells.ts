// Cells read into the fields of a row: each field has a reader, and what it can't read is told with what it must be.
import { cellText } from '#src/cli/imports/cell-values.ts';
import type { Column } from '#src/cli/imports/column-mapping.ts';
import { addProblem, type Cell, type FileRow } from '#src/cli/imports/row-reading.ts';

/** How the cells of a field are read. */
export interface CellReader<Value> {
  /** `undefined` for what can't be read. */
  read(text: string): Value | undefined;
  /** What the cell must be, as the end of a sentence: `must be yes or no.` */
  rule: string;
}

/** A reader for each field. */
export type CellReaders<Input> = { [Field in keyof Required<Input>]: CellReader<NonNullable<Input[Field]>> };

/** Any text. */
export const asText: CellReader<string> = { read: (text) => text, rule: '' };

/** Reads the cells of these columns into `input`, under paths that start with `prefix`. */
export function readCells<Input extends object>(
  row: FileRow,
  cells: string[],
  columns: Column[],
  { readers, input, prefix = '' }: { readers: CellReaders<Input>; input: Partial<Input>; prefix?: string },
): void {
  for (const [place, { heading, target }] of columns.entries()) {
    const text = cellText(cells[place] ?? '');
    if (text === '' || target.kind !== 'field' || !(target.field in readers)) continue;
    readCell(row, { heading, text }, { readers, input, prefix, field: target.field as keyof Input & string });
  }
}

function readCell<Input extends object>(
  row: FileRow,
  cell: Cell,
  into: { readers: CellReaders<Input>; input: Partial<Input>; prefix: string; field: keyof Input & string },
): void {
  const { readers, input, prefix, field } = into;
  const { read, rule } = readers[field];
  const value = read(cell.text);
  row.origins.set(`${prefix}${field}`, cell);
  if (value === undefined) addProblem(row, `${prefix}${field}`, cell, rule);
  else if (Array.isArray(value)) addEntries(row, cell, into, value);
  else input[field] = value;
}

/** Several columns may hold one list; what two of them say is one entry. */
function addEntries<Input extends object>(
  row: FileRow,
  cell: Cell,
  { input, prefix, field }: { input: Partial<Input>; prefix: string; field: keyof Input & string },
  entries: unknown[],
): void {
  const list = [...((input[field] as unknown[] | undefined) ?? [])];
  for (const entry of entries.filter((one) => !list.includes(one))) {
    row.origins.set(`${prefix}${field}[${list.length}]`, { ...cell, text: String(entry) });
    list.push(entry);
  }
  input[field] = list as Input[typeof field];
}
