// Operations on the equipment at the organization's locations.

import {
  type EquipmentChanges,
  type EquipmentItem,
  withEquipmentChanges,
} from '#core/equipment/equipment-item.ts';
import {
  archiveEquipmentRow,
  deleteEquipmentRow,
  findEquipment,
  insertEquipment,
  lockEquipment,
  selectEquipment,
  updateEquipmentRow,
} from '#core/equipment/equipment-queries.ts';
import {
  changedRecord,
  type Departure,
  type RecordQuery,
  removeOrRetire,
  selectionOf,
} from '#core/places/kept-records.ts';
import { checkedLocationId, noLocation, type PlaceStatus } from '#core/places/location.ts';
import type { Scope } from '#core/scope.ts';
import { isReferenced } from '#db/tx.ts';
import { type Page, pageOf } from '#kit/cursor.ts';
import { checkVersion, type FaultDetail, missing, throwProblems } from '#kit/fault.ts';
import { isUuid, newId } from '#kit/id.ts';

/** What new equipment is made of; one piece unless told otherwise. */
export interface NewEquipment extends EquipmentChanges {
  locationId: string;
  name: string;
}

/** Makes equipment. Throws `invalid_field` naming what is wrong, also an unknown location. Source: G-040. */
export async function createEquipment(scope: Scope, input: NewEquipment): Promise<EquipmentItem> {
  const createdAt = scope.clock.now();
  const problems: FaultDetail[] = [];
  const blank: EquipmentItem = {
    id: newId(createdAt),
    organizationId: scope.organization.id,
    locationId: checkedLocationId(input.locationId, problems),
    name: '',
    quantity: 1,
    status: 'active',
    externalId: undefined,
    version: 1,
    createdAt,
    updatedAt: createdAt,
  };
  const item = withEquipmentChanges(blank, input, problems);
  throwProblems(problems);
  try {
    await scope.writeOne((tx) => insertEquipment(tx, item));
  } catch (error) {
    throw isReferenced(error) ? noLocation() : error;
  }
  return item;
}

/** Which equipment, and which page of them. */
export interface EquipmentQuery extends RecordQuery {
  status?: PlaceStatus | undefined;
  locationId?: string | undefined;
}

/** One page of equipment, newest first. Throws `invalid_cursor`, `invalid_field`. Source: G-040. */
export async function listEquipment(scope: Scope, query: EquipmentQuery): Promise<Page<EquipmentItem>> {
  if (query.locationId !== undefined && !isUuid(query.locationId)) throw noLocation();
  const selection = selectionOf(query);
  return pageOf(await scope.read((tx) => selectEquipment(tx, selection)), query.limit);
}

/** The equipment with this record id, archived ones too. Throws `not_found`. Source: G-040. */
export async function getEquipment(scope: Scope, id: string): Promise<EquipmentItem> {
  const item = isUuid(id) ? await scope.read((tx) => findEquipment(tx, id)) : undefined;
  if (!item) throw missing('The equipment');
  return item;
}

/** Changes that come with the version of the record they were made from, so that nobody's are overwritten unseen. */
export interface EquipmentUpdate extends EquipmentChanges {
  /** Refuse unless the record still has this version. */
  version?: number | undefined;
}

/**
 * Changes equipment. Bookings that use it stay, also when there are too few pieces for them then. Throws `not_found`,
 * `version_conflict` and `invalid_field`. Source: G-040, G-044.
 */
export async function updateEquipment(
  scope: Scope,
  id: string,
  update: EquipmentUpdate,
): Promise<EquipmentItem> {
  if (!isUuid(id)) throw missing('The equipment');
  return scope.write(async (tx) => {
    const before = await lockEquipment(tx, id);
    if (!before) throw missing('The equipment');
    checkVersion('The equipment', before, update.version);
    const problems: FaultDetail[] = [];
    const after = withEquipmentChanges(before, update, problems);
    throwProblems(problems);
    const changed = changedRecord(scope, before, after);
    if (changed) await updateEquipmentRow(tx, changed);
    return changed ?? before;
  });
}

/** Removes equipment, or archives it when anything refers to it. Throws `not_found`. Source: G-043. */
export function deleteEquipment(scope: Scope, id: string): Promise<Departure> {
  return removeOrRetire(scope, 'The equipment', id, {
    remove: (tx) => deleteEquipmentRow(tx, id),
    retire: (tx) => archiveEquipmentRow(tx, id, scope.clock.now()),
  });
}
