// Importing customers: what is stored of them, and under which numbers. Whoever is there already is passed over.
import { selectParameters } from '#core/customer-parameters/customer-parameter-queries.ts';
import type { Customer } from '#core/customers/customer.ts';
import { customerConflict, skipTakenNumbers } from '#core/customers/customer-numbers.ts';
import { eventOf } from '#core/events/events.ts';
import {
  insertImportedCustomers,
  selectKnownIdentities,
  selectTakenNumbers,
} from '#core/imports/customers/customer-import-queries.ts';
import {
  type CustomerCandidate,
  type CustomerRow,
  examineRow,
  identitiesOf,
  type Occurrences,
  settle,
} from '#core/imports/customers/customer-import-row.ts';
import { type Importing, importRows, previewRows } from '#core/imports/import-batches.ts';
import type { Claims, PassedOver, RowOutcome } from '#core/imports/import-row.ts';
import { drawNumbers, formatNumber, numberPrefixes, skipNumbers } from '#core/organizations/numbers.ts';
import type { Scope } from '#core/scope.ts';
import { Fault, type FaultDetail } from '#kit/fault.ts';

/** What an import may be told beside its rows. */
export interface ImportOptions {
  /** Whether a number is one that a row gives, perhaps a later one: it is drawn for nobody. */
  isReserved?(customerNumber: string): boolean;
}

/**
 * Makes customers of rows, as `importRows` does. Numbers that are not given are drawn; nobody who is there is changed.
 * Each customer's `customer.created` is recorded with it, and `firstActiveAt` is not set.
 */
export async function* importCustomers<Row extends CustomerRow>(
  scope: Scope,
  rows: Iterable<Row> | AsyncIterable<Row>,
  options: ImportOptions = {},
): AsyncGenerator<RowOutcome<Row, Customer>[]> {
  yield* importRows(scope, await importing<Row>(scope, options), rows);
}

/** What `importCustomers` would make of the rows, storing nothing; without the numbers that would be drawn. */
export async function* previewCustomerImport<Row extends CustomerRow>(
  scope: Scope,
  rows: Iterable<Row> | AsyncIterable<Row>,
): AsyncGenerator<RowOutcome<Row, Customer>[]> {
  yield* previewRows(await importing<Row>(scope, {}), rows);
}

async function importing<Row extends CustomerRow>(
  scope: Scope,
  options: ImportOptions,
): Promise<Importing<Row, CustomerCandidate<Row>, Customer>> {
  const parameters = await scope.read(selectParameters);
  const occurrences: Occurrences = new Map();
  return {
    examine: async (rows) => rows.map((row) => examineRow(scope, row, parameters, occurrences)),
    settle: (candidates, claims) => settleBatch(scope, candidates, claims),
    foresee: ({ row, customer }) => ({ row, result: 'created', record: customer }),
    store: (candidates) => store(scope, candidates, options),
    refusal: (error, { customer }) => refusalOf(scope, error, customer),
  };
}

async function settleBatch<Row extends CustomerRow>(
  scope: Scope,
  candidates: CustomerCandidate<Row>[],
  claims: Claims,
): Promise<Map<CustomerCandidate<Row>, PassedOver<Row>>> {
  const identities = identitiesOf(candidates);
  const known = await scope.read((tx) => selectKnownIdentities(tx, identities));
  const passedOver = new Map<CustomerCandidate<Row>, PassedOver<Row>>();
  for (const candidate of candidates) {
    const outcome = settle(candidate, known, claims);
    if (outcome) passedOver.set(candidate, outcome);
  }
  return passedOver;
}

async function store<Row extends CustomerRow>(
  scope: Scope,
  candidates: CustomerCandidate<Row>[],
  options: ImportOptions,
): Promise<Map<CustomerCandidate<Row>, RowOutcome<Row, Customer>>> {
  const customers = await withNumbers(
    scope,
    candidates.map(({ customer }) => customer),
    options,
  );
  const imported = candidates.map(({ rowKey }, place) => {
    const customer = customers[place]!;
    return { customer, rowKey, event: eventOf(scope, 'customer.created', customer) };
  });
  await scope.write(async (tx) => {
    await insertImportedCustomers(tx, imported);
    scope.tools.eventRecorded();
  });
  return new Map(
    candidates.map((candidate, place) => [
      candidate,
      { row: candidate.row, result: 'created', record: customers[place]! },
    ]),
  );
}

async function refusalOf(
  scope: Scope,
  error: unknown,
  customer: Customer,
): Promise<FaultDetail[] | undefined> {
  const conflict = await customerConflict(scope, error, customer, customer.id);
  return conflict instanceof Fault ? conflict.details : undefined;
}

/** New customers with a number each: the one they have, or the next that is neither taken nor reserved. */
export async function withNumbers(
  scope: Scope,
  customers: Customer[],
  { isReserved = () => false }: ImportOptions,
): Promise<Customer[]> {
  const needed = customers.filter(({ customerNumber }) => customerNumber === '').length;
  const given = new Set(customers.map(({ customerNumber }) => customerNumber));
  const drawn = await drawFreeNumbers(scope, needed, (number) => given.has(number) || isReserved(number));
  return customers.map((customer) => ({
    ...customer,
    customerNumber: customer.customerNumber || drawn.shift()!,
  }));
}

async function drawFreeNumbers(
  scope: Scope,
  count: number,
  isReserved: (customerNumber: string) => boolean,
): Promise<string[]> {
  const free: string[] = [];
  while (free.length < count) {
    const drawn = await drawNumbers(scope, 'customer', count - free.length);
    const taken = new Set(await scope.read((tx) => selectTakenNumbers(tx, drawn)));
    free.push(...drawn.filter((number) => !taken.has(number) && !isReserved(number)));
    const last = drawn.at(-1)!;
    // Perhaps a long run of them was given out by hand: go on after it.
    if (taken.has(last)) await skipTakenNumbers(scope, last);
    else if (isReserved(last)) await skipReservedNumbers(scope, last, isReserved);
  }
  return free;
}

async function skipReservedNumbers(
  scope: Scope,
  first: string,
  isReserved: (customerNumber: string) => boolean,
): Promise<void> {
  let last = Number(first.slice(numberPrefixes.customer.length + 1));
  while (isReserved(formatNumber('customer', last + 1))) last += 1;
  await skipNumbers(scope, 'customer', last);
}
