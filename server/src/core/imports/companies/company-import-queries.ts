// The SQL of importing companies: which are there already, and many new ones stored by one statement.
import { type Company, companySearchTextOf } from '#core/companies/company.ts';
import { insertDomains, insertMembers } from '#core/companies/company-queries.ts';
import { type CompanyRow, companiesFrom, toCompany } from '#core/companies/company-row-queries.ts';
import { insertEvents, type NewEvent } from '#core/events/event-queries.ts';
import type { KnownRecord } from '#core/imports/known-records.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

/** What rows of companies are known by: ids in the other system, and keys (16 bytes as hex digits). */
export interface CompanyIdentities {
  externalIds: string[];
  keys: string[];
  domains: string[];
}

/** Companies that rows mean, and the numbers of those that have their domains. */
export interface KnownCompanies {
  companies: KnownRecord[];
  byDomain: Map<string, string>;
}

/** Which of these identities belong to companies, oldest first. */
export async function selectKnownCompanies(
  tx: Tx,
  { externalIds, keys, domains }: CompanyIdentities,
): Promise<KnownCompanies> {
  const [companies, owners] = await Promise.all([
    tx<{ id: string; number: string; externalId: string | null; key: string | null }[]>`
      with known as (
        select id from companies
        where organization_id = ${tx.organizationId} and external_id = any(${externalIds}::text[])
        union
        select id from companies
        where organization_id = ${tx.organizationId}
          and import_key = any(array(select decode(key, 'hex') from unnest(${keys}::text[]) key))
      )
      select id, company_number as number, external_id, encode(import_key, 'hex') as key
      from companies where organization_id = ${tx.organizationId} and id = any(array(select id from known))
      order by id
    `,
    tx<{ domain: string; companyNumber: string }[]>`
      select d.domain, c.company_number from company_domains d
      join companies c on c.organization_id = d.organization_id and c.id = d.company_id
      where d.organization_id = ${tx.organizationId} and d.domain = any(${domains}::text[])
    `,
  ]);
  return {
    companies: companies.map(({ externalId, key, ...known }) => ({
      ...known,
      externalId: externalId ?? undefined,
      key: key ?? undefined,
    })),
    byDomain: new Map(owners.map(({ domain, companyNumber }) => [domain, companyNumber])),
  };
}

/** The companies with these record ids, by id. */
export async function selectCompaniesById(tx: Tx, ids: string[]): Promise<Map<string, Company>> {
  const chosen = tx`
    select * from companies where organization_id = ${tx.organizationId} and id = any(${ids}::uuid[])
  `;
  const rows = await tx<CompanyRow[]>`${companiesFrom(tx, chosen)}`;
  return new Map(rows.map((row) => toCompany(tx, row)).map((company) => [company.id, company]));
}

/** Notes which row a company was last imported from. No change of the record: no version, no event. */
export async function markImported(tx: Tx, id: string, key: string): Promise<void> {
  await tx`
    update companies set import_key = decode(${key}, 'hex') where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

/** A new company with its event and the key of its row. */
export interface ImportedCompany {
  company: Company;
  key: string;
  event: NewEvent;
}

/** Stores new companies with their events, in order, in one statement. Violates the unique constraint of domains. */
export async function insertImportedCompanies(tx: Tx, imported: ImportedCompany[]): Promise<void> {
  const listOf = (name: SqlFragment) => tx`select id, ${name} from made`;
  const events = imported.map(({ event }) => event);
  await tx`
    with made as materialized (${madeRows(tx, imported)}),
      company as (${insertRows(tx)}),
      domains as (${insertDomains(tx, listOf(tx`domains`))}),
      members as (${insertMembers(tx, listOf(tx`members`))})
    ${insertEvents(tx, events)}
  `;
}

// All companies go as one JSON parameter: the statement stays the same for any number of them.
function madeRows(tx: Tx, imported: ImportedCompany[]): SqlFragment {
  const rows = imported.map(({ company, key }) => ({
    ...company,
    searchText: companySearchTextOf(company),
    key,
  }));
  return tx`
    select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as row (id uuid, "companyNumber" text,
      name text, "legalName" text, emails jsonb, phones jsonb, website text, domains json, "vatNumber" text,
      "registrationNumber" text, industry text, status text, source text, "billingAddress" jsonb, currency text,
      "paymentTermsDays" integer, "primaryCustomerId" uuid, members json, "customFields" jsonb, "externalId" text,
      key text, "searchText" text, version integer, "createdAt" timestamptz, "updatedAt" timestamptz)
  `;
}

function insertRows(tx: Tx): SqlFragment {
  return tx`
    insert into companies (organization_id, id, company_number, name, legal_name, emails, phones, website, vat_number,
      registration_number, industry, status, source, billing_address, currency, payment_terms_days,
      primary_customer_id, custom_fields, external_id, import_key, search_text, version, created_at, updated_at)
    select ${tx.organizationId}::uuid, id, "companyNumber", name, "legalName", emails, phones, website, "vatNumber",
      "registrationNumber", industry, status, source, "billingAddress", currency, "paymentTermsDays",
      "primaryCustomerId", "customFields", "externalId", decode(key, 'hex'), "searchText", version, "createdAt",
      "updatedAt"
    from made
  `;
}
