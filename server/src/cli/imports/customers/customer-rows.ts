// Rows of a customer list as rows of an import.
import { normalizeEmail } from '#core/contacts/email-address.ts';
import { normalizePhone } from '#core/contacts/phone-number.ts';
import { customerStatuses } from '#core/customers/customer.ts';
import type { CustomerRowInput } from '#core/imports/customers/customer-import-row.ts';
import { cellText, readYesNo } from '#src/cli/imports/cell-values.ts';
import type { Column } from '#src/cli/imports/column-mapping.ts';
import type { CsvRow } from '#src/cli/imports/csv-file.ts';
import {
  readEmails,
  readParameterValue,
  readPhones,
  readStatus,
} from '#src/cli/imports/customers/customer-cells.ts';
import type { CustomerField } from '#src/cli/imports/customers/customer-headings.ts';
import { splitFullName } from '#src/cli/imports/customers/full-name.ts';
import { addProblem, type Cell, type FileRow } from '#src/cli/imports/row-reading.ts';

/** A row of a customer list. */
export type CustomerFileRow = FileRow<CustomerRowInput>;

/** Reads the cells of a row. `countryCode` tells phone numbers that are written in two ways but are one. */
export function readCustomerRow(
  { line, cells, fault }: CsvRow,
  columns: Column<CustomerField>[],
  countryCode: string,
): CustomerFileRow {
  const row: CustomerFileRow = {
    line,
    input: {},
    problems: [],
    sources: [{ line, cells }],
    origins: new Map(),
  };
  if (fault) {
    row.problems.push({ path: '', code: 'invalid_row', message: fault });
    return row;
  }
  const names = { firstName: '', lastName: '', name: '' };
  for (const [place, { heading, target }] of columns.entries()) {
    const text = cellText(cells[place]!);
    if (text === '' || target.kind === 'none' || target.kind === 'custom') continue;
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

function readField(row: CustomerFileRow, field: CustomerField, cell: Cell, countryCode: string): void {
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
  row: CustomerFileRow,
  field: 'marketingOptIn' | 'smsOptIn',
  cell: Cell,
  answer: boolean | undefined,
): void {
  if (answer === undefined) addProblem(row, field, cell, 'must be yes or no.');
  // Where one column says yes and another no, it is no.
  else row.input[field] = answer && row.input[field] !== false;
}

/** The same address in two columns is one address. */
function addEmail({ input, origins }: CustomerFileRow, address: string, heading: string): void {
  input.emails ??= [];
  const normal = normalizeEmail(address);
  if (normal && input.emails.some((email) => normalizeEmail(email.address) === normal)) return;
  origins.set(`emails[${input.emails.length}].address`, { heading, text: address });
  input.emails.push({ address });
}

/** The same number in two columns is one number. */
function addPhone(
  { input, origins }: CustomerFileRow,
  number: string,
  heading: string,
  countryCode: string,
): void {
  input.phones ??= [];
  const normal = normalizePhone(number, countryCode);
  if (normal && input.phones.some((phone) => normalizePhone(phone.number, countryCode) === normal)) return;
  origins.set(`phones[${input.phones.length}].number`, { heading, text: number });
  input.phones.push({ number });
}

/** A whole name fills the halves that no column gives; where both are given, it is how the customer is shown. */
function readNames(
  { input, origins }: CustomerFileRow,
  { firstName, lastName, name }: Record<'firstName' | 'lastName' | 'name', string>,
) {
  const rest = restOfName(name, firstName, lastName);
  const whole = origins.get('name');
  if (whole && !firstName) origins.set('firstName', whole);
  if (whole && !lastName) origins.set('lastName', whole);
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

function negated(answer: boolean | undefined): boolean | undefined {
  return answer === undefined ? undefined : !answer;
}
