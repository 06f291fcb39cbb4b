// Importing companies: many, checked by the rules for every company and stored in batches. One that is there already is
// changed by a row that says something else than the one it came from, and by no other.

import { applyCompanyUpdate } from '#core/companies/companies.ts';
import type { Company } from '#core/companies/company.ts';
import { changedCompanyFields, withCompanyChanges } from '#core/companies/company-changes.ts';
import { lockCompany } from '#core/companies/company-queries.ts';
import { eventOf } from '#core/events/events.ts';
import {
  insertImportedCompanies,
  type KnownCompanies,
  markImported,
  selectCompaniesById,
  selectKnownCompanies,
} from '#core/imports/companies/company-import-queries.ts';
import {
  type CompanyCandidate,
  type CompanyRow,
  examineCompany,
  namedCustomers,
  withNamedMembers,
} from '#core/imports/companies/company-row.ts';
import { type Importing, importRows, previewRows } from '#core/imports/import-batches.ts';
import { type Claims, ownerOf, type PassedOver, type RowOutcome } from '#core/imports/import-row.ts';
import { claimRow, standingOf } from '#core/imports/known-records.ts';
import { findNamed } from '#core/imports/mentions.ts';
import { foundAs, storeRecords } from '#core/imports/storing-records.ts';
import { drawNumbers } from '#core/organizations/numbers.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';

/**
 * Makes companies of rows, as `importRows` does, each under the next number, and changes those whose rows have changed.
 * The customers they name must be there. `company.created` or `company.updated` is recorded with each.
 */
export async function* importCompanies<Row extends CompanyRow>(
  scope: Scope,
  rows: Iterable<Row> | AsyncIterable<Row>,
): AsyncGenerator<RowOutcome<Row, Company>[]> {
  yield* importRows(scope, importing<Row>(scope), rows);
}

/** What `importCompanies` would make of the rows, storing nothing; without numbers. */
export async function* previewCompanyImport<Row extends CompanyRow>(
  scope: Scope,
  rows: Iterable<Row> | AsyncIterable<Row>,
): AsyncGenerator<RowOutcome<Row, Company>[]> {
  yield* previewRows(importing<Row>(scope), rows);
}

/** A candidate that was settled. */
interface Settled<Row extends CompanyRow> extends CompanyCandidate<Row> {
  /** The company it changes. */
  before?: Company | undefined;
  /** The customers it names, by number or email. */
  customers?: Map<string, string>;
}

function importing<Row extends CompanyRow>(scope: Scope): Importing<Row, Settled<Row>, Company> {
  return {
    examine: async (rows) => rows.map((row) => examineCompany(scope, row)),
    settle: (candidates, claims) => settle(scope, candidates, claims),
    foresee: (candidate) => foresee(scope, candidate),
    store: (candidates) => store(scope, candidates),
  };
}

async function settle<Row extends CompanyRow>(
  scope: Scope,
  candidates: Settled<Row>[],
  claims: Claims,
): Promise<Map<Settled<Row>, PassedOver<Row>>> {
  const [known, customers] = await Promise.all([
    scope.read((tx) => lookUp(tx, candidates)),
    findNamed(
      scope,
      candidates.flatMap(({ row }) => [...namedCustomers(row.input).values()]),
    ),
  ]);
  const passedOver = new Map<Settled<Row>, PassedOver<Row>>();
  const changed = new Map<Settled<Row>, string>();
  for (const candidate of candidates) {
    const { row } = candidate;
    const standing = standingOf(candidate, known.companies, claims, 'company');
    const own = standing.is === 'changed' ? standing.record : undefined;
    const problems = [...candidate.problems, ...unknownCustomers(candidate, customers)];
    if (standing.is === 'unclear') problems.push(standing.problem);
    if (standing.is !== 'there')
      problems.push(...takenDomains(candidate, { known, claims, own: own?.number }));
    if (problems.length > 0) passedOver.set(candidate, { row, result: 'bad', problems });
    else if (standing.is === 'there') {
      passedOver.set(candidate, { row, result: 'already_there', found: standing.found });
    } else {
      claimRow(candidate, claims);
      for (const domain of candidate.company.domains) claims.set(`domain ${domain}`, row.line);
      candidate.customers = customers;
      if (own) changed.set(candidate, own.id);
    }
  }
  const before = await scope.read((tx) => selectCompaniesById(tx, [...changed.values()]));
  for (const [candidate, id] of changed) candidate.before = before.get(id);
  return passedOver;
}

function lookUp(tx: Tx, candidates: CompanyCandidate[]): Promise<KnownCompanies> {
  return selectKnownCompanies(tx, {
    externalIds: candidates.flatMap(({ row }) => row.input.externalId ?? []),
    keys: candidates.map(({ key }) => key),
    domains: candidates.flatMap(({ company }) => company.domains),
  });
}

function unknownCustomers({ row }: CompanyCandidate, customers: Map<string, string>): FaultDetail[] {
  const unknown = [...namedCustomers(row.input)].filter(([, text]) => !customers.has(text));
  return unknown.map(([path, text]) => {
    const what = text.includes('@') ? 'email' : 'number';
    return problem(path, `is the ${what} of no customer. Import the customers first.`);
  });
}

function takenDomains(
  { company }: CompanyCandidate,
  { known, claims, own }: { known: KnownCompanies; claims: Claims; own: string | undefined },
): FaultDetail[] {
  return company.domains.flatMap((domain, place) => {
    const holder = known.byDomain.get(domain);
    const owner = ownerOf(claims, `domain ${domain}`, holder === own ? undefined : holder);
    if (!owner) return [];
    const who = 'line' in owner ? `line ${owner.line} of this file` : `company ${owner.number}`;
    return [problem(`domains[${place}]`, `belongs to ${who}.`, 'domain_in_use')];
  });
}

function foresee<Row extends CompanyRow>(
  scope: Scope,
  { row, before, company, changes, customers }: Settled<Row>,
): RowOutcome<Row, Company> {
  if (!before) return { row, result: 'created', record: company };
  const members = withNamedMembers(before.members, row.input, (text) => customers?.get(text));
  const problems: FaultDetail[] = [];
  const { countryCode } = scope.organization;
  const after = withCompanyChanges(before, { ...changes, ...members }, countryCode, problems);
  if (problems.length > 0) return { row, result: 'bad', problems };
  return changedCompanyFields(before, after).size === 0
    ? { row, result: 'already_there', found: foundAs(row, { number: before.companyNumber }) }
    : { row, result: 'updated', record: after };
}

async function store<Row extends CompanyRow>(
  scope: Scope,
  candidates: Settled<Row>[],
): Promise<Map<Settled<Row>, RowOutcome<Row, Company>>> {
  const isNew = ({ before }: Settled<Row>) => before === undefined;
  const numbers = await drawNumbers(scope, 'company', candidates.filter(isNew).length);
  return scope.write((tx) =>
    storeRecords<Row, Settled<Row>, Company>(tx, candidates, {
      what: 'company',
      known: async (inside) => (await lookUp(inside, candidates)).companies,
      made: (candidate) => withNumber(scope, candidate, numbers.shift()),
      insert: (inside, made) => insertNew(inside, scope, made),
      change: (inside, candidate, id) => change(inside, scope, candidate, id),
    }),
  );
}

function withNumber(
  scope: Scope,
  { row, company, customers }: Settled<CompanyRow>,
  companyNumber: string | undefined,
): Company | undefined {
  if (companyNumber === undefined) return undefined;
  const members = withNamedMembers([], row.input, (text) => customers?.get(text));
  const joined = withCompanyChanges(company, members, scope.organization.countryCode, []);
  return { ...joined, companyNumber };
}

async function insertNew(tx: Tx, scope: Scope, made: { record: Company; key: string }[]): Promise<void> {
  const imported = made.map(({ record: company, key }) => ({
    company,
    key,
    event: eventOf(scope, 'company.created', company),
  }));
  await insertImportedCompanies(tx, imported);
  scope.tools.eventRecorded();
}

async function change(
  tx: Tx,
  scope: Scope,
  { row, key, changes, customers }: Settled<CompanyRow>,
  id: string,
): Promise<{ record: Company; isChanged: boolean }> {
  // Companies are never removed.
  const before = (await lockCompany(tx, id))!;
  const members = withNamedMembers(before.members, row.input, (text) => customers?.get(text));
  const after = await applyCompanyUpdate(tx, scope, id, { ...changes, ...members });
  await markImported(tx, id, key);
  return { record: after, isChanged: after.version !== before.version };
}
