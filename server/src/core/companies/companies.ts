// Operations on the organization's companies.
import { type Company, emptyCompany } from '#core/companies/company.ts';
import {
  type CompanyChanges,
  changedCompanyFields,
  noCustomer,
  withCompanyChanges,
} from '#core/companies/company-changes.ts';
import {
  type CompanyTotalsChange,
  findCompanyById,
  findCompanyByNumber,
  insertCompany,
  lockCompany,
  raiseCompanyTotals,
  selectKnownCustomers,
  selectTakenDomains,
  updateCompanyRow,
} from '#core/companies/company-queries.ts';
import { normalizeDomain } from '#core/companies/domain-name.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import { drawNumber } from '#core/organizations/numbers.ts';
import type { Scope } from '#core/scope.ts';
import { type Tx, violatedConstraint } from '#db/tx.ts';
import { checkVersion, type FaultDetail, invalidField, missing, throwProblems } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';
import { trimmedOrNone } from '#kit/text.ts';

const domainConstraint = 'company_domains_organization_id_domain_key';
const externalIdConstraint = 'companies_external_id';

/**
 * Makes a company under the next number. Throws `invalid_field` naming what is wrong, `domain_in_use` and
 * `external_id_in_use` when another company has a domain or the external id. Source: Spec, C, POST /companies (G-090,
 * G-091, G-203).
 */
export async function createCompany(
  scope: Scope,
  input: CompanyChanges & { name: string },
): Promise<Company> {
  const problems: FaultDetail[] = [];
  const company = withCompanyChanges(
    emptyCompany(scope.organization.id, scope.clock.now()),
    input,
    scope.organization.countryCode,
    problems,
  );
  throwProblems(problems);
  await checkCustomers(scope, input);
  const numbered = { ...company, companyNumber: await drawNumber(scope, 'company') };
  try {
    await scope.writeOne((tx) => insertCompany(tx, numbered, eventOf(scope, 'company.created', numbered)));
  } catch (error) {
    throw await companyConflict(scope, error, input, numbered.id);
  }
  scope.tools.eventRecorded();
  return numbered;
}

/** The company named by record id or company number. Throws `not_found`. Source: Spec, C, GET /companies/{companyId}. */
export async function getCompany(scope: Scope, reference: string): Promise<Company> {
  const company = await scope.read((tx) => findCompany(tx, reference));
  if (!company) throw missing('The company');
  return company;
}

/** Changes that come with the version of the record they were made from, so that nobody's are overwritten unseen. */
export interface CompanyUpdate extends CompanyChanges {
  /** Refuse unless the record still has this version. */
  version?: number | undefined;
}

/**
 * Changes the company named by record id or company number. Throws `not_found`, `version_conflict`, and what
 * `createCompany` throws. Source: Spec, C, PATCH /companies/{companyId} (G-018, G-021).
 */
export async function updateCompany(
  scope: Scope,
  reference: string,
  update: CompanyUpdate,
): Promise<Company> {
  const known = await getCompany(scope, reference);
  await checkCustomers(scope, update);
  try {
    return await scope.write((tx) => applyCompanyUpdate(tx, scope, known.id, update));
  } catch (error) {
    throw await companyConflict(scope, error, update, known.id);
  }
}

/**
 * Adds what an order has changed to the totals of its company, inside the caller's transaction. Deltas may be below 0.
 * The record is updated by it, under the same version and without an event: the order's says it (G-204).
 */
export function addToCompanyTotals(tx: Tx, id: string, delta: CompanyTotalsChange): Promise<void> {
  return raiseCompanyTotals(tx, id, delta);
}

/** The part of `updateCompany` inside the caller's transaction. Violates the unique constraints of domains and external ids. */
export async function applyCompanyUpdate(
  tx: Tx,
  scope: Scope,
  id: string,
  update: CompanyUpdate,
): Promise<Company> {
  const before = await lockCompany(tx, id);
  if (!before) throw missing('The company');
  checkVersion('The company', before, update.version);
  const problems: FaultDetail[] = [];
  const after = withCompanyChanges(before, update, scope.organization.countryCode, problems);
  throwProblems(problems);
  const changed = changedCompanyFields(before, after);
  if (changed.size === 0) return before;
  const updated = { ...after, version: before.version + 1, updatedAt: scope.clock.now() };
  await updateCompanyRow(tx, updated, changed);
  await recordEvent(tx, scope, eventOf(scope, 'company.updated', updated, before));
  return updated;
}

function findCompany(tx: Tx, reference: string): Promise<Company | undefined> {
  return isUuid(reference) ? findCompanyById(tx, reference) : findCompanyByNumber(tx, reference);
}

/**
 * Throws `invalid_field` naming what is no customer of the organization. Customers are never removed, so what is known
 * before the write is still true within it; the foreign keys hold it all the same.
 */
async function checkCustomers(scope: Scope, changes: CompanyChanges): Promise<void> {
  const named = (changes.members ?? []).map(({ customerId }, place) => ({
    path: `members[${place}].customerId`,
    id: customerId.toLowerCase(),
  }));
  const primary = trimmedOrNone(changes.primaryCustomerId);
  if (primary) named.push({ path: 'primaryCustomerId', id: primary.toLowerCase() });
  const ids = named.map(({ id }) => id).filter(isUuid);
  if (ids.length === 0) return;
  const known = new Set(await scope.read((tx) => selectKnownCustomers(tx, ids)));
  const unknown = named.filter(({ id }) => isUuid(id) && !known.has(id));
  throwProblems(unknown.map(({ path }) => noCustomer(path)));
}

/** The error a caller is told when a write ran into what another company has; otherwise the error itself. */
async function companyConflict(
  scope: Scope,
  error: unknown,
  changes: CompanyChanges,
  ownId: string,
): Promise<unknown> {
  const constraint = violatedConstraint(error);
  if (constraint === externalIdConstraint) {
    return invalidField('externalId', 'is the id of another company.', 'external_id_in_use');
  }
  if (constraint !== domainConstraint) return error;
  const domains = (changes.domains ?? []).map((domain) => normalizeDomain(domain) ?? '');
  const taken = await scope.read((tx) => selectTakenDomains(tx, domains, ownId));
  const place = Math.max(
    0,
    domains.findIndex((domain) => taken.includes(domain)),
  );
  return invalidField(`domains[${place}]`, 'belongs to another company.', 'domain_in_use');
}
