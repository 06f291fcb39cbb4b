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
import { trimmedOrNone } from '#kit/text.ts';

/** What a new organization is made of; what is left out gets a default. */
export interface NewOrganization {
  name: string;
  slug?: string | undefined;
  countryCode?: string | undefined;
  timeZone?: string | undefined;
  currency?: string | undefined;
  adminEmail?: string | undefined;
}

/** Makes an organization. Throws `invalid_field` naming what is wrong, `slug_in_use` when the slug is taken. */
export async function createOrganization(
  db: RootDb,
  clock: Clock,
  input: NewOrganization,
): Promise<Organization> {
  const createdAt = clock.now();
  const name = trimmedOrNone(input.name);
  if (!name) throw invalidField('name', 'must not be empty.');
  const organization: Organization = {
    id: newId(createdAt),
    slug: input.slug ?? slugFor(name),
    name,
    countryCode: (input.countryCode ?? 'US').toUpperCase(),
    timeZone: input.timeZone ?? 'UTC',
    currency: (input.currency ?? 'USD').toUpperCase(),
    adminEmail: trimmedOrNone(input.adminEmail),
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

function checkOrganization({ slug, countryCode, timeZone, currency }: Organization): void {
  if (!isSlug(slug)) throw invalidField('slug', 'must be 1 to 63 of a-z, 0-9 and -, with no - at its ends.');
  if (!/^[A-Z]{2}$/.test(countryCode))
    throw invalidField('country', 'must be a two-letter country code, like DE.');
  if (!Intl.supportedValuesOf('currency').includes(currency)) {
    throw invalidField('currency', 'must be a three-letter currency code, like EUR.');
  }
  if (!isTimeZone(timeZone)) throw invalidField('timeZone', 'must be an IANA zone name, like Europe/Berlin.');
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}
