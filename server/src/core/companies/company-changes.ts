// What staff and programs may say about a company, checked and applied to the record. Pure; the operations around it
// read and write.
import {
  type BillingAddress,
  type Company,
  type CompanyMember,
  type CompanyStatus,
  companyBounds,
  type MemberRole,
} from '#core/companies/company.ts';
import { normalizeDomain } from '#core/companies/domain-name.ts';
import {
  checkedEmails,
  checkedPhones,
  type SentEmails,
  type SentPhones,
} from '#core/contacts/contact-list.ts';
import { isCountry } from '#core/contacts/country.ts';
import { normalizeEmail } from '#core/contacts/email-address.ts';
import { normalizePhone } from '#core/contacts/phone-number.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';
import { isUuid } from '#kit/id.ts';
import { normalizeCurrency } from '#kit/money.ts';
import { trimmedOrNone } from '#kit/text.ts';

/** Fields to set; what is left out stays. An empty text clears what may be missing. */
export interface CompanyChanges {
  name?: string | undefined;
  legalName?: string | undefined;
  /** The primary address: one of the list, or else a further one. */
  email?: string | undefined;
  /** The primary phone number: one of the list, or else a further one. */
  phone?: string | undefined;
  /** The whole list; the first is primary when none says so. */
  emails?: SentEmails | undefined;
  phones?: SentPhones | undefined;
  website?: string | undefined;
  /** The whole list. */
  domains?: string[] | undefined;
  logo?: string | undefined;
  vatNumber?: string | undefined;
  registrationNumber?: string | undefined;
  industry?: string | undefined;
  status?: CompanyStatus | undefined;
  source?: string | undefined;
  /** The whole address. */
  billingAddress?: BillingAddress | undefined;
  currency?: string | undefined;
  /** Null clears. */
  paymentTermsDays?: number | null | undefined;
  /** A customer's record id; who is no member yet becomes one. */
  primaryCustomerId?: string | undefined;
  /** The whole list. */
  members?: SentMember[] | undefined;
  /** By name; null removes one. */
  customFields?: Record<string, unknown> | undefined;
  externalId?: string | undefined;
}

/** A member as it is sent; the role is `member` unless said otherwise. */
export interface SentMember {
  customerId: string;
  role?: MemberRole | undefined;
  title?: string | undefined;
}

/** The record with the changes applied. What is wrong is added to `problems`, and the result is then of no use. */
export function withCompanyChanges(
  company: Company,
  changes: CompanyChanges,
  countryCode: string,
  problems: FaultDetail[],
): Company {
  const next: Company = { ...company, ...plainTexts(company, changes) };
  next.name = checkedName(changes.name ?? company.name, problems);
  next.status = changes.status ?? company.status;
  next.source = trimmedOrNone(changes.source) ?? company.source;
  next.website = checkedAddress('website', changes.website ?? company.website, ['http:', 'https:'], problems);
  next.logo = checkedAddress('logo', changes.logo ?? company.logo, ['https:'], problems);
  next.currency = checkedCurrency(changes.currency ?? company.currency, problems);
  applyContacts(next, changes, countryCode, problems);
  if (changes.domains) next.domains = checkedDomains(changes.domains, problems);
  if (changes.billingAddress) next.billingAddress = checkedBillingAddress(changes.billingAddress, problems);
  if (changes.paymentTermsDays !== undefined) next.paymentTermsDays = changes.paymentTermsDays ?? undefined;
  if (changes.customFields) {
    next.customFields = mergedFields(company.customFields, changes.customFields, problems);
  }
  applyMembers(next, changes, problems);
  return next;
}

/** The names of the fields in which two states of a company differ. */
export function changedCompanyFields(before: Company, after: Company): Set<keyof Company> {
  const names = Object.keys(after) as (keyof Company)[];
  return new Set(names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])));
}

const textFields = ['legalName', 'vatNumber', 'registrationNumber', 'industry', 'externalId'] as const;

function plainTexts(company: Company, changes: CompanyChanges): Partial<Company> {
  return Object.fromEntries(
    textFields.map((field) => [field, trimmedOrNone(changes[field] ?? company[field])]),
  );
}

function checkedName(sent: string, problems: FaultDetail[]): string {
  const name = sent.trim();
  if (name === '') problems.push(problem('name', 'must not be empty.'));
  return name;
}

function checkedAddress(
  field: string,
  sent: string | undefined,
  protocols: string[],
  problems: FaultDetail[],
): string | undefined {
  const text = trimmedOrNone(sent);
  if (text === undefined) return undefined;
  if (!protocols.includes(URL.parse(text)?.protocol ?? '')) {
    problems.push(problem(field, `must be a web address that starts with ${protocols.at(-1)}//.`));
  }
  return text;
}

function checkedCurrency(sent: string | undefined, problems: FaultDetail[]): string | undefined {
  const text = trimmedOrNone(sent);
  if (text === undefined) return undefined;
  const currency = normalizeCurrency(text);
  if (!currency) problems.push(problem('currency', 'must be a currency of ISO 4217, like EUR.'));
  return currency;
}

function applyContacts(
  next: Company,
  { email, phone, emails, phones }: CompanyChanges,
  countryCode: string,
  problems: FaultDetail[],
): void {
  const { emailsMax, phonesMax } = companyBounds;
  if (emails) next.emails = checkedEmails(emails, emailsMax, problems);
  if (phones) next.phones = checkedPhones(phones, phonesMax, countryCode, problems);
  if (email !== undefined) {
    const address = normalizeEmail(email);
    if (!address) problems.push(problem('email', 'must be an email address, like jane@example.com.'));
    else next.emails = withPrimary(next.emails, { address, isPrimary: true }, (entry) => entry.address);
    if (next.emails.length > emailsMax) problems.push(tooMany('emails', emailsMax));
  }
  if (phone !== undefined) {
    const number = normalizePhone(phone, countryCode);
    if (!number) problems.push(problem('phone', 'must be a phone number, like +49 40 123456.'));
    else next.phones = withPrimary(next.phones, { number, isPrimary: true }, (entry) => entry.number);
    if (next.phones.length > phonesMax) problems.push(tooMany('phones', phonesMax));
  }
}

/** The list with this entry as its primary one: where it stands, or else in front. */
function withPrimary<Entry extends { isPrimary: boolean }>(
  entries: Entry[],
  primary: Entry,
  read: (entry: Entry) => string,
): Entry[] {
  const isThere = entries.some((entry) => read(entry) === read(primary));
  const all = isThere ? entries : [primary, ...entries];
  return all.map((entry) => ({ ...entry, isPrimary: read(entry) === read(primary) }));
}

function checkedDomains(sent: string[], problems: FaultDetail[]): string[] {
  if (sent.length > companyBounds.domainsMax) problems.push(tooMany('domains', companyBounds.domainsMax));
  const domains = sent.map(normalizeDomain);
  for (const [place, domain] of domains.entries()) {
    if (!domain) problems.push(problem(`domains[${place}]`, 'must be a domain, like example.com.'));
    else if (domains.indexOf(domain) < place) {
      problems.push(problem(`domains[${place}]`, 'is in the list twice.'));
    }
  }
  return domains.filter((domain) => domain !== undefined);
}

function checkedBillingAddress(sent: BillingAddress, problems: FaultDetail[]): BillingAddress | undefined {
  const parts = Object.entries(sent).flatMap(([name, text]) => {
    const trimmed = trimmedOrNone(text);
    return trimmed === undefined ? [] : [[name, trimmed] as const];
  });
  const address: BillingAddress = Object.fromEntries(parts);
  if (address.country) address.country = address.country.toUpperCase();
  if (address.country && !isCountry(address.country)) {
    problems.push(problem('billingAddress.country', 'must be a two-letter country code, like DE.'));
  }
  return parts.length > 0 ? address : undefined;
}

function mergedFields(
  before: Record<string, unknown>,
  sent: Record<string, unknown>,
  problems: FaultDetail[],
): Record<string, unknown> {
  const { customFieldsMax, customFieldsBytesMax } = companyBounds;
  const merged = Object.fromEntries(
    Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null),
  );
  if (Object.keys(merged).length > customFieldsMax) problems.push(tooMany('customFields', customFieldsMax));
  if (Buffer.byteLength(JSON.stringify(merged)) > customFieldsBytesMax) {
    problems.push(problem('customFields', `must have at most ${customFieldsBytesMax} bytes as JSON.`));
  }
  return merged;
}

function applyMembers(next: Company, changes: CompanyChanges, problems: FaultDetail[]): void {
  if (changes.members) next.members = checkedMembers(changes.members, problems);
  const sentPrimary = changes.primaryCustomerId;
  if (sentPrimary !== undefined) next.primaryCustomerId = trimmedOrNone(sentPrimary)?.toLowerCase();
  const primary = next.primaryCustomerId;
  if (primary === undefined) return;
  if (!isUuid(primary)) problems.push(noCustomer('primaryCustomerId'));
  if (next.members.some(({ customerId }) => customerId === primary)) return;
  // Who is sent as primary joins; who was primary and has left is so no longer.
  if (sentPrimary === undefined) next.primaryCustomerId = undefined;
  else next.members = [...next.members, { customerId: primary, role: 'member', title: undefined }];
}

function checkedMembers(sent: SentMember[], problems: FaultDetail[]): CompanyMember[] {
  if (sent.length > companyBounds.membersMax) problems.push(tooMany('members', companyBounds.membersMax));
  const ids = sent.map(({ customerId }) => customerId.toLowerCase());
  return sent.map(({ role, title }, place) => {
    const customerId = ids[place]!;
    const path = `members[${place}].customerId`;
    if (!isUuid(customerId)) problems.push(noCustomer(path));
    else if (ids.indexOf(customerId) < place) problems.push(problem(path, 'is in the list twice.'));
    return { customerId, role: role ?? 'member', title: trimmedOrNone(title) };
  });
}

/** What is wrong with a record id that no customer of the organization has. */
export function noCustomer(path: string): FaultDetail {
  return problem(path, 'must be the record id of a customer.');
}

function tooMany(path: string, most: number): FaultDetail {
  return problem(path, `must have at most ${most} entries.`);
}
