// The organization record, the tenant, and what may be said about one.
import { checkedEmail, checkedPhone } from '#core/contacts/contact-fields.ts';
import { isCountry } from '#core/contacts/country.ts';
import { checkedPostalAddress, type PostalAddress } from '#core/contacts/postal-address.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { checkedOptionalLine, checkedText, checkedWhole, problem } from '#kit/field-checks.ts';

/** An organization: a coworking space, a studio, a clinic, a club. */
export interface Organization {
  /** Record id, UUID version 7. */
  id: string;
  /** Short name for URLs and the command line. */
  slug: string;
  /** The name people know it by: its brand. */
  name: string;
  /** The name it does business under; none where it is the same. */
  legalName: string | undefined;
  /** Its VAT or sales tax number. */
  vatNumber: string | undefined;
  /** ISO 3166-1 alpha-2; phone numbers without a country code are read as this country's. */
  countryCode: string;
  /** IANA zone name. */
  timeZone: string;
  /** ISO 4217; the currency of totals. */
  currency: string;
  /** Its seat. */
  address: PostalAddress;
  /** E.164. */
  phone: string | undefined;
  /** In normal form. */
  email: string | undefined;
  /** Where its administrators get mail about the service. */
  adminEmail: string | undefined;
  /** How long a customer stays signed in. */
  sessionDays: number;
  /** How long a sign-in code is good. */
  codeMinutes: number;
  /** Colour of the brand on hosted pages, `#rrggbb`. */
  primaryColor: string | undefined;
  /** Picture of the brand on hosted pages. */
  logoUrl: string | undefined;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * Fields to set; what is left out stays, an empty text clears. The slug stands in addresses that others have kept, and
 * amounts were counted in the currency, so neither changes.
 */
export interface OrganizationChanges {
  name?: string | undefined;
  legalName?: string | undefined;
  vatNumber?: string | undefined;
  countryCode?: string | undefined;
  timeZone?: string | undefined;
  /** The whole address. */
  address?: PostalAddress | undefined;
  phone?: string | undefined;
  email?: string | undefined;
  adminEmail?: string | undefined;
  /** How long a customer stays signed in, 1 to 365. */
  sessionDays?: number | undefined;
  /** How long a sign-in code is good, 5 to 30. */
  codeMinutes?: number | undefined;
  /** `#rrggbb`. */
  primaryColor?: string | undefined;
  /** Web address of a picture. */
  logoUrl?: string | undefined;
}

const slugPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether the text can be a slug: 1 to 63 of a-z, 0-9 and -, no - at the ends. */
export function isSlug(text: string): boolean {
  return slugPattern.test(text);
}

/** A slug made from a name: `Zoë's Studio` becomes `zoe-s-studio`. */
export function slugFor(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '');
  return slug || 'organization';
}

/** The record with the changes applied. What is wrong is added to `problems`, and the result is then of no use. */
export function withOrganizationChanges(
  organization: Organization,
  changes: OrganizationChanges,
  problems: FaultDetail[],
): Organization {
  const next = { ...organization };
  const { name, legalName, vatNumber, countryCode, timeZone, sessionDays, codeMinutes } = changes;
  const { primaryColor, logoUrl } = changes;
  if (name !== undefined) next.name = checkedText('name', name, 200, problems);
  if (legalName !== undefined) next.legalName = checkedOptionalLine('legalName', legalName, 200, problems);
  if (vatNumber !== undefined) next.vatNumber = checkedOptionalLine('vatNumber', vatNumber, 50, problems);
  if (countryCode !== undefined) next.countryCode = checkedCountry(countryCode, problems);
  if (timeZone !== undefined) next.timeZone = checkedTimeZone(timeZone, problems);
  if (sessionDays !== undefined) {
    next.sessionDays = checkedWhole('sessionDays', sessionDays, { min: 1, max: 365 }, problems);
  }
  if (codeMinutes !== undefined) {
    next.codeMinutes = checkedWhole('codeMinutes', codeMinutes, { min: 5, max: 30 }, problems);
  }
  if (primaryColor !== undefined) next.primaryColor = checkedColor(primaryColor, problems);
  if (logoUrl !== undefined) next.logoUrl = checkedLogo(logoUrl, problems);
  applyContacts(next, changes, problems);
  return next;
}

/** What is read as the organization's country, once that is known. */
function applyContacts(next: Organization, changes: OrganizationChanges, problems: FaultDetail[]): void {
  const { address, phone, email, adminEmail } = changes;
  if (address !== undefined) next.address = checkedPostalAddress('address', address, problems);
  if (phone !== undefined) next.phone = checkedPhone('phone', phone, next.countryCode, problems);
  if (email !== undefined) next.email = checkedEmail('email', email, problems);
  if (adminEmail !== undefined) next.adminEmail = checkedEmail('adminEmail', adminEmail, problems);
}

function checkedCountry(text: string, problems: FaultDetail[]): string {
  const code = text.trim().toUpperCase();
  if (!isCountry(code)) problems.push(problem('country', 'must be a two-letter country code, like DE.'));
  return code;
}

function checkedTimeZone(text: string, problems: FaultDetail[]): string {
  const name = text.trim();
  if (!isTimeZone(name)) problems.push(problem('timeZone', 'must be an IANA zone name, like Europe/Berlin.'));
  return name;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

function checkedColor(text: string, problems: FaultDetail[]): string | undefined {
  const color = text.trim().toLowerCase() || undefined;
  if (color && !/^#[0-9a-f]{6}$/.test(color))
    problems.push(problem('primaryColor', 'must be a colour like #1d4ed8.'));
  return color;
}

function checkedLogo(text: string, problems: FaultDetail[]): string | undefined {
  const address = text.trim() || undefined;
  if (address && (!/^https?:\/\//.test(address) || !URL.canParse(address) || address.length > 2_000)) {
    problems.push(problem('logoUrl', 'must be the web address of a picture.'));
  }
  return address;
}
