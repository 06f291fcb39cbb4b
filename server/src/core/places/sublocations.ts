// Operations on the sublocations of the organization's locations: rooms, desks, courts.
import {
  changedRecord,
  type Departure,
  type RecordQuery,
  removeOrRetire,
  selectionOf,
} from '#core/places/kept-records.ts';
import { checkedLocationId, noLocation, type PlaceStatus } from '#core/places/location.ts';
import type { Schedule } from '#core/places/schedule.ts';
import { type KeptSchedule, keepSchedule, readSchedule } from '#core/places/schedules.ts';
import {
  type Sublocation,
  type SublocationChanges,
  withSublocationChanges,
} from '#core/places/sublocation.ts';
import {
  archiveSublocationRow,
  deleteSublocationRow,
  findSublocation,
  insertSublocation,
  lockSublocation,
  selectSublocations,
  updateSublocationRow,
} from '#core/places/sublocation-queries.ts';
import type { Scope } from '#core/scope.ts';
import { isReferenced } from '#db/tx.ts';
import { type Page, pageOf } from '#kit/cursor.ts';
import { checkVersion, type FaultDetail, missing, throwProblems } from '#kit/fault.ts';
import { isUuid, newId } from '#kit/id.ts';

/** What a new sublocation is made of; a room for one unless told otherwise. */
export interface NewSublocation extends SublocationChanges {
  locationId: string;
  name: string;
}

/** Makes a sublocation. Throws `invalid_field` naming what is wrong, also an unknown location. Source: G-040. */
export async function createSublocation(scope: Scope, input: NewSublocation): Promise<Sublocation> {
  const createdAt = scope.clock.now();
  const problems: FaultDetail[] = [];
  const blank: Sublocation = {
    id: newId(createdAt),
    organizationId: scope.organization.id,
    locationId: checkedLocationId(input.locationId, problems),
    name: '',
    kind: 'room',
    capacity: 1,
    status: 'active',
    externalId: undefined,
    version: 1,
    createdAt,
    updatedAt: createdAt,
  };
  const sublocation = withSublocationChanges(blank, input, problems);
  throwProblems(problems);
  try {
    await scope.writeOne((tx) => insertSublocation(tx, sublocation));
  } catch (error) {
    throw isReferenced(error) ? noLocation() : error;
  }
  return sublocation;
}

/** Which sublocations, and which page of them. */
export interface SublocationQuery extends RecordQuery {
  status?: PlaceStatus | undefined;
  locationId?: string | undefined;
  kind?: string | undefined;
}

/** One page of sublocations, newest first. Throws `invalid_cursor`, `invalid_field`. Source: G-040. */
export async function listSublocations(scope: Scope, query: SublocationQuery): Promise<Page<Sublocation>> {
  if (query.locationId !== undefined && !isUuid(query.locationId)) throw noLocation();
  const selection = selectionOf(query);
  return pageOf(await scope.read((tx) => selectSublocations(tx, selection)), query.limit);
}

/** The sublocation with this record id, archived ones too. Throws `not_found`. Source: G-040. */
export async function getSublocation(scope: Scope, id: string): Promise<Sublocation> {
  const sublocation = isUuid(id) ? await scope.read((tx) => findSublocation(tx, id)) : undefined;
  if (!sublocation) throw missing('The sublocation');
  return sublocation;
}

/** Changes that come with the version of the record they were made from, so that nobody's are overwritten unseen. */
export interface SublocationUpdate extends SublocationChanges {
  /** Refuse unless the record still has this version. */
  version?: number | undefined;
}

/**
 * Changes a sublocation. Bookings that are there stay, also when the capacity falls below theirs. Throws `not_found`,
 * `version_conflict` and `invalid_field`. Source: G-040, G-044.
 */
export async function updateSublocation(
  scope: Scope,
  id: string,
  update: SublocationUpdate,
): Promise<Sublocation> {
  if (!isUuid(id)) throw missing('The sublocation');
  return scope.write(async (tx) => {
    const before = await lockSublocation(tx, id);
    if (!before) throw missing('The sublocation');
    checkVersion('The sublocation', before, update.version);
    const problems: FaultDetail[] = [];
    const after = withSublocationChanges(before, update, problems);
    throwProblems(problems);
    const changed = changedRecord(scope, before, after);
    if (changed) await updateSublocationRow(tx, changed);
    return changed ?? before;
  });
}

/** Removes a sublocation, or archives it when anything refers to it. Throws `not_found`. Source: G-043. */
export function deleteSublocation(scope: Scope, id: string): Promise<Departure> {
  return removeOrRetire(scope, 'The sublocation', id, {
    remove: (tx) => deleteSublocationRow(tx, id),
    retire: (tx) => archiveSublocationRow(tx, id, scope.clock.now()),
  });
}

/** Sublocations in use to choose from, newest first. */
export async function listSublocationOptions(
  scope: Scope,
  query: { limit: number; search?: string | undefined },
): Promise<{ id: string; name: string }[]> {
  const { items } = await listSublocations(scope, { ...query, status: 'active' });
  return items.map(({ id, name }) => ({ id, name }));
}

/** When a sublocation can be booked, besides its location's hours. Throws `not_found`. Source: G-045. */
export async function getSublocationSchedule(scope: Scope, id: string): Promise<KeptSchedule> {
  return readSchedule(scope, 'The sublocation', id, findSublocation);
}

/** Replaces a sublocation's hours; throws what `replaceLocationSchedule` throws. Source: G-045. */
export async function replaceSublocationSchedule(
  scope: Scope,
  id: string,
  schedule: Schedule & { version?: number | undefined },
): Promise<KeptSchedule> {
  return keepSchedule(scope, 'The sublocation', { type: 'sublocation', id }, schedule, {
    lock: lockSublocation,
    update: updateSublocationRow,
  });
}
