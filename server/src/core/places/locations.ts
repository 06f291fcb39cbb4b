// Operations on the organization's locations.
import {
  changeRecord,
  createRecord,
  type Departure,
  getRecord,
  listOptionsOf,
  listRecords,
  type RecordKind,
  type RecordQuery,
  removeRecord,
} from '#core/places/kept-records.ts';
import {
  type Location,
  type LocationChanges,
  type PlaceStatus,
  withLocationChanges,
} from '#core/places/location.ts';
import {
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
import type { Page } from '#kit/cursor.ts';
import { type FaultDetail, throwProblems } from '#kit/fault.ts';
import { newId } from '#kit/id.ts';

const kind: RecordKind<Location> = {
  what: 'The location',
  event: 'location',
  find: findLocation,
  lock: lockLocation,
  select: selectLocations,
  insert: insertLocation,
  update: updateLocationRow,
  remove: deleteLocationRow,
  retire: (location) => ({ ...location, status: 'archived' }),
};

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
  return createRecord(scope, kind, location);
}

/** One page of locations, newest first. Throws `invalid_cursor`. Source: G-040. */
export function listLocations(
  scope: Scope,
  query: RecordQuery & { status?: PlaceStatus | undefined },
): Promise<Page<Location>> {
  return listRecords(scope, kind, query);
}

/** The location with this record id, archived ones too. Throws `not_found`. Source: G-040. */
export function getLocation(scope: Scope, id: string): Promise<Location> {
  return getRecord(scope, kind, id);
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
export function updateLocation(
  scope: Scope,
  id: string,
  { version, ...changes }: LocationUpdate,
): Promise<Location> {
  return changeRecord(scope, kind, id, {
    version,
    apply: (location, problems) =>
      withLocationChanges(location, changes, scope.organization.countryCode, problems),
  });
}

/** Removes a location, or archives it when anything refers to it. Throws `not_found`. Source: G-043. */
export function deleteLocation(scope: Scope, id: string, version?: number): Promise<Departure> {
  return removeRecord(scope, kind, id, version);
}

/** Locations in use to choose from, newest first. */
export function listLocationOptions(
  scope: Scope,
  query: { limit: number; search?: string | undefined },
): Promise<{ id: string; name: string }[]> {
  return listOptionsOf(scope, kind, query);
}

/** When a location is open. Throws `not_found`. Source: G-045. */
export function getLocationSchedule(scope: Scope, id: string): Promise<KeptSchedule> {
  return readSchedule(scope, kind, id);
}

/**
 * Replaces a location's opening hours; the location counts it as a change. Throws `not_found`, `version_conflict`, and
 * `invalid_field` for times that are none or overlap. Source: G-045.
 */
export function replaceLocationSchedule(
  scope: Scope,
  id: string,
  schedule: Schedule & { version?: number | undefined },
): Promise<KeptSchedule> {
  return keepSchedule(scope, kind, { type: 'location', id }, schedule);
}
