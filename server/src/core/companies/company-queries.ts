// The SQL that reads and writes companies with their domains and members. Lists are in company-list-queries.ts.
import { type Company, companySearchTextOf } from '#core/companies/company.ts';
import { type CompanyRow, companiesFrom, toCompany } from '#core/companies/company-row-queries.ts';
import { insertEvent, type NewEvent } from '#core/events/event-queries.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

/** The company with this record id. */
export async function findCompanyById(tx: Tx, id: string): Promise<Company | undefined> {
  return findOne(tx, tx`select * from companies where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** The company with this number. */
export async function findCompanyByNumber(tx: Tx, companyNumber: string): Promise<Company | undefined> {
  return findOne(
    tx,
    tx`select * from companies where organization_id = ${tx.organizationId} and company_number = ${companyNumber}`,
  );
}

/** The company with this record id, locked until the transaction ends. */
export async function lockCompany(tx: Tx, id: string): Promise<Company | undefined> {
  // Sent at once, and not when it is waited for: what is read behind it must be what its holder has left.
  const locked = tx`
    select from companies where organization_id = ${tx.organizationId} and id = ${id} for no key update
  `.execute();
  const [company] = await Promise.all([findCompanyById(tx, id), locked]);
  return company;
}

/** The companies with these record ids, in their order. */
export async function findCompaniesByIds(tx: Tx, ids: string[]): Promise<Company[]> {
  const chosen = tx`
    select * from companies where organization_id = ${tx.organizationId} and id = any(${ids}::uuid[]) order by id
  `;
  const rows = await tx<CompanyRow[]>`${companiesFrom(tx, chosen)}`;
  return rows.map((row) => toCompany(tx, row));
}

/** The companies that show one of these customers, locked in the order of ids until the transaction ends. */
export async function lockCompaniesOf(tx: Tx, customerIds: string[]): Promise<Company[]> {
  const locked = await tx<{ id: string }[]>`
    select id from companies
    where organization_id = ${tx.organizationId} and id = any(array(
      select id from companies
      where organization_id = ${tx.organizationId} and primary_customer_id = any(${customerIds}::uuid[])
      union select company_id from company_members
      where organization_id = ${tx.organizationId} and customer_id = any(${customerIds}::uuid[])
    ))
    order by id for no key update
  `;
  if (locked.length === 0) return [];
  return findCompaniesByIds(
    tx,
    locked.map(({ id }) => id),
  );
}

/** Which of these domains belong to companies, other than `exceptId`. */
export async function selectTakenDomains(tx: Tx, domains: string[], exceptId: string): Promise<string[]> {
  const rows = await tx<{ domain: string }[]>`
    select domain from company_domains
    where organization_id = ${tx.organizationId} and domain = any(${domains}::text[])
      and company_id <> ${exceptId}::uuid
  `;
  return rows.map(({ domain }) => domain);
}

/** Which of these record ids are customers of the organization. */
export async function selectKnownCustomers(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from customers where organization_id = ${tx.organizationId} and id = any(${ids}::uuid[])
  `;
  return rows.map(({ id }) => id);
}

/** Stores a new company and its event in one statement. Violates the unique constraints of domains and external ids. */
export async function insertCompany(tx: Tx, company: Company, event: NewEvent): Promise<void> {
  await tx`
    with company as (${insertRow(tx, company)}),
      domains as (${insertDomains(tx, domainsOf(tx, company))}),
      members as (${insertMembers(tx, membersOf(tx, company))})
    ${insertEvent(tx, event)}
  `;
}

/** Stores a changed company, its lists replaced whole if they are named in `changed`. */
export async function updateCompanyRow(tx: Tx, company: Company, changed: Set<keyof Company>): Promise<void> {
  const replaced: PromiseLike<unknown>[] = [];
  const where = tx`organization_id = ${tx.organizationId} and company_id = ${company.id}`;
  if (changed.has('domains')) {
    replaced.push(tx`delete from company_domains where ${where}`, insertDomains(tx, domainsOf(tx, company)));
  }
  if (changed.has('members')) {
    replaced.push(tx`delete from company_members where ${where}`, insertMembers(tx, membersOf(tx, company)));
  }
  await Promise.all([updateRow(tx, company), ...replaced]);
}

/** What an order's change does to the totals of its company; money in minor units of the organization's currency. */
export interface CompanyTotalsChange {
  orders: number;
  spentMinor: number;
  lifetimeMinor: number;
  /** When the newest order that counts was made. */
  lastOrderAt: Date | undefined;
  now: Date;
}

/** Adds to a company's totals: what reads the latest changes finds it, and nobody who edits it is in its way (G-204). */
export async function raiseCompanyTotals(tx: Tx, id: string, delta: CompanyTotalsChange): Promise<void> {
  await tx`
    update companies set total_orders = total_orders + ${delta.orders}::integer,
      total_spent_minor = total_spent_minor + ${delta.spentMinor}::bigint,
      lifetime_value_minor = lifetime_value_minor + ${delta.lifetimeMinor}::bigint,
      last_order_at = ${delta.lastOrderAt}::timestamptz, updated_at = ${delta.now}
    where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

function insertRow(tx: Tx, c: Company): SqlFragment {
  return tx`
    insert into companies (organization_id, id, company_number, name, legal_name, emails, phones, website, logo,
      vat_number, registration_number, industry, status, source, billing_address, currency, payment_terms_days,
      primary_customer_id, custom_fields, external_id, search_text, version, created_at, updated_at)
    values (${tx.organizationId}, ${c.id}, ${c.companyNumber}, ${c.name}, ${c.legalName}, ${json(tx, c.emails)},
      ${json(tx, c.phones)}, ${c.website}, ${c.logo}, ${c.vatNumber}, ${c.registrationNumber}, ${c.industry},
      ${c.status}, ${c.source}, ${json(tx, c.billingAddress)}, ${c.currency}, ${c.paymentTermsDays},
      ${c.primaryCustomerId}, ${json(tx, c.customFields)}, ${c.externalId}, ${companySearchTextOf(c)}, ${c.version},
      ${c.createdAt}, ${c.updatedAt})
  `;
}

function updateRow(tx: Tx, c: Company): SqlFragment {
  return tx`
    update companies set name = ${c.name}, legal_name = ${c.legalName}, emails = ${json(tx, c.emails)},
      phones = ${json(tx, c.phones)}, website = ${c.website}, logo = ${c.logo}, vat_number = ${c.vatNumber},
      registration_number = ${c.registrationNumber}, industry = ${c.industry}, status = ${c.status},
      source = ${c.source}, billing_address = ${json(tx, c.billingAddress)}, currency = ${c.currency},
      payment_terms_days = ${c.paymentTermsDays}, primary_customer_id = ${c.primaryCustomerId},
      custom_fields = ${json(tx, c.customFields)}, external_id = ${c.externalId},
      search_text = ${companySearchTextOf(c)}, version = ${c.version}, updated_at = ${c.updatedAt}
    where organization_id = ${tx.organizationId} and id = ${c.id}
  `;
}

/**
 * The insert of domains: `owners` has a company_id and a JSON list of domains in each row. In the order of the domains,
 * so that two who want the same ones wait for each other in one direction only.
 */
export function insertDomains(tx: Tx, owners: SqlFragment): SqlFragment {
  return tx`
    insert into company_domains (organization_id, company_id, position, domain)
    select ${tx.organizationId}::uuid, owner.company_id, place - 1, domain
    from (${owners}) as owner (company_id, list),
      json_array_elements_text(list) with ordinality as entries (domain, place)
    order by domain
  `;
}

/** The insert of members: `owners` has a company_id and a JSON list of members in each row. */
export function insertMembers(tx: Tx, owners: SqlFragment): SqlFragment {
  return tx`
    insert into company_members (organization_id, company_id, customer_id, position, role, title)
    select ${tx.organizationId}::uuid, owner.company_id, (member ->> 'customerId')::uuid, place - 1, member ->> 'role',
      member ->> 'title'
    from (${owners}) as owner (company_id, list),
      json_array_elements(list) with ordinality as entries (member, place)
    order by member ->> 'customerId'
  `;
}

const domainsOf = (tx: Tx, { id, domains }: Company) => listOf(tx, id, domains);
const membersOf = (tx: Tx, { id, members }: Company) => listOf(tx, id, members);

// The lists go as JSON: one parameter each, and the statement stays the same for any length.
function listOf(tx: Tx, companyId: string, list: unknown[]): SqlFragment {
  return tx`select ${companyId}::uuid, ${JSON.stringify(list)}::text::json`;
}

function json(tx: Tx, value: object | undefined): SqlFragment {
  return tx`${value && JSON.stringify(value)}::text::jsonb`;
}

async function findOne(tx: Tx, chosen: SqlFragment): Promise<Company | undefined> {
  const rows = await tx<CompanyRow[]>`${companiesFrom(tx, chosen)}`;
  return rows[0] && toCompany(tx, rows[0]);
}
