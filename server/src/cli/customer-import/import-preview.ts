// What people are shown before an import: which column holds what, and the first rows as they would be.
import { type Customer, displayNameOf } from '#core/customers/customer.ts';
import type { RowOutcome } from '#core/customers/customer-import-row.ts';
import type { Column, ColumnTarget } from '#src/cli/customer-import/column-mapping.ts';
import type { CsvFile } from '#src/cli/customer-import/csv-file.ts';
import { type FileRow, reasonOf } from '#src/cli/customer-import/row-reading.ts';
import { table } from '#src/cli/shell/conversation.ts';

const rowsShown = 5;
const cellLengthMax = 32;
const reasonLengthMax = 200;

const customerHeadings = 'line,first name,last name,emails,phones,number,status,marketing,sms,other'.split(
  ',',
);

const delimiterNames: Record<string, string> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};

/** The columns of a file with what each holds and an example. */
export function mappingText(file: CsvFile, columns: Column[], rows: FileRow[]): string {
  const exampleOf = (place: number) => rows.find(({ cells }) => cells[place]?.trim())?.cells[place] ?? '';
  const lines = columns.map(({ heading, target }, place) => [
    heading,
    targetName(target),
    cut(exampleOf(place)),
  ]);
  const format = `${file.encoding}, cells separated by ${delimiterNames[file.delimiter] ?? file.delimiter}`;
  return `${file.path} (${format})\n\n${table(['heading', 'becomes', 'for example'], lines)}`;
}

/** The first rows as customers, and why the first that are none are none. */
export function firstRowsText(outcomes: RowOutcome<FileRow>[]): string {
  const customers = outcomes.flatMap((outcome) => (outcome.result === 'created' ? outcome : []));
  const others = outcomes.filter(({ result }) => result !== 'created').slice(0, rowsShown);
  const lines = customers
    .slice(0, rowsShown)
    .map(({ row, customer }) => [String(row.line), ...cellsOf(customer)]);
  const reasons = others.map((outcome) => [
    `line ${outcome.row.line}`,
    outcome.result === 'bad' ? 'bad' : 'already there',
    cut(reasonOf(outcome), reasonLengthMax),
  ]);

  const parts = [
    lines.length > 0 && `The first rows as customers:\n\n${table(customerHeadings, lines)}`,
    reasons.length > 0 && `Not imported, for example:\n\n${table(['row', 'result', 'reason'], reasons)}`,
  ];
  return parts.filter(Boolean).join('\n\n');
}

/** The heading that spoils every one of these rows, when there is one: it may hold something else than it was taken for. */
export function spoilingHeading(outcomes: RowOutcome<FileRow>[]): string | undefined {
  const filled = outcomes.filter(({ row }) => row.origins.size > 0);
  const headingsOf = (outcome: RowOutcome<FileRow>) =>
    outcome.result === 'bad'
      ? outcome.problems.map(({ path }) => outcome.row.origins.get(path)?.heading)
      : [];
  const [first, ...rest] = filled.map(headingsOf);
  if (!first || rest.length === 0) return undefined;
  return first.find((heading) => heading && rest.every((headings) => headings.includes(heading)));
}

function cellsOf(customer: Customer): string[] {
  const { firstName, lastName, displayName, emails, phones, customerNumber, status } = customer;
  const isDerived = displayName === displayNameOf(firstName, lastName);
  const other = [
    !isDerived && `shown as ${displayName}`,
    customer.source !== 'import' && `from ${customer.source}`,
    ...Object.values(customer.parameterValues).map(String),
  ];
  return [
    firstName ?? '',
    lastName ?? '',
    emails.map(({ address }) => address).join(', '),
    phones.map(({ number }) => number).join(', '),
    customerNumber || '(drawn)',
    status,
    customer.marketingOptIn ? 'yes' : 'no',
    customer.smsOptIn ? 'yes' : 'no',
    other.filter(Boolean).join(', '),
  ].map((cell) => cut(cell));
}

function targetName(target: ColumnTarget): string {
  if (target.kind === 'field') return target.field;
  if (target.kind === 'parameter') return `parameter ${target.parameter.key}`;
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
