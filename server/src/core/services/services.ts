// Operations on what can be booked.
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
import type { Schedule } from '#core/places/schedule.ts';
import { type KeptSchedule, keepSchedule, readSchedule } from '#core/places/schedules.ts';
import type { Scope } from '#core/scope.ts';
import { blankService, type Service, type ServiceStatus } from '#core/services/service.ts';
import { type ServiceChanges, withServiceChanges } from '#core/services/service-changes.ts';
import {
  deleteServiceRow,
  findService,
  insertService,
  keepLinked,
  lockService,
  selectServices,
  updateServiceRow,
} from '#core/services/service-queries.ts';
import type { Tx } from '#db/tx.ts';
import type { Page } from '#kit/cursor.ts';
import { type FaultDetail, throwProblems } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';

const kind: RecordKind<Service> = {
  what: 'The service',
  event: 'service',
  find: findService,
  lock: lockService,
  select: selectServices,
  insert: insertService,
  update: (tx, service, before) => updateServiceRow(tx, service, linksOf(before) !== linksOf(service)),
  remove: deleteServiceRow,
  retire: (service) => ({ ...service, status: 'archived' }),
};

/** What a new service is made of; what is left out gets a default (G-042). */
export interface NewService extends ServiceChanges {
  name: string;
  durationMinutes: number;
}

/**
 * Makes a service, in the organization's currency unless another is named. Throws `invalid_field` naming what is wrong,
 * also what does not exist. Source: G-042.
 */
export async function createService(scope: Scope, input: NewService): Promise<Service> {
  const problems: FaultDetail[] = [];
  const blank = blankService(scope.organization, scope.clock.now());
  // Bookings follow each other without a gap, unless told otherwise.
  const { intervalMinutes = Math.min(input.durationMinutes, 1_440) } = input;
  const service = withServiceChanges(blank, { ...input, intervalMinutes }, problems);
  throwProblems(problems);
  return createRecord(scope, kind, service, withKnownLinks);
}

/** Which services, and which page of them. */
export interface ServiceQuery extends RecordQuery {
  status?: ServiceStatus | undefined;
  categoryId?: string | undefined;
}

/** One page of services, newest first. Throws `invalid_cursor`. Source: G-042. */
export async function listServices(scope: Scope, query: ServiceQuery): Promise<Page<Service>> {
  return listRecords(scope, kind, query);
}

/** The service with this record id, archived ones too. Throws `not_found`. Source: G-042. */
export function getService(scope: Scope, id: string): Promise<Service> {
  return getRecord(scope, kind, id);
}

/** Changes that come with the version of the record they were made from, so that nobody's are overwritten unseen. */
export interface ServiceUpdate extends ServiceChanges {
  /** Refuse unless the record still has this version. */
  version?: number | undefined;
}

/**
 * Changes a service. Bookings that are there keep what they were made with. Throws `not_found`, `version_conflict` and
 * `invalid_field`. Source: G-042, G-044.
 */
export function updateService(
  scope: Scope,
  id: string,
  { version, ...changes }: ServiceUpdate,
): Promise<Service> {
  return changeRecord(scope, kind, id, {
    version,
    apply: (service, problems) => withServiceChanges(service, changes, problems),
    complete: withKnownLinks,
  });
}

/** Removes a service, or archives it when anything refers to it. Throws `not_found`. Source: G-043. */
export function deleteService(scope: Scope, id: string, version?: number): Promise<Departure> {
  return removeRecord(scope, kind, id, version);
}

/** Services in use to choose from, newest first. */
export function listServiceOptions(
  scope: Scope,
  query: { limit: number; search?: string | undefined },
): Promise<{ id: string; name: string }[]> {
  return listOptionsOf(scope, kind, query);
}

/** When a service is on offer, within the hours of where it takes place. Throws `not_found`. Source: G-045. */
export function getServiceSchedule(scope: Scope, id: string): Promise<KeptSchedule> {
  return readSchedule(scope, kind, id);
}

/** Replaces a service's hours; throws what `replaceLocationSchedule` throws. Source: G-045. */
export function replaceServiceSchedule(
  scope: Scope,
  id: string,
  schedule: Schedule & { version?: number | undefined },
): Promise<KeptSchedule> {
  return keepSchedule(scope, kind, { type: 'service', id }, schedule);
}

/** The service with the name of its category. Throws `invalid_field` naming each link that leads nowhere. */
async function withKnownLinks(tx: Tx, service: Service): Promise<Service> {
  const { categoryId, locationId, sublocationIds, staffIds, equipment } = service;
  const equipmentIds = equipment.map(({ equipmentId }) => equipmentId);
  const { known, categoryName } = await keepLinked(tx, {
    categoryId,
    locationId,
    sublocationIds,
    staffIds,
    equipmentIds,
  });
  const unknown = (path: string, id: string | undefined, what: string) =>
    id === undefined || known.has(id) ? [] : [problem(path, `names no ${what}: ${id}.`)];
  throwProblems([
    ...unknown('categoryId', categoryId, 'category'),
    ...unknown('locationId', locationId, 'location'),
    ...sublocationIds.flatMap((id) => unknown('sublocationIds', id, 'sublocation')),
    ...staffIds.flatMap((id) => unknown('staffIds', id, 'staff member')),
    ...equipmentIds.flatMap((id) => unknown('equipment', id, 'equipment')),
  ]);
  return { ...service, categoryName };
}

function linksOf({ sublocationIds, staffIds, equipment }: Service): string {
  return JSON.stringify([sublocationIds, staffIds, equipment]);
}
