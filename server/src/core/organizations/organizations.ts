// Operations on organizations: the operator makes, changes and lists them from the command line.
import { isDeepStrictEqual } from 'node:util';
import { eventOf, recordEvent } from '#core/events/events.ts';
import {
  isSlug,
  type Organization,
  type OrganizationChanges,
  slugFor,
  withOrganizationChanges,
} from '#core/organizations/organization.ts';
import {
  findOrganization,
  insertOrganization,
  lockOwnOrganization,
  selectOrganizations,
  updateOrganizationRow,
} from '#core/organizations/organization-queries.ts';
import type { Scope } from '#core/scope.ts';
import type { RootDb } from '#db/tx.ts';
import { violatedConstraint } from '#db/tx.ts';
import type { Clock } from '#kit/clock.ts';
import { Fault, type FaultDetail, missing, throwProblems } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';
import { newId } from '#kit/id.ts';
import { normalizeCurrency } from '#kit/money.ts';

/** What a new organization is made of; what is left out gets a default. */
export interface NewOrganization extends OrganizationChanges {
  name: string;
  slug?: string | undefined;
  /** ISO 4217. */
  currency?: string | undefined;
}

/** Makes an organization. Throws `invalid_field` naming what is wrong, `slug_in_use` when the slug is taken. */
export async function createOrganization(
  db: RootDb,
  clock: Clock,
  { slug, currency, ...changes }: NewOrganization,
): Promise<Organization> {
  const problems: FaultDetail[] = [];
  const blank = blankOrganization(clock.now());
  const organization: Organization = {
    ...withOrganizationChanges(blank, changes, problems),
    slug: slug ?? slugFor(changes.name),
    currency: (currency ?? blank.currency).toUpperCase(),
  };
  if (!isSlug(organization.slug)) {
    problems.push(problem('slug', 'must be 1 to 63 of a-z, 0-9 and -, with no - at its ends.'));
  }
  if (!normalizeCurrency(organization.currency)) {
    problems.push(problem('currency', 'must be a three-letter currency code, like EUR.'));
  }
  throwProblems(problems);
  try {
    await db.root((tx) => insertOrganization(tx, organization));
  } catch (error) {
    if (violatedConstraint(error) !== 'organizations_slug_key') throw error;
    throw new Fault('conflict', 'slug_in_use', `Another organization has the slug ${organization.slug}.`);
  }
  return organization;
}

/**
 * Changes the organization of the scope. Running processes see it within 5 seconds. Throws `invalid_field` naming what
 * is wrong.
 */
export async function updateOrganization(scope: Scope, changes: OrganizationChanges): Promise<Organization> {
  return scope.write(async (tx) => {
    const before = await lockOwnOrganization(tx);
    if (!before) throw missing('The organization');
    const problems: FaultDetail[] = [];
    const after = withOrganizationChanges(before, changes, problems);
    throwProblems(problems);
    if (isDeepStrictEqual(after, before)) return before;
    after.updatedAt = scope.clock.now();
    await Promise.all([
      updateOrganizationRow(tx, after),
      recordEvent(tx, scope, eventOf(scope, 'organization.updated', after, before)),
    ]);
    return after;
  });
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

function blankOrganization(createdAt: Date): Organization {
  return {
    id: newId(createdAt),
    slug: '',
    name: '',
    legalName: undefined,
    vatNumber: undefined,
    countryCode: 'US',
    timeZone: 'UTC',
    currency: 'USD',
    address: {},
    phone: undefined,
    email: undefined,
    adminEmail: undefined,
    sessionDays: 30,
    codeMinutes: 10,
    primaryColor: undefined,
    logoUrl: undefined,
    createdAt,
    updatedAt: createdAt,
  };
}
