// Operations on the equipment at the organization's locations.
import {
  type EquipmentChanges,
  type EquipmentItem,
  withEquipmentChanges,
} from '#core/equipment/equipment-item.ts';
import {
  deleteEquipmentRow,
  findEquipment,
  insertEquipment,
  lockEquipment,
  selectEquipment,
  updateEquipmentRow,
} from '#core/equipment/equipment-queries.ts';
import {
  changeRecord,
  createRecord,
  type Departure,
  getRecord,
  listRecords,
  type RecordKind,
  type RecordQuery,
  removeRecord,
} from '#core/places/kept-records.ts';
import { checkedLocationId, noLocation, type PlaceStatus } from '#core/places/location.ts';
import type { Scope } from '#core/scope.ts';
import { isReferenced } from '#db/tx.ts';
import type { Page } from '#kit/cursor.ts';
import { type FaultDetail, throwProblems } from '#kit/fault.ts';
import { newId } from '#kit/id.ts';

const kind: RecordKind<EquipmentItem> = {
  what: 'The equipment',
  event: 'equipment',
  find: findEquipment,
  lock: lockEquipment,
  select: selectEquipment,
  insert: insertEquipment,
  update: updateEquipmentRow,
  remove: deleteEquipmentRow,
  retire: (item) => ({ ...item, status: 'archived' }),
};

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
    return await createRecord(scope, kind, item);
  } catch (error) {
    throw isReferenced(error) ? noLocation() : error;
  }
}

/** Which equipment, and which page of them. */
export interface EquipmentQuery extends RecordQuery {
  status?: PlaceStatus | undefined;
  locationId?: string | undefined;
}

/** One page of equipment, newest first. Throws `invalid_cursor`. Source: G-040. */
export async function listEquipment(scope: Scope, query: EquipmentQuery): Promise<Page<EquipmentItem>> {
  return listRecords(scope, kind, query);
}

/** The equipment with this record id, archived ones too. Throws `not_found`. Source: G-040. */
export function getEquipment(scope: Scope, id: string): Promise<EquipmentItem> {
  return getRecord(scope, kind, id);
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
export function updateEquipment(
  scope: Scope,
  id: string,
  { version, ...changes }: EquipmentUpdate,
): Promise<EquipmentItem> {
  return changeRecord(scope, kind, id, {
    version,
    apply: (item, problems) => withEquipmentChanges(item, changes, problems),
  });
}

/** Removes equipment, or archives it when anything refers to it. Throws `not_found`. Source: G-043. */
export function deleteEquipment(scope: Scope, id: string, version?: number): Promise<Departure> {
  return removeRecord(scope, kind, id, version);
}
