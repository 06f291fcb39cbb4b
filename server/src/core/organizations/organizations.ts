// Operations across organizations: the operator makes and lists them from the command line.
import { isSlug, type Organization, slugFor } from '#core/organizations/organization.ts';
import {
  findOrganization,
  insertOrganization,
  selectOrganizations,
} from '#core/organizations/organization-queries.ts';
import type { RootDb } from '#db/tx.ts';
import { violatedConstraint } from '#db/tx.ts';
import type { Clock } from '#kit/clock.ts';
import { Fault, invalidField, missing } from '#kit/fault.ts';
import { newId } from '#kit/id.ts';
import { isStorableText, trimmedOrNone } from '#kit/text.ts';

/** What a new organization is made of; what is left out gets a default. */
export interface NewOrganization {
  name: string;
  slug?: string | undefined;
  countryCode?: string | undefined;
  timeZone?: string | undefined;
  currency?: string | undefined;
  adminEmail?: string | undefined;
  /** How long a customer stays signed in, 1 to 365. */
  sessionDays?: number | undefined;
  /** How long a sign-in code is good, 5 to 30. */
  codeMinutes?: number | undefined;
  /** `#rrggbb`. */
  primaryColor?: string | undefined;
  /** https address of a picture. */
  logoUrl?: string | undefined;
}

/** Makes an organization. Throws `invalid_field` naming what is wrong, `slug_in_use` when the slug is taken. */
export async function createOrganization(
  db: RootDb,
  clock: Clock,
  input: NewOrganization,
): Promise<Organization> {
  const createdAt = clock.now();
  const name = trimmedOrNone(input.name);
  if (!name || name.length > 200 || !isStorableText(name)) {
    throw invalidField('name', 'must have 1 to 200 characters, none of them control characters.');
  }
  const organization: Organization = {
    id: newId(createdAt),
    slug: input.slug ?? slugFor(name),
    name,
    countryCode: (input.countryCode ?? 'US').toUpperCase(),
    timeZone: input.timeZone ?? 'UTC',
    currency: (input.currency ?? 'USD').toUpperCase(),
    adminEmail: trimmedOrNone(input.adminEmail),
    sessionDays: input.sessionDays ?? 30,
    codeMinutes: input.codeMinutes ?? 10,
    primaryColor: trimmedOrNone(input.primaryColor)?.toLowerCase(),
    logoUrl: trimmedOrNone(input.logoUrl),
    createdAt,
  };
  checkOrganization(organization);
  try {
    await db.root((tx) => insertOrganization(tx, organization));
  } catch (error) {
    if (violatedConstraint(error) !== 'organizations_slug_key') throw error;
    throw new Fault('conflict', 'slug_in_use', `Another organization has the slug ${organization.slug}.`);
  }
  return organization;
}

/** The organization with this slug or record id. Throws `not_found`. */
export async function getOrganization(db: RootDb, slugOrId: string): Promise<Organization> {
  const organization = await db.root((tx) => findOrganization(tx, slugOrId));
  if (!organization) throw missing(`The organization ${slugOrId}`);
  return organization;
}

/** Up to `limit` organizations after a slug, by slug. */
export function listOrganizations(db: RootDb, after = '', limit = 100): Promise<Organization[]> {
  return db.root((tx) => selectOrganizations(tx, after, limit));
}

function checkOrganization(organization: Organization): void {
  const { slug, countryCode, timeZone, currency } = organization;
  checkSignInSettings(organization);
  if (!isSlug(slug)) throw invalidField('slug', 'must be 1 to 63 of a-z, 0-9 and -, with no - at its ends.');
  if (!/^[A-Z]{2}$/.test(countryCode))
    throw invalidField('country', 'must be a two-letter country code, like DE.');
  if (!Intl.supportedValuesOf('currency').includes(currency)) {
    throw invalidField('currency', 'must be a three-letter currency code, like EUR.');
  }
  if (!isTimeZone(timeZone)) throw invalidField('timeZone', 'must be an IANA zone name, like Europe/Berlin.');
}

function checkSignInSettings({ sessionDays, codeMinutes, primaryColor, logoUrl }: Organization): void {
  if (!Number.isInteger(sessionDays) || sessionDays < 1 || sessionDays > 365) {
    throw invalidField('sessionDays', 'must be a whole number from 1 to 365.');
  }
  if (!Number.isInteger(codeMinutes) || codeMinutes < 5 || codeMinutes > 30) {
    throw invalidField('codeMinutes', 'must be a whole number from 5 to 30.');
  }
  if (primaryColor && !/^#[0-9a-f]{6}$/.test(primaryColor)) {
    throw invalidField('primaryColor', 'must be a colour like #1d4ed8.');
  }
  if (logoUrl && !/^https?:\/\//.test(logoUrl))
    throw invalidField('logoUrl', 'must be the address of a picture.');
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}
