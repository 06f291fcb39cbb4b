// What people are shown before an import: which column holds what, and the first rows as they would be.
import type { RowOutcome } from '#core/imports/import-row.ts';
import type { Column, ColumnTarget } from '#src/cli/imports/column-mapping.ts';
import type { CsvFile } from '#src/cli/imports/csv-file.ts';
import { plural, type ShownKind } from '#src/cli/imports/import-kind.ts';
import { type FileRow, originOf, reasonOf } from '#src/cli/imports/row-reading.ts';
import { table } from '#src/cli/shell/conversation.ts';

const rowsShown = 5;
const cellLengthMax = 32;
const reasonLengthMax = 200;

const delimiterNames: Record<string, string> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};

/** The columns of a file with what each holds and an example. */
export function mappingText(file: CsvFile, columns: Column[], rows: FileRow[]): string {
  const lines = columns.map(({ heading, target }, place) => [
    heading,
    targetName(target),
    cut(firstFilled(rows, place)),
  ]);
  const format = `${file.encoding}, cells separated by ${delimiterNames[file.delimiter] ?? file.delimiter}`;
  return `${file.path} (${format})\n\n${table(['heading', 'becomes', 'for example'], lines)}`;
}

/** The first rows as records, and why the first that are none are none. */
export function firstRowsText<Made>(
  outcomes: RowOutcome<FileRow, Made>[],
  { noun, headings, cellsOf }: ShownKind<Made>,
): string {
  const made = outcomes.flatMap((outcome) => ('record' in outcome ? outcome : []));
  const others = outcomes.filter((outcome) => !('record' in outcome)).slice(0, rowsShown);
  const lines = made
    .slice(0, rowsShown)
    .map(({ row, record }) => [String(row.line), ...cellsOf(record).map((cell) => cut(cell))]);
  const reasons = others.map((outcome) => [
    `line ${outcome.row.line}`,
    outcome.result === 'bad' ? 'bad' : 'already there',
    cut(reasonOf(outcome, noun), reasonLengthMax),
  ]);

  const parts = [
    lines.length > 0 && `The first rows as ${plural(noun)}:\n\n${table(['line', ...headings], lines)}`,
    reasons.length > 0 && `Not imported, for example:\n\n${table(['row', 'result', 'reason'], reasons)}`,
  ];
  return parts.filter(Boolean).join('\n\n');
}

/** The heading that spoils every one of these rows, when there is one: it may hold something else than it was taken for. */
export function spoilingHeading(outcomes: RowOutcome<FileRow>[]): string | undefined {
  const filled = outcomes.filter(({ row }) => row.origins.size > 0);
  const headingsOf = (outcome: RowOutcome<FileRow>) =>
    outcome.result === 'bad' ? outcome.problems.map(({ path }) => originOf(outcome.row, path)?.heading) : [];
  const [first, ...rest] = filled.map(headingsOf);
  if (!first || rest.length === 0) return undefined;
  return first.find((heading) => heading && rest.every((headings) => headings.includes(heading)));
}

function firstFilled(rows: FileRow[], place: number): string {
  const sources = rows.flatMap((row) => row.sources);
  return sources.find(({ cells }) => cells[place]?.trim())?.cells[place] ?? '';
}

function targetName(target: ColumnTarget): string {
  if (target.kind === 'field') return target.field;
  if (target.kind === 'parameter') return `parameter ${target.parameter.key}`;
  if (target.kind === 'custom') return `customFields.${target.key}`;
  const reasons = {
    ignored: 'not imported, as you say',
    unknown: 'not imported',
    second: 'not imported: an earlier column has it',
  };
  return reasons[target.reason];
}

function cut(text: string, lengthMax = cellLengthMax): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text;
}
