// The rows of an import of companies: what one says, checked by the rules for every company. Pure.
import {
  type BillingAddress,
  type Company,
  type CompanyMember,
  companyBounds,
  emptyCompany,
} from '#core/companies/company.ts';
import { type CompanyChanges, withCompanyChanges } from '#core/companies/company-changes.ts';
import type { Candidate, ImportRow } from '#core/imports/import-row.ts';
import { rowKeyOf } from '#core/imports/row-key.ts';
import type { Scope } from '#core/scope.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { checkedOptionalText, checkedWhole } from '#kit/field-checks.ts';

type SaidChanges =
  | 'name'
  | 'legalName'
  | 'website'
  | 'domains'
  | 'vatNumber'
  | 'registrationNumber'
  | 'industry'
  | 'status'
  | 'source'
  | 'currency'
  | 'customFields'
  | 'externalId';

/** What a row says of a company. Without a source it is `import`. */
export interface CompanyRowInput extends Pick<CompanyChanges, SaidChanges> {
  emails?: string[] | undefined;
  phones?: string[] | undefined;
  billingAddress?: BillingAddress | undefined;
  paymentTermsDays?: number | undefined;
  /** Customers by number or email. */
  primaryCustomer?: string | undefined;
  members?: string[] | undefined;
}

/** A row of somebody's list of companies. */
export type CompanyRow = ImportRow<CompanyRowInput>;

/** A row with what it says of a company, and the one it would make. */
export interface CompanyCandidate<Row extends CompanyRow = CompanyRow> extends Candidate<Row> {
  /** 16 bytes as hex digits. */
  key: string;
  changes: CompanyChanges;
  /** What the row makes of a company that is not there yet; without a number, and without members. */
  company: Company;
}

/** The customers that a row names, by path of the field that does. */
export function namedCustomers({ primaryCustomer, members = [] }: CompanyRowInput): Map<string, string> {
  const named = new Map(members.map((text, place) => [`members[${place}]`, text]));
  return primaryCustomer === undefined ? named : named.set('primaryCustomer', primaryCustomer);
}

/** Checks what a row says. What is wrong goes into the candidate's `problems`. */
export function examineCompany<Row extends CompanyRow>(scope: Scope, row: Row): CompanyCandidate<Row> {
  const { organization, clock } = scope;
  const { emails, phones, primaryCustomer: _, members: __, ...said } = row.input;
  const problems = [...row.problems];
  const changes: CompanyChanges = {
    ...said,
    emails: emails?.map((address) => ({ address })),
    phones: phones?.map((number) => ({ number })),
  };
  checkBounds(said, problems);
  const empty = { ...emptyCompany(organization.id, clock.now()), source: 'import' };
  const company = withCompanyChanges(empty, changes, organization.countryCode, problems);
  return { row, problems, key: rowKeyOf(row.input), changes, company };
}

/** The members of a company with those that a row names: who is one already stays what he is, and nobody leaves. */
export function withNamedMembers(
  before: CompanyMember[],
  { primaryCustomer, members = [] }: CompanyRowInput,
  idOf: (text: string) => string | undefined,
): Pick<CompanyChanges, 'members' | 'primaryCustomerId'> {
  if (primaryCustomer === undefined && members.length === 0) return {};
  const primaryCustomerId = primaryCustomer === undefined ? undefined : idOf(primaryCustomer);
  const named = members.flatMap((text) => idOf(text) ?? []);
  const known = new Set(before.map(({ customerId }) => customerId));
  const joining = [...new Set(named)].filter((customerId) => !known.has(customerId));
  return { members: [...before, ...joining.map((customerId) => ({ customerId }))], primaryCustomerId };
}

// The lengths that the Admin API's shapes hold.
function checkBounds(said: Partial<CompanyRowInput>, problems: FaultDetail[]): void {
  const { nameLengthMax, textLengthMax, urlLengthMax, sourceLengthMax, externalIdLengthMax } = companyBounds;
  const lengths = {
    name: nameLengthMax,
    legalName: nameLengthMax,
    website: urlLengthMax,
    vatNumber: textLengthMax,
    registrationNumber: textLengthMax,
    industry: textLengthMax,
    source: sourceLengthMax,
    externalId: externalIdLengthMax,
  };
  for (const [path, max] of Object.entries(lengths)) {
    checkedOptionalText(path, said[path as keyof typeof lengths] ?? '', max, problems);
  }
  for (const [part, text] of Object.entries(said.billingAddress ?? {})) {
    checkedOptionalText(`billingAddress.${part}`, text ?? '', nameLengthMax, problems);
  }
  if (said.paymentTermsDays !== undefined) {
    const days = { min: 0, max: companyBounds.paymentTermsDaysMax };
    checkedWhole('paymentTermsDays', said.paymentTermsDays, days, problems);
  }
}
