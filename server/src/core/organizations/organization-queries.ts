// All SQL of organizations and their number counters.
import type { Organization } from '#core/organizations/organization.ts';
import type { RootTx, Tx } from '#db/tx.ts';

interface OrganizationRow extends Omit<Organization, 'adminEmail' | 'primaryColor' | 'logoUrl'> {
  adminEmail: string | null;
  primaryColor: string | null;
  logoUrl: string | null;
}

/** Stores a new organization. Violates `organizations_slug_key` when the slug is taken. */
export async function insertOrganization(tx: RootTx, organization: Organization): Promise<void> {
  const { id, slug, name, countryCode, timeZone, currency, createdAt } = organization;
  const { adminEmail, sessionDays, codeMinutes, primaryColor, logoUrl } = organization;
  await tx`
    insert into organizations (id, slug, name, country_code, time_zone, currency, admin_email, session_days,
      code_minutes, primary_color, logo_url, created_at, updated_at)
    values (${id}, ${slug}, ${name}, ${countryCode}, ${timeZone}, ${currency}, ${adminEmail}, ${sessionDays},
      ${codeMinutes}, ${primaryColor}, ${logoUrl}, ${createdAt}, ${createdAt})
  `;
}

/** The organization with this slug or record id. */
export async function findOrganization(tx: RootTx, slugOrId: string): Promise<Organization | undefined> {
  const rows = await tx<OrganizationRow[]>`
    select id, slug, name, country_code, time_zone, currency, admin_email, session_days, code_minutes,
      primary_color, logo_url, created_at
    from organizations where slug = ${slugOrId} or id::text = ${slugOrId}
  `;
  return rows[0] && toOrganization(rows[0]);
}

/** The organization of the session. */
export async function selectOwnOrganization(tx: Tx): Promise<Organization | undefined> {
  const rows = await tx<OrganizationRow[]>`
    select id, slug, name, country_code, time_zone, currency, admin_email, session_days, code_minutes,
      primary_color, logo_url, created_at
    from organizations where id = ${tx.organizationId}
  `;
  return rows[0] && toOrganization(rows[0]);
}

/** Up to `limit` organizations after a slug, by slug. */
export async function selectOrganizations(tx: RootTx, after: string, limit: number): Promise<Organization[]> {
  const rows = await tx<OrganizationRow[]>`
    select id, slug, name, country_code, time_zone, currency, admin_email, session_days, code_minutes,
      primary_color, logo_url, created_at
    from organizations where slug > ${after} order by slug limit ${limit}
  `;
  return rows.map(toOrganization);
}

/** Takes `count` numbers of a kind and returns the first. Waits for nobody but others who take numbers just now. */
export async function takeNumbers(tx: Tx, kind: string, count: number): Promise<number> {
  const [row] = await tx<{ lastNumber: number }[]>`
    insert into number_counters as counter (organization_id, kind, last_number)
    values (${tx.organizationId}, ${kind}, ${count})
    on conflict (organization_id, kind) do update set last_number = counter.last_number + ${count}
    returning last_number
  `;
  return row!.lastNumber - count + 1;
}

/** Moves the counter of a kind on to `number`, never back. */
export async function raiseNumber(tx: Tx, kind: string, number: number): Promise<void> {
  await tx`
    insert into number_counters as counter (organization_id, kind, last_number)
    values (${tx.organizationId}, ${kind}, ${number})
    on conflict (organization_id, kind) do update set last_number = greatest(counter.last_number, ${number})
  `;
}

function toOrganization(row: OrganizationRow): Organization {
  const { adminEmail, primaryColor, logoUrl } = row;
  return {
    ...row,
    adminEmail: adminEmail ?? undefined,
    primaryColor: primaryColor ?? undefined,
    logoUrl: logoUrl ?? undefined,
  };
}
