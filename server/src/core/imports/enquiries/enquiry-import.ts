// Importing enquiries: many, checked by the rules for every enquiry and stored in batches, with the moments of their
// past. One that is there already is changed by a row that says something else than the one it came from, and by no
// other. Nothing is mailed.
import { storeEnquiryChange } from '#core/enquiries/enquiries.ts';
import type { Enquiry } from '#core/enquiries/enquiry.ts';
import { lockEnquiry } from '#core/enquiries/enquiry-queries.ts';
import { findSettings } from '#core/enquiries/settings/settings-queries.ts';
import { eventOf } from '#core/events/events.ts';
import { readDirectory } from '#core/imports/directory.ts';
import {
  insertImportedEnquiries,
  markImported,
  selectEnquiriesById,
  selectKnownEnquiries,
  selectPrimaryAddresses,
} from '#core/imports/enquiries/enquiry-import-queries.ts';
import {
  asSaid,
  type EnquiryBooks,
  type EnquiryCandidate,
  type EnquiryRow,
  examineEnquiry,
} from '#core/imports/enquiries/enquiry-row.ts';
import { type Importing, importRows, previewRows } from '#core/imports/import-batches.ts';
import type { Claims, PassedOver, RowOutcome } from '#core/imports/import-row.ts';
import { claimRow, type KnownRecord, standingOf } from '#core/imports/known-records.ts';
import {
  findMentioned,
  mentionProblem,
  type ResolvedMention,
  resolveMentions,
  storeNewCustomers,
} from '#core/imports/mentions.ts';
import { foundAs, storeRecords } from '#core/imports/storing-records.ts';
import { drawNumbers } from '#core/organizations/numbers.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import { type FaultDetail, missing, throwProblems } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';

/**
 * Makes enquiries of rows, as `importRows` does, each under the next number with the date it was asked at, and changes
 * those whose rows have changed. Guests are made of senders who are not there. `enquiry.created`, or `enquiry.updated`
 * or `enquiry.resolved` of a change, is recorded with each.
 */
export async function* importEnquiries<Row extends EnquiryRow>(
  scope: Scope,
  rows: Iterable<Row> | AsyncIterable<Row>,
): AsyncGenerator<RowOutcome<Row, Enquiry>[]> {
  yield* importRows(scope, importing<Row>(scope, await readBooks(scope)), rows);
}

/** What `importEnquiries` would make of the rows, storing nothing; without numbers and guests. */
export async function* previewEnquiryImport<Row extends EnquiryRow>(
  scope: Scope,
  rows: Iterable<Row> | AsyncIterable<Row>,
): AsyncGenerator<RowOutcome<Row, Enquiry>[]> {
  yield* previewRows(importing<Row>(scope, await readBooks(scope)), rows);
}

/** A candidate that was settled. */
interface Settled<Row extends EnquiryRow> extends EnquiryCandidate<Row> {
  /** The enquiry it changes. */
  before?: Enquiry | undefined;
}

async function readBooks(scope: Scope): Promise<EnquiryBooks> {
  const [settings, directory] = await Promise.all([scope.read(findSettings), readDirectory(scope)]);
  return { settings, directory };
}

function importing<Row extends EnquiryRow>(
  scope: Scope,
  books: EnquiryBooks,
): Importing<Row, Settled<Row>, Enquiry> {
  return {
    examine: async (rows) => rows.map((row) => examineEnquiry(scope, row, books)),
    settle: (candidates, claims) => settle(scope, candidates, claims, books),
    foresee: (candidate) => foresee(scope, candidate, books),
    store: (candidates) => store(scope, candidates, books),
  };
}

async function settle<Row extends EnquiryRow>(
  scope: Scope,
  candidates: Settled<Row>[],
  claims: Claims,
  books: EnquiryBooks,
): Promise<Map<Settled<Row>, PassedOver<Row>>> {
  const [known, customers] = await Promise.all([
    scope.read((tx) => lookUp(tx, candidates)),
    findMentioned(
      scope,
      candidates.map(({ mention }) => mention),
    ),
  ]);
  const unsaid = candidates.flatMap(({ enquiry, mention }) =>
    enquiry.email === '' ? (customers.byNumber.get(mention?.number ?? '') ?? []) : [],
  );
  const addresses = await scope.read((tx) => selectPrimaryAddresses(tx, unsaid));
  const passedOver = new Map<Settled<Row>, PassedOver<Row>>();
  const changed = new Map<Settled<Row>, string>();
  for (const candidate of candidates) {
    const { row, mention, enquiry } = candidate;
    const standing = standingOf(candidate, known, claims, 'enquiry');
    const unknown = mentionProblem(mention, customers);
    const problems = [...candidate.problems, ...(unknown ? [unknown] : [])];
    if (standing.is === 'unclear') problems.push(standing.problem);
    if (enquiry.email === '') {
      enquiry.email = addresses.get(customers.byNumber.get(mention?.number ?? '') ?? '') ?? '';
      if (enquiry.email === '' && problems.length === 0) problems.push(noAddress);
    }
    if (problems.length > 0) passedOver.set(candidate, { row, result: 'bad', problems });
    else if (standing.is === 'there') {
      passedOver.set(candidate, { row, result: 'already_there', found: standing.found });
    } else {
      claimRow(candidate, claims);
      if (standing.is === 'changed') changed.set(candidate, standing.record.id);
    }
  }
  const before = await scope.read((tx) => selectEnquiriesById(tx, [...changed.values()], books.settings));
  for (const [candidate, id] of changed) candidate.before = before.get(id);
  return passedOver;
}

const noAddress = problem('email', 'is needed: the customer has none.', 'missing_field');

function lookUp(tx: Tx, candidates: EnquiryCandidate[]): Promise<KnownRecord[]> {
  return selectKnownEnquiries(tx, {
    externalIds: candidates.flatMap(({ row }) => row.input.externalId ?? []),
    keys: candidates.map(({ key }) => key),
  });
}

function foresee<Row extends EnquiryRow>(
  scope: Scope,
  { row, before, enquiry }: Settled<Row>,
  books: EnquiryBooks,
): RowOutcome<Row, Enquiry> {
  if (!before) return { row, result: 'created', record: enquiry };
  const problems: FaultDetail[] = [];
  const after = asSaid(scope, before, row.input, books, problems);
  if (problems.length > 0) return { row, result: 'bad', problems };
  return JSON.stringify(after) === JSON.stringify(before)
    ? { row, result: 'already_there', found: foundAs(row, { number: before.enquiryNumber }) }
    : { row, result: 'updated', record: after };
}

async function store<Row extends EnquiryRow>(
  scope: Scope,
  candidates: Settled<Row>[],
  books: EnquiryBooks,
): Promise<Map<Settled<Row>, RowOutcome<Row, Enquiry>>> {
  const isNew = ({ before }: Settled<Row>) => before === undefined;
  const mentions = candidates.map(({ mention }) => mention);
  const [numbers, resolved] = await Promise.all([
    drawNumbers(scope, 'enquiry', candidates.filter(isNew).length),
    resolveMentions(scope, mentions),
  ]);
  const mentioned = new Map(candidates.map((candidate, place) => [candidate, resolved[place]!]));
  return scope.write((tx) =>
    storeRecords<Row, Settled<Row>, Enquiry>(tx, candidates, {
      what: 'enquiry',
      known: (inside) => lookUp(inside, candidates),
      made: (candidate) => numbered(candidate, numbers.shift(), mentioned.get(candidate)!),
      insert: async (inside, made) => {
        const senders = new Set(made.map(({ record }) => record.customerId));
        const isSender = ({ customerId }: ResolvedMention) => senders.has(customerId);
        await storeNewCustomers(inside, scope, [...mentioned.values()].filter(isSender));
        await insertNew(inside, scope, made);
      },
      change: (inside, candidate, id) => change(inside, scope, candidate, { id, books }),
    }),
  );
}

function numbered(
  { enquiry }: Settled<EnquiryRow>,
  enquiryNumber: string | undefined,
  { customerId }: ResolvedMention,
): Enquiry | undefined {
  return enquiryNumber === undefined ? undefined : { ...enquiry, enquiryNumber, customerId };
}

async function insertNew(tx: Tx, scope: Scope, made: { record: Enquiry; key: string }[]): Promise<void> {
  const imported = made.map(({ record: enquiry, key }) => ({
    enquiry,
    key,
    event: eventOf(scope, 'enquiry.created', enquiry),
  }));
  await insertImportedEnquiries(tx, imported);
  scope.tools.eventRecorded();
}

// Whose enquiry it is stays: a changed address is where the answer goes.
async function change(
  tx: Tx,
  scope: Scope,
  { row, key }: Settled<EnquiryRow>,
  { id, books }: { id: string; books: EnquiryBooks },
): Promise<{ record: Enquiry; isChanged: boolean }> {
  const before = await lockEnquiry(tx, id);
  if (!before) throw missing('The enquiry');
  const problems: FaultDetail[] = [];
  const after = asSaid(scope, before, row.input, books, problems);
  throwProblems(problems);
  const changed = await storeEnquiryChange(tx, scope, before, after);
  await markImported(tx, id, key);
  return { record: changed, isChanged: changed.version !== before.version };
}
