// Operations on the organization's locations.
import {
  changedRecord,
  type Departure,
  type RecordQuery,
  removeOrRetire,
  selectionOf,
} from '#core/places/kept-records.ts';
import {
  type Location,
  type LocationChanges,
  type PlaceStatus,
  withLocationChanges,
} from '#core/places/location.ts';
import {
  archiveLocationRow,
  deleteLocationRow,
  findLocation,
  insertLocation,
  lockLocation,
  selectLocations,
  updateLocationRow,
} from '#core/places/location-queries.ts';
import type { Schedule } from '#core/places/schedule.ts';
import { type KeptSchedule, keepSchedule, readSchedule } from '#core/places/schedules.ts';
import type { Scope } from '#core/scope.ts';
import { type Page, pageOf } from '#kit/cursor.ts';
import { checkVersion, type FaultDetail, missing, throwProblems } from '#kit/fault.ts';
import { isUuid, newId } from '#kit/id.ts';

/**
 * Makes a location, in the organization's time zone unless another is named. Throws `invalid_field` naming what is
 * wrong. Source: G-040.
 */
export async function createLocation(
  scope: Scope,
  input: LocationChanges & { name: string },
): Promise<Location> {
  const { id: organizationId, timeZone, countryCode } = scope.organization;
  const createdAt = scope.clock.now();
  const problems: FaultDetail[] = [];
  const blank: Location = {
    id: newId(createdAt),
    organizationId,
    name: '',
    timeZone,
    address: {},
    phone: undefined,
    email: undefined,
    status: 'active',
    externalId: undefined,
    version: 1,
    createdAt,
    updatedAt: createdAt,
  };
  const location = withLocationChanges(blank, input, countryCode, problems);
  throwProblems(problems);
  await scope.writeOne((tx) => insertLocation(tx, location));
  return location;
}

/** One page of locations, newest first. Throws `invalid_cursor`. Source: G-040. */
export async function listLocations(
  scope: Scope,
  query: RecordQuery & { status?: PlaceStatus | undefined },
): Promise<Page<Location>> {
  const selection = selectionOf(query);
  return pageOf(await scope.read((tx) => selectLocations(tx, selection)), query.limit);
}

/** The location with this record id, archived ones too. Throws `not_found`. Source: G-040. */
export async function getLocation(scope: Scope, id: string): Promise<Location> {
  const location = isUuid(id) ? await scope.read((tx) => findLocation(tx, id)) : undefined;
  if (!location) throw missing('The location');
  return location;
}

/** Changes that come with the version of the record they were made from, so that nobody's are overwritten unseen. */
export interface LocationUpdate extends LocationChanges {
  /** Refuse unless the record still has this version. */
  version?: number | undefined;
}

/**
 * Changes a location. Bookings keep the moments they have, also when the time zone changes. Throws `not_found`,
 * `version_conflict` and `invalid_field`. Source: G-040.
 */
export async function updateLocation(scope: Scope, id: string, update: LocationUpdate): Promise<Location> {
  if (!isUuid(id)) throw missing('The location');
  return scope.write(async (tx) => {
    const before = await lockLocation(tx, id);
    if (!before) throw missing('The location');
    checkVersion('The location', before, update.version);
    const problems: FaultDetail[] = [];
    const after = withLocationChanges(before, update, scope.organization.countryCode, problems);
    throwProblems(problems);
    const changed = changedRecord(scope, before, after);
    if (changed) await updateLocationRow(tx, changed);
    return changed ?? before;
  });
}

/** Removes a location, or archives it when anything refers to it. Throws `not_found`. Source: G-043. */
export function deleteLocation(scope: Scope, id: string): Promise<Departure> {
  return removeOrRetire(scope, 'The location', id, {
    remove: (tx) => deleteLocationRow(tx, id),
    retire: (tx) => archiveLocationRow(tx, id, scope.clock.now()),
  });
}

/** Locations in use to choose from, newest first. */
export async function listLocationOptions(
  scope: Scope,
  query: { limit: number; search?: string | undefined },
): Promise<{ id: string; name: string }[]> {
  const { items } = await listLocations(scope, { ...query, status: 'active' });
  return items.map(({ id, name }) => ({ id, name }));
}

/** When a location is open. Throws `not_found`. Source: G-045. */
export async function getLocationSchedule(scope: Scope, id: string): Promise<KeptSchedule> {
  return readSchedule(scope, 'The location', id, findLocation);
}

/**
 * Replaces a location's opening hours; the location counts it as a change. Throws `not_found`, `version_conflict`, and
 * `invalid_field` for times that are none or overlap. Source: G-045.
 */
export async function replaceLocationSchedule(
  scope: Scope,
  id: string,
  schedule: Schedule & { version?: number | undefined },
): Promise<KeptSchedule> {
  return keepSchedule(scope, 'The location', { type: 'location', id }, schedule, {
    lock: lockLocation,
    update: updateLocationRow,
  });
}
