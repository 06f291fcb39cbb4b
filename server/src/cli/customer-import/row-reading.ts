// Rows of a file as rows of an import, and what is wrong with one in the words of its file.
import { normalizeEmail } from '#core/contacts/email-address.ts';
import { normalizePhone } from '#core/contacts/phone-number.ts';
import { customerStatuses } from '#core/customers/customer.ts';
import { type ImportRow, ownerName, type RowOutcome } from '#core/customers/customer-import-row.ts';
import type { FaultDetail } from '#kit/fault.ts';
import {
  cellText,
  readEmails,
  readParameterValue,
  readPhones,
  readStatus,
  readYesNo,
} from '#src/cli/customer-import/cell-values.ts';
import type { Column } from '#src/cli/customer-import/column-mapping.ts';
import type { CsvRow } from '#src/cli/customer-import/csv-file.ts';
import { splitFullName } from '#src/cli/customer-import/full-name.ts';
import type { ColumnField } from '#src/cli/customer-import/headings.ts';

/** A row of an import that knows the cells it came from. */
export interface FileRow extends ImportRow {
  cells: string[];
  /** By path of a field (`emails[1].address`), the heading and text it came from. */
  origins: Map<string, { heading: string; text: string }>;
}

/** Reads the cells of a row. `countryCode` tells phone numbers that are written in two ways but are one. */
export function readRow({ line, cells, fault }: CsvRow, columns: Column[], countryCode: string): FileRow {
  const row: FileRow = { line, input: {}, problems: [], cells, origins: new Map() };
  if (fault) {
    row.problems.push({ path: '', code: 'invalid_row', message: fault });
    return row;
  }
  const names = { firstName: '', lastName: '', name: '' };
  for (const [place, { heading, target }] of columns.entries()) {
    const text = cellText(cells[place]!);
    if (text === '' || target.kind === 'none') continue;
    if (target.kind === 'parameter') {
      const { id } = target.parameter;
      row.input.parameterValues ??= {};
      row.input.parameterValues[id] = readParameterValue(target.parameter, text);
      row.origins.set(`parameterValues.${id}`, { heading, text });
    } else if (target.field in names) {
      names[target.field as keyof typeof names] = text;
      row.origins.set(target.field, { heading, text });
    } else {
      readField(row, target.field, { heading, text }, countryCode);
    }
  }
  readNames(row, names);
  return row;
}

interface Cell {
  heading: string;
  text: string;
}

function readField(row: FileRow, field: ColumnField, cell: Cell, countryCode: string): void {
  const { input, origins } = row;
  const { text } = cell;
  switch (field) {
    case 'email':
      for (const address of readEmails(text)) addEmail(row, address, cell.heading);
      break;
    case 'phone':
      for (const number of readPhones(text)) addPhone(row, number, cell.heading, countryCode);
      break;
    case 'status':
      input.status = readStatus(text);
      if (!input.status) addProblem(row, 'status', cell, `must be ${customerStatuses.join(', ')}.`);
      break;
    case 'marketingOptIn':
    case 'smsOptIn':
      readConsent(row, field, cell, readYesNo(text));
      break;
    case 'marketingOptOut':
      readConsent(row, 'marketingOptIn', cell, negated(readYesNo(text)));
      break;
    case 'smsOptOut':
      readConsent(row, 'smsOptIn', cell, negated(readYesNo(text)));
      break;
    case 'displayName':
    case 'customerNumber':
    case 'source':
      input[field] = text;
      origins.set(field, cell);
      break;
  }
}

function readConsent(
  row: FileRow,
  field: 'marketingOptIn' | 'smsOptIn',
  cell: Cell,
  answer: boolean | undefined,
): void {
  if (answer === undefined) addProblem(row, field, cell, 'must be yes or no.');
  // Where one column says yes and another no, it is no.
  else row.input[field] = answer && row.input[field] !== false;
}

/** The same address in two columns is one address. */
function addEmail({ input, origins }: FileRow, address: string, heading: string): void {
  input.emails ??= [];
  const normal = normalizeEmail(address);
  if (normal && input.emails.some((email) => normalizeEmail(email.address) === normal)) return;
  origins.set(`emails[${input.emails.length}].address`, { heading, text: address });
  input.emails.push({ address });
}

/** The same number in two columns is one number. */
function addPhone({ input, origins }: FileRow, number: string, heading: string, countryCode: string): void {
  input.phones ??= [];
  const normal = normalizePhone(number, countryCode);
  if (normal && input.phones.some((phone) => normalizePhone(phone.number, countryCode) === normal)) return;
  origins.set(`phones[${input.phones.length}].number`, { heading, text: number });
  input.phones.push({ number });
}

/** A whole name fills the halves that no column gives; where both are given, it is how the customer is shown. */
function readNames(
  { input }: FileRow,
  { firstName, lastName, name }: Record<'firstName' | 'lastName' | 'name', string>,
) {
  const rest = restOfName(name, firstName, lastName);
  if (firstName || rest.firstName) input.firstName = firstName || rest.firstName;
  if (lastName || rest.lastName) input.lastName = lastName || rest.lastName;
  if (firstName && lastName && name && name !== `${firstName} ${lastName}`) input.displayName ??= name;
}

function restOfName(name: string, firstName: string, lastName: string) {
  if (!name || (firstName && lastName)) return { firstName: undefined, lastName: undefined };
  if (firstName && name.startsWith(`${firstName} `)) {
    return { firstName: undefined, lastName: name.slice(firstName.length + 1).trim() };
  }
  if (lastName && name.endsWith(` ${lastName}`)) {
    return { firstName: name.slice(0, -lastName.length - 1).trim(), lastName: undefined };
  }
  return splitFullName(name);
}

function addProblem(row: FileRow, path: string, cell: Cell, message: string): void {
  row.origins.set(path, cell);
  row.problems.push({ path, code: 'invalid_field', message });
}

function negated(answer: boolean | undefined): boolean | undefined {
  return answer === undefined ? undefined : !answer;
}

/** Why a row was not made into a customer, as sentences that name headings; empty for one that was. */
export function reasonOf(outcome: RowOutcome<FileRow>): string {
  if (outcome.result === 'created') return '';
  if (outcome.result === 'bad') {
    return outcome.problems.map((problem) => problemSentence(outcome.row, problem)).join(' ');
  }
  const { by, value, owner } = outcome.found;
  const who = ownerName(owner);
  if (by === 'row') return 'line' in owner ? `The same as ${who}.` : `Imported before, as ${who}.`;
  return `${by === 'email' ? 'The email' : 'The customer number'} ${value} belongs to ${who}.`;
}

function problemSentence({ origins }: FileRow, { path, message }: FaultDetail): string {
  const origin =
    origins.get(path) ?? (path === 'firstName' || path === 'lastName' ? origins.get('name') : undefined);
  if (path === '') return message;
  if (!origin) return `${path} ${message}`;
  const shown = origin.text.length > 60 ? `${origin.text.slice(0, 60)}…` : origin.text;
  return `${origin.heading}: "${shown}" ${message}`;
}
