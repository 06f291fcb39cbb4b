// All SQL of organizations and their number counters.
import type { Organization } from '#core/organizations/organization.ts';
import type { RootTx, SqlFragment, Tx } from '#db/tx.ts';

type Optional = 'legalName' | 'vatNumber' | 'phone' | 'email' | 'adminEmail' | 'primaryColor' | 'logoUrl';

type OrganizationRow = Omit<Organization, Optional> & { [Field in Optional]: string | null };

/** Stores a new organization. Violates `organizations_slug_key` when the slug is taken. */
export async function insertOrganization(tx: RootTx, o: Organization): Promise<void> {
  await tx`
    insert into organizations (id, slug, name, legal_name, vat_number, country_code, time_zone, currency, address,
      phone, email, admin_email, session_days, code_minutes, primary_color, logo_url, created_at, updated_at)
    values (${o.id}, ${o.slug}, ${o.name}, ${o.legalName}, ${o.vatNumber}, ${o.countryCode}, ${o.timeZone},
      ${o.currency}, ${JSON.stringify(o.address)}::text::jsonb, ${o.phone}, ${o.email}, ${o.adminEmail},
      ${o.sessionDays}, ${o.codeMinutes}, ${o.primaryColor}, ${o.logoUrl}, ${o.createdAt}, ${o.updatedAt})
  `;
}

/** Stores what may change of the organization of the session. */
export async function updateOrganizationRow(tx: Tx, o: Organization): Promise<void> {
  await tx`
    update organizations set name = ${o.name}, legal_name = ${o.legalName}, vat_number = ${o.vatNumber},
      country_code = ${o.countryCode}, time_zone = ${o.timeZone},
      address = ${JSON.stringify(o.address)}::text::jsonb, phone = ${o.phone}, email = ${o.email},
      admin_email = ${o.adminEmail}, session_days = ${o.sessionDays}, code_minutes = ${o.codeMinutes},
      primary_color = ${o.primaryColor}, logo_url = ${o.logoUrl}, updated_at = ${o.updatedAt}
    where id = ${tx.organizationId}
  `;
}

/** The organization with this slug or record id. */
export async function findOrganization(tx: RootTx, slugOrId: string): Promise<Organization | undefined> {
  const rows = await tx<OrganizationRow[]>`
    ${organizationsFrom(tx)} where slug = ${slugOrId} or id::text = ${slugOrId}
  `;
  return rows[0] && toOrganization(rows[0]);
}

/** The organization of the session. */
export async function selectOwnOrganization(tx: Tx): Promise<Organization | undefined> {
  const rows = await tx<OrganizationRow[]>`${organizationsFrom(tx)} where id = ${tx.organizationId}`;
  return rows[0] && toOrganization(rows[0]);
}

/** The organization of the session, locked until the transaction ends. */
export async function lockOwnOrganization(tx: Tx): Promise<Organization | undefined> {
  const rows = await tx<OrganizationRow[]>`
    ${organizationsFrom(tx)} where id = ${tx.organizationId} for no key update
  `;
  return rows[0] && toOrganization(rows[0]);
}

/** Up to `limit` organizations after a slug, by slug. */
export async function selectOrganizations(tx: RootTx, after: string, limit: number): Promise<Organization[]> {
  const rows = await tx<OrganizationRow[]>`
    ${organizationsFrom(tx)} where slug > ${after} order by slug limit ${limit}
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

function organizationsFrom(tx: RootTx | Tx): SqlFragment {
  return tx`
    select id, slug, name, legal_name, vat_number, country_code, time_zone, currency, address, phone, email,
      admin_email, session_days, code_minutes, primary_color, logo_url, created_at, updated_at
    from organizations
  `;
}

function toOrganization(row: OrganizationRow): Organization {
  const { legalName, vatNumber, phone, email, adminEmail, primaryColor, logoUrl } = row;
  return {
    ...row,
    legalName: legalName ?? undefined,
    vatNumber: vatNumber ?? undefined,
    phone: phone ?? undefined,
    email: email ?? undefined,
    adminEmail: adminEmail ?? undefined,
    primaryColor: primaryColor ?? undefined,
    logoUrl: logoUrl ?? undefined,
  };
}
