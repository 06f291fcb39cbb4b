// Operations on the sublocations of the organization's locations: rooms, desks, courts.
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
import { checkedLocationId, noLocation, type PlaceStatus } from '#core/places/location.ts';
import type { Schedule } from '#core/places/schedule.ts';
import { type KeptSchedule, keepSchedule, readSchedule } from '#core/places/schedules.ts';
import {
  type Sublocation,
  type SublocationChanges,
  withSublocationChanges,
} from '#core/places/sublocation.ts';
import {
  deleteSublocationRow,
  findSublocation,
  insertSublocation,
  lockSublocation,
  selectSublocations,
  updateSublocationRow,
} from '#core/places/sublocation-queries.ts';
import type { Scope } from '#core/scope.ts';
import { isReferenced } from '#db/tx.ts';
import type { Page } from '#kit/cursor.ts';
import { type FaultDetail, throwProblems } from '#kit/fault.ts';
import { newId } from '#kit/id.ts';

const kind: RecordKind<Sublocation> = {
  what: 'The sublocation',
  event: 'sublocation',
  find: findSublocation,
  lock: lockSublocation,
  select: selectSublocations,
  insert: insertSublocation,
  update: updateSublocationRow,
  remove: deleteSublocationRow,
  retire: (sublocation) => ({ ...sublocation, status: 'archived' }),
};

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
    return await createRecord(scope, kind, sublocation);
  } catch (error) {
    throw isReferenced(error) ? noLocation() : error;
  }
}

/** Which sublocations, and which page of them. */
export interface SublocationQuery extends RecordQuery {
  status?: PlaceStatus | undefined;
  locationId?: string | undefined;
  kind?: string | undefined;
}

/** One page of sublocations, newest first. Throws `invalid_cursor`. Source: G-040. */
export async function listSublocations(scope: Scope, query: SublocationQuery): Promise<Page<Sublocation>> {
  return listRecords(scope, kind, query);
}

/** The sublocation with this record id, archived ones too. Throws `not_found`. Source: G-040. */
export function getSublocation(scope: Scope, id: string): Promise<Sublocation> {
  return getRecord(scope, kind, id);
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
export function updateSublocation(
  scope: Scope,
  id: string,
  { version, ...changes }: SublocationUpdate,
): Promise<Sublocation> {
  return changeRecord(scope, kind, id, {
    version,
    apply: (sublocation, problems) => withSublocationChanges(sublocation, changes, problems),
  });
}

/** Removes a sublocation, or archives it when anything refers to it. Throws `not_found`. Source: G-043. */
export function deleteSublocation(scope: Scope, id: string, version?: number): Promise<Departure> {
  return removeRecord(scope, kind, id, version);
}

/** Sublocations in use to choose from, newest first. */
export function listSublocationOptions(
  scope: Scope,
  query: { limit: number; search?: string | undefined },
): Promise<{ id: string; name: string }[]> {
  return listOptionsOf(scope, kind, query);
}

/** When a sublocation can be booked, besides its location's hours. Throws `not_found`. Source: G-045. */
export function getSublocationSchedule(scope: Scope, id: string): Promise<KeptSchedule> {
  return readSchedule(scope, kind, id);
}

/** Replaces a sublocation's hours; throws what `replaceLocationSchedule` throws. Source: G-045. */
export function replaceSublocationSchedule(
  scope: Scope,
  id: string,
  schedule: Schedule & { version?: number | undefined },
): Promise<KeptSchedule> {
  return keepSchedule(scope, kind, { type: 'sublocation', id }, schedule);
}
