// All SQL of enquiry settings.
import { type EnquirySettings, firstSettings } from '#core/enquiries/settings/enquiry-settings.ts';
import type { Tx } from '#db/tx.ts';

/** The settings of the organization. */
export async function findSettings(tx: Tx): Promise<EnquirySettings> {
  const [row] = await tx<{ settings: Partial<EnquirySettings>; version: number }[]>`
    select settings, version from enquiry_settings where organization_id = ${tx.organizationId}
  `;
  return { ...firstSettings, ...row?.settings, ...(row && { version: row.version }) };
}

/** The same, locked until the transaction ends, so that one change follows the other. */
export async function lockSettings(tx: Tx, now: Date): Promise<EnquirySettings> {
  await tx`
    insert into enquiry_settings (organization_id, settings, updated_at) values (${tx.organizationId}, '{}', ${now})
    on conflict (organization_id) do nothing
  `;
  await tx`select from enquiry_settings where organization_id = ${tx.organizationId} for no key update`;
  return findSettings(tx);
}

/** Stores changed settings. */
export async function updateSettings(
  tx: Tx,
  { version, ...lists }: EnquirySettings,
  now: Date,
): Promise<void> {
  await tx`
    update enquiry_settings
    set settings = ${JSON.stringify(lists)}::text::jsonb, version = ${version}, updated_at = ${now}
    where organization_id = ${tx.organizationId}
  `;
}

/** Those of these statuses that enquiries have. */
export async function selectUsedStatuses(tx: Tx, keys: string[]): Promise<string[]> {
  const rows = await tx<{ key: string }[]>`
    select key from unnest(${keys}::text[]) wanted (key)
    where exists (select from enquiries where organization_id = ${tx.organizationId} and status = key and deleted_at is null)
  `;
  return rows.map(({ key }) => key);
}

/** Active staff, by name. */
export function selectActiveStaff(tx: Tx, count: number): Promise<{ id: string; name: string }[]> {
  return tx<{ id: string; name: string }[]>`
    select id, name from staff where organization_id = ${tx.organizationId} and status = 'active'
    order by name, id limit ${count}
  `;
}
