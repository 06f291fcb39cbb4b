// All SQL of sublocations.
import { narrowed, type RecordSelection } from '#core/places/record-list-queries.ts';
import type { Sublocation } from '#core/places/sublocation.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

interface SublocationRow extends Omit<Sublocation, 'externalId'> {
  externalId: string | null;
}

/** The sublocation with this record id. */
export async function findSublocation(tx: Tx, id: string): Promise<Sublocation | undefined> {
  const rows = await tx<SublocationRow[]>`${sublocationsFrom(tx)} and r.id = ${id}`;
  return rows[0] && toSublocation(rows[0]);
}

/** The sublocation with this record id, locked until the transaction ends. */
export async function lockSublocation(tx: Tx, id: string): Promise<Sublocation | undefined> {
  const rows = await tx<SublocationRow[]>`${sublocationsFrom(tx)} and r.id = ${id} for no key update`;
  return rows[0] && toSublocation(rows[0]);
}

/** Those of these sublocations that are in use, by name. */
export async function findActiveSublocations(tx: Tx, ids: string[]): Promise<Sublocation[]> {
  const rows = await tx<SublocationRow[]>`
    ${sublocationsFrom(tx)} and r.id = any(${ids}::uuid[]) and r.status = 'active' order by r.name, r.id
  `;
  return rows.map(toSublocation);
}

/** Sublocations of a selection, newest first. */
export async function selectSublocations(
  tx: Tx,
  selection: RecordSelection & { locationId?: string | undefined; kind?: string | undefined },
): Promise<Sublocation[]> {
  const { locationId, kind } = selection;
  const rows = await tx<SublocationRow[]>`
    ${sublocationsFrom(tx)}
      ${locationId ? tx`and r.location_id = ${locationId}` : tx``}
      ${kind ? tx`and r.kind = ${kind}` : tx``}
      ${narrowed(tx, selection)}
  `;
  return rows.map(toSublocation);
}

/** Stores a new sublocation. Fails when there is no such location. */
export async function insertSublocation(tx: Tx, s: Sublocation): Promise<void> {
  await tx`
    insert into sublocations (organization_id, id, location_id, name, kind, capacity, status, external_id, version,
      created_at, updated_at)
    values (${tx.organizationId}, ${s.id}, ${s.locationId}, ${s.name}, ${s.kind}, ${s.capacity}, ${s.status},
      ${s.externalId}, ${s.version}, ${s.createdAt}, ${s.updatedAt})
  `;
}

/** Stores a changed sublocation. */
export async function updateSublocationRow(tx: Tx, s: Sublocation): Promise<void> {
  await tx`
    update sublocations set name = ${s.name}, kind = ${s.kind}, capacity = ${s.capacity}, status = ${s.status},
      external_id = ${s.externalId}, version = ${s.version}, updated_at = ${s.updatedAt}
    where organization_id = ${tx.organizationId} and id = ${s.id}
  `;
}

/** Removes a sublocation. Fails when something refers to it. */
export async function deleteSublocationRow(tx: Tx, id: string): Promise<void> {
  await tx`delete from sublocations where organization_id = ${tx.organizationId} and id = ${id}`;
}

function sublocationsFrom(tx: Tx): SqlFragment {
  return tx`
    select r.organization_id, r.id, r.location_id, r.name, r.kind, r.capacity, r.status, r.external_id, r.version,
      r.created_at, r.updated_at
    from sublocations r where r.organization_id = ${tx.organizationId}
  `;
}

function toSublocation(row: SublocationRow): Sublocation {
  return { ...row, externalId: row.externalId ?? undefined };
}
