// All SQL of equipment.
import type { EquipmentItem } from '#core/equipment/equipment-item.ts';
import { narrowed, type RecordSelection } from '#core/places/record-list-queries.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

interface EquipmentRow extends Omit<EquipmentItem, 'externalId'> {
  externalId: string | null;
}

/** The equipment with this record id. */
export async function findEquipment(tx: Tx, id: string): Promise<EquipmentItem | undefined> {
  const rows = await tx<EquipmentRow[]>`${equipmentFrom(tx)} and r.id = ${id}`;
  return rows[0] && toItem(rows[0]);
}

/** The equipment with this record id, locked until the transaction ends. */
export async function lockEquipment(tx: Tx, id: string): Promise<EquipmentItem | undefined> {
  const rows = await tx<EquipmentRow[]>`${equipmentFrom(tx)} and r.id = ${id} for no key update`;
  return rows[0] && toItem(rows[0]);
}

/** Those of these that are in use, by name. */
export async function findActiveEquipment(tx: Tx, ids: string[]): Promise<EquipmentItem[]> {
  const rows = await tx<EquipmentRow[]>`
    ${equipmentFrom(tx)} and r.id = any(${ids}::uuid[]) and r.status = 'active' order by r.name, r.id
  `;
  return rows.map(toItem);
}

/** Equipment of a selection, newest first. */
export async function selectEquipment(
  tx: Tx,
  selection: RecordSelection & { locationId?: string | undefined },
): Promise<EquipmentItem[]> {
  const { locationId } = selection;
  const rows = await tx<EquipmentRow[]>`
    ${equipmentFrom(tx)}
      ${locationId ? tx`and r.location_id = ${locationId}` : tx``}
      ${narrowed(tx, selection)}
  `;
  return rows.map(toItem);
}

/** Stores new equipment. Fails when there is no such location. */
export async function insertEquipment(tx: Tx, s: EquipmentItem): Promise<void> {
  await tx`
    insert into equipment (organization_id, id, location_id, name, quantity, status, external_id, version,
      created_at, updated_at)
    values (${tx.organizationId}, ${s.id}, ${s.locationId}, ${s.name}, ${s.quantity}, ${s.status},
      ${s.externalId}, ${s.version}, ${s.createdAt}, ${s.updatedAt})
  `;
}

/** Stores changed equipment. */
export async function updateEquipmentRow(tx: Tx, s: EquipmentItem): Promise<void> {
  await tx`
    update equipment set name = ${s.name}, quantity = ${s.quantity}, status = ${s.status},
      external_id = ${s.externalId}, version = ${s.version}, updated_at = ${s.updatedAt}
    where organization_id = ${tx.organizationId} and id = ${s.id}
  `;
}

/** Removes equipment. Fails when something refers to it. */
export async function deleteEquipmentRow(tx: Tx, id: string): Promise<void> {
  await tx`delete from equipment where organization_id = ${tx.organizationId} and id = ${id}`;
}

function equipmentFrom(tx: Tx): SqlFragment {
  return tx`
    select r.organization_id, r.id, r.location_id, r.name, r.quantity, r.status, r.external_id, r.version,
      r.created_at, r.updated_at
    from equipment r where r.organization_id = ${tx.organizationId}
  `;
}

function toItem(row: EquipmentRow): EquipmentItem {
  return { ...row, externalId: row.externalId ?? undefined };
}
