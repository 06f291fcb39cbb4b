// Importing customers: many rows, checked by the rules for every customer and stored in batches. It may be stopped at
// any moment and run again: whoever is there already is passed over.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Customer } from '#core/customers/customer.ts';
import {
  insertImportedCustomers,
  selectKnownIdentities,
  selectTakenNumbers,
} from '#core/customers/customer-import-queries.ts';
import {
  type Candidate,
  type Claims,
  examineRow,
  type ImportRow,
  identitiesOf,
  type Occurrences,
  type RowOutcome,
  settle,
} from '#core/customers/customer-import-row.ts';
import { customerConflict, skipTakenNumbers } from '#core/customers/customer-numbers.ts';
import { selectParameters } from '#core/customers/customer-parameter-queries.ts';
import { eventOf } from '#core/events/events.ts';
import { drawNumbers, formatNumber, numberPrefixes, skipNumbers } from '#core/organizations/numbers.ts';
import type { Scope } from '#core/scope.ts';
import { isRefused } from '#db/tx.ts';
import { Fault, type FaultDetail } from '#kit/fault.ts';

/** What an import may be told beside its rows. */
export interface ImportOptions {
  /** Whether a number is one that a row gives, perhaps a later one: it is drawn for nobody. */
  isReserved?(customerNumber: string): boolean;
}

/** Rows stored in one transaction: large enough to be fast, small enough that a server beside it answers in between. */
const rowsPerBatch = 100;

/**
 * Makes customers of rows, in order, and tells what became of each, one committed batch at a time; the caller may stop
 * after any. A row that is bad stops no other. Numbers that are not given are drawn; nobody who is there is changed.
 * Each customer's `customer.created` is recorded with it, and `firstActiveAt` is not set. Throws what the database
 * throws when it can't go on; what was told before is stored.
 */
export async function* importCustomers<Row extends ImportRow>(
  scope: Scope,
  rows: Iterable<Row> | AsyncIterable<Row>,
  options: ImportOptions = {},
): AsyncGenerator<RowOutcome<Row>[]> {
  for await (const candidates of examinedBatches(scope, rows)) {
    yield await importBatch(scope, candidates, options);
    // The embedded database works on this thread: let the server's requests in.
    await nextTurn();
  }
}

/**
 * What `importCustomers` would make of the rows, by what is there now, storing nothing: `created` stands for what would
 * be made, without the numbers that would be drawn. Remembers what every row is known by, up to the end.
 */
export async function* previewCustomerImport<Row extends ImportRow>(
  scope: Scope,
  rows: Iterable<Row> | AsyncIterable<Row>,
): AsyncGenerator<RowOutcome<Row>[]> {
  const claims: Claims = new Map();
  for await (const candidates of examinedBatches(scope, rows)) {
    const { outcomes } = await settleBatch(scope, candidates, claims);
    yield candidates.map((candidate) => outcomes.get(candidate) ?? created(candidate));
    await nextTurn();
  }
}

async function* examinedBatches<Row extends ImportRow>(
  scope: Scope,
  rows: Iterable<Row> | AsyncIterable<Row>,
): AsyncGenerator<Candidate<Row>[]> {
  const parameters = await scope.read(selectParameters);
  const occurrences: Occurrences = new Map();
  let batch: Candidate<Row>[] = [];
  for await (const row of rows) {
    batch.push(examineRow(scope, row, parameters, occurrences));
    if (batch.length < rowsPerBatch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function importBatch<Row extends ImportRow>(
  scope: Scope,
  candidates: Candidate<Row>[],
  options: ImportOptions,
): Promise<RowOutcome<Row>[]> {
  const { outcomes, accepted } = await settleBatch(scope, candidates, new Map());
  const numbered = await withNumbers(scope, accepted, options);
  try {
    if (numbered.length > 0) await store(scope, numbered);
  } catch (error) {
    if (!isRefused(error)) throw error;
    return retryAlone(scope, candidates, error, options);
  }
  const made = new Map(accepted.map((candidate, place) => [candidate, numbered[place]!]));
  return candidates.map((candidate) => outcomes.get(candidate) ?? created(made.get(candidate)!));
}

/** Tells apart who is there already or bad (with its outcome) and who is to be made, in order. */
async function settleBatch<Row extends ImportRow>(
  scope: Scope,
  candidates: Candidate<Row>[],
  claims: Claims,
) {
  const identities = identitiesOf(candidates);
  const known = await scope.read((tx) => selectKnownIdentities(tx, identities));
  const outcomes = new Map<Candidate<Row>, RowOutcome<Row>>();
  for (const candidate of candidates) {
    const outcome = settle(candidate, known, claims);
    if (outcome) outcomes.set(candidate, outcome);
  }
  return { outcomes, accepted: candidates.filter((candidate) => !outcomes.has(candidate)) };
}

async function store(scope: Scope, candidates: Candidate[]): Promise<void> {
  const imported = candidates.map(({ customer, rowKey }) => ({
    customer,
    rowKey,
    event: eventOf(scope, 'customer.created', customer),
  }));
  await scope.write(async (tx) => {
    await insertImportedCustomers(tx, imported);
    scope.tools.eventRecorded();
  });
}

/** Somebody else took a number or address in between, or a value is refused: only that row is to suffer from it. */
async function retryAlone<Row extends ImportRow>(
  scope: Scope,
  candidates: Candidate<Row>[],
  error: unknown,
  options: ImportOptions,
): Promise<RowOutcome<Row>[]> {
  const [candidate] = candidates;
  if (candidate && candidates.length === 1) {
    const problems = await refusalOf(scope, error, candidate.customer);
    return [{ row: candidate.row, result: 'bad', problems }];
  }
  const outcomes: RowOutcome<Row>[] = [];
  for (const one of candidates) outcomes.push(...(await importBatch(scope, [one], options)));
  return outcomes;
}

async function refusalOf(scope: Scope, error: unknown, customer: Customer): Promise<FaultDetail[]> {
  const conflict = await customerConflict(scope, error, customer, customer.id);
  if (conflict instanceof Fault) return conflict.details!;
  scope.log.warn({ err: error }, 'The database refused a row of an import.');
  const { code } = error as { code: string };
  return [{ path: '', code: 'refused', message: `The database refused the row (SQLSTATE ${code}).` }];
}

/** The candidates with a number each: the given one, or the next that is neither taken nor reserved. */
async function withNumbers<Row extends ImportRow>(
  scope: Scope,
  candidates: Candidate<Row>[],
  { isReserved = () => false }: ImportOptions,
): Promise<Candidate<Row>[]> {
  const needed = candidates.filter(({ customer }) => customer.customerNumber === '').length;
  const given = new Set(candidates.map(({ customer }) => customer.customerNumber));
  const drawn = await drawFreeNumbers(scope, needed, (number) => given.has(number) || isReserved(number));
  return candidates.map((candidate) => {
    const customerNumber = candidate.customer.customerNumber || drawn.shift()!;
    return { ...candidate, customer: { ...candidate.customer, customerNumber } };
  });
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

function created<Row extends ImportRow>({ row, customer }: Candidate<Row>): RowOutcome<Row> {
  return { row, result: 'created', customer };
}
