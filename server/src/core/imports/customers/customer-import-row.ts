// The rows of an import: what one says of a customer, checked by the rules for every customer, and what it is known by
// when the same file comes again. Pure.

import type { CustomerParameter } from '#core/customer-parameters/customer-parameter.ts';
import { checkedParameterValues } from '#core/customer-parameters/customer-parameters.ts';
import { type Customer, emptyCustomer, nameLengthMax, sourceLengthMax } from '#core/customers/customer.ts';
import { type CustomerChanges, withChanges } from '#core/customers/customer-changes.ts';
import type { KnownIdentities, RowIdentities } from '#core/imports/customers/customer-import-queries.ts';
import {
  type AlreadyThere,
  type Candidate,
  type Claims,
  type ImportRow,
  ownerOf,
  type PassedOver,
} from '#core/imports/import-row.ts';
import { keyFrom } from '#core/imports/row-key.ts';
import type { Scope } from '#core/scope.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { isStorableText } from '#kit/text.ts';

/** What a row says of a customer. Parameter values are keyed by id, key or name. Without a source it is `import`. */
export type CustomerRowInput = CustomerChanges & { parameterValues?: Record<string, unknown> | undefined };

/** A row of somebody's list of customers. */
export type CustomerRow = ImportRow<CustomerRowInput>;

/** A row with the customer it would make. */
export interface CustomerCandidate<Row extends CustomerRow = CustomerRow> extends Candidate<Row> {
  /** Without a customer number unless the row gives one. */
  customer: Customer;
  /** 16 bytes as hex digits that the row is known by, when it has neither number nor email. */
  rowKey: string | undefined;
}

/** How often equal rows without number and email have come, by what they say. */
export type Occurrences = Map<string, number>;

/** Checks what a row says. What is wrong goes into the candidate's `problems`. */
export function examineRow<Row extends CustomerRow>(
  scope: Scope,
  row: Row,
  parameters: readonly CustomerParameter[],
  occurrences: Occurrences,
): CustomerCandidate<Row> {
  const { organization, clock } = scope;
  const { parameterValues: sent = {}, ...changes } = row.input;
  const problems = [...row.problems];
  const empty = emptyCustomer(organization.id, clock.now());
  const told = withChanges({ ...empty, source: 'import' }, changes, organization.countryCode, problems);
  const parameterValues = checkedParameterValues(parameters, scope, {}, { sent, editor: 'staff' }, problems);
  const customer = { ...told, parameterValues };
  checkTexts({ ...customer, displayName: changes.displayName }, problems);
  if (problems.length === 0 && isNobody(customer)) {
    const message = 'The row has neither a name nor an email, phone or customer number.';
    problems.push({ path: '', code: 'empty_row', message });
  }
  const isKnownByContent = problems.length === 0 && !customer.customerNumber && customer.emails.length === 0;
  return { row, customer, problems, rowKey: isKnownByContent ? rowKeyOf(customer, occurrences) : undefined };
}

/** What candidates are known by, to be looked up. */
export function identitiesOf(candidates: CustomerCandidate[]): RowIdentities {
  const customers = candidates.map(({ customer }) => customer);
  return {
    numbers: customers.map(({ customerNumber }) => customerNumber).filter((number) => number !== ''),
    addresses: customers.flatMap(({ emails }) => emails.map(({ address }) => address)),
    rowKeys: candidates.flatMap(({ rowKey }) => rowKey ?? []),
  };
}

/**
 * Why a candidate is not to be made into a customer, or `undefined`; then it has claimed what it is known by. A row
 * that gives a customer number is the customer with that number. Its email then belongs to nobody else: where several
 * people share one, each row but the first is bad, and not taken for the first. Without a number, a row is the customer
 * who has one of its emails.
 */
export function settle<Row extends CustomerRow>(
  { row, customer, problems, rowKey }: CustomerCandidate<Row>,
  known: KnownIdentities,
  claims: Claims,
): PassedOver<Row> | undefined {
  if (problems.length > 0) return { row, result: 'bad', problems };
  const { customerNumber, emails } = customer;
  if (customerNumber) {
    const owner = ownerOf(claims, `number ${customerNumber}`, known.numbers.get(customerNumber));
    if (owner) {
      return { row, result: 'already_there', found: { by: 'customerNumber', value: customerNumber, owner } };
    }
  }
  for (const [place, { address }] of emails.entries()) {
    const owner = ownerOf(claims, `email ${address}`, known.addresses.get(address));
    if (!owner) continue;
    if (customerNumber) return { row, result: 'bad', problems: [emailInUse(place, owner)] };
    return { row, result: 'already_there', found: { by: 'email', value: address, owner } };
  }
  if (rowKey) {
    const owner = ownerOf(claims, `row ${rowKey}`, known.rowKeys.get(rowKey));
    if (owner) return { row, result: 'already_there', found: { by: 'row', value: '', owner } };
  }
  claim(claims, row.line, { customerNumber, emails, rowKey });
  return undefined;
}

function claim(
  claims: Claims,
  line: number,
  {
    customerNumber,
    emails,
    rowKey,
  }: Pick<Customer, 'customerNumber' | 'emails'> & { rowKey: string | undefined },
): void {
  if (customerNumber) claims.set(`number ${customerNumber}`, line);
  for (const { address } of emails) claims.set(`email ${address}`, line);
  if (rowKey) claims.set(`row ${rowKey}`, line);
}

function emailInUse(place: number, owner: AlreadyThere['owner']): FaultDetail {
  const who = 'line' in owner ? `line ${owner.line} of this file` : `customer ${owner.number}`;
  const message = `belongs to ${who}, who has another customer number.`;
  return { path: `emails[${place}].address`, code: 'email_in_use', message };
}

// Addresses and phone numbers are of a form that holds nothing else; parameters check their own text.
function checkTexts(
  told: Pick<Customer, 'firstName' | 'lastName' | 'displayName' | 'source' | 'customerNumber'>,
  problems: FaultDetail[],
): void {
  const bounds = {
    firstName: nameLengthMax,
    lastName: nameLengthMax,
    displayName: nameLengthMax,
    source: sourceLengthMax,
    customerNumber: Number.POSITIVE_INFINITY,
  };
  for (const [path, lengthMax] of Object.entries(bounds)) {
    const text = told[path as keyof typeof bounds] ?? '';
    const message =
      text.length > lengthMax
        ? `must have at most ${lengthMax} characters.`
        : !isStorableText(text) && 'must not have control characters.';
    if (message) problems.push({ path, code: 'invalid_field', message });
  }
}

function isNobody({ firstName, lastName, displayName, emails, phones, customerNumber }: Customer): boolean {
  return !(firstName || lastName || displayName || customerNumber || emails.length > 0 || phones.length > 0);
}

// What the row says decides, not its file, line or column order. Of equal rows, each is a person of its own.
function rowKeyOf(customer: Customer, occurrences: Occurrences): string {
  const { firstName, lastName, displayName, phones, status, source, marketingOptIn, smsOptIn } = customer;
  const values = Object.entries(customer.parameterValues).sort(([left], [right]) => (left < right ? -1 : 1));
  const said = [firstName, lastName, displayName, phones, status, source, marketingOptIn, smsOptIn, values];
  const content = keyFrom(JSON.stringify(said));
  const before = occurrences.get(content) ?? 0;
  occurrences.set(content, before + 1);
  return before === 0 ? content : keyFrom(`${content} ${before}`);
}
