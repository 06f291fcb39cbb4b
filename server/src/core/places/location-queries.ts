// All SQL of locations.
import type { Location } from '#core/places/location.ts';
import { narrowed, type RecordSelection } from '#core/places/record-list-queries.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

interface LocationRow extends Omit<Location, 'phone' | 'email' | 'externalId'> {
  phone: string | null;
  email: string | null;
  externalId: string | null;
}

/** The location with this record id. */
export async function findLocation(tx: Tx, id: string): Promise<Location | undefined> {
  const rows = await tx<LocationRow[]>`${locationsFrom(tx)} and r.id = ${id}`;
  return rows[0] && toLocation(rows[0]);
}

/** The location with this record id, locked until the transaction ends. */
export async function lockLocation(tx: Tx, id: string): Promise<Location | undefined> {
  const rows = await tx<LocationRow[]>`${locationsFrom(tx)} and r.id = ${id} for no key update`;
  return rows[0] && toLocation(rows[0]);
}

/** Those of these locations that are in use. */
export async function findActiveLocations(tx: Tx, ids: string[]): Promise<Location[]> {
  const rows = await tx<LocationRow[]>`
    ${locationsFrom(tx)} and r.id = any(${ids}::uuid[]) and r.status = 'active'
  `;
  return rows.map(toLocation);
}

/** Locations of a selection, newest first. */
export async function selectLocations(tx: Tx, selection: RecordSelection): Promise<Location[]> {
  const rows = await tx<LocationRow[]>`${locationsFrom(tx)} ${narrowed(tx, selection)}`;
  return rows.map(toLocation);
}

/** Stores a new location. */
export async function insertLocation(tx: Tx, l: Location): Promise<void> {
  await tx`
    insert into locations (organization_id, id, name, time_zone, address, phone, email, status, external_id, version,
      created_at, updated_at)
    values (${tx.organizationId}, ${l.id}, ${l.name}, ${l.timeZone}, ${JSON.stringify(l.address)}::text::jsonb,
      ${l.phone}, ${l.email}, ${l.status}, ${l.externalId}, ${l.version}, ${l.createdAt}, ${l.updatedAt})
  `;
}

/** Stores a changed location. */
export async function updateLocationRow(tx: Tx, l: Location): Promise<void> {
  await tx`
    update locations set name = ${l.name}, time_zone = ${l.timeZone},
      address = ${JSON.stringify(l.address)}::text::jsonb, phone = ${l.phone}, email = ${l.email},
      status = ${l.status}, external_id = ${l.externalId}, version = ${l.version}, updated_at = ${l.updatedAt}
    where organization_id = ${tx.organizationId} and id = ${l.id}
  `;
}

/** Removes a location. Fails when something refers to it. */
export async function deleteLocationRow(tx: Tx, id: string): Promise<void> {
  await tx`delete from locations where organization_id = ${tx.organizationId} and id = ${id}`;
}

function locationsFrom(tx: Tx): SqlFragment {
  return tx`
    select r.organization_id, r.id, r.name, r.time_zone, r.address, r.phone, r.email, r.status, r.external_id,
      r.version, r.created_at, r.updated_at
    from locations r where r.organization_id = ${tx.organizationId}
  `;
}

function toLocation(row: LocationRow): Location {
  return {
    ...row,
    phone: row.phone ?? undefined,
    email: row.email ?? undefined,
    externalId: row.externalId ?? undefined,
  };
}
