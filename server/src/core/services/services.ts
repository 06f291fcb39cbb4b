// Operations on what can be booked.
import {
  changedRecord,
  type Departure,
  type RecordQuery,
  removeOrRetire,
  selectionOf,
} from '#core/places/kept-records.ts';
import type { Schedule } from '#core/places/schedule.ts';
import { type KeptSchedule, keepSchedule, readSchedule } from '#core/places/schedules.ts';
import type { Scope } from '#core/scope.ts';
import { blankService, type Service, type ServiceStatus } from '#core/services/service.ts';
import { type ServiceChanges, withServiceChanges } from '#core/services/service-changes.ts';
import {
  archiveServiceRow,
  deleteServiceRow,
  findService,
  insertService,
  keepLinked,
  lockService,
  selectServices,
  updateServiceRow,
} from '#core/services/service-queries.ts';
import type { Tx } from '#db/tx.ts';
import { type Page, pageOf } from '#kit/cursor.ts';
import { checkVersion, type FaultDetail, invalidField, missing, throwProblems } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';
import { isUuid } from '#kit/id.ts';

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
  return scope.write(async (tx) => {
    await checkLinks(tx, service);
    await insertService(tx, service);
    return (await findService(tx, service.id))!;
  });
}

/** Which services, and which page of them. */
export interface ServiceQuery extends RecordQuery {
  status?: ServiceStatus | undefined;
  categoryId?: string | undefined;
}

/** One page of services, newest first. Throws `invalid_cursor`, `invalid_field`. Source: G-042. */
export async function listServices(scope: Scope, query: ServiceQuery): Promise<Page<Service>> {
  if (query.categoryId !== undefined && !isUuid(query.categoryId)) {
    throw invalidField('categoryId', 'names no category; GET /service-categories lists them.');
  }
  const selection = selectionOf(query);
  return pageOf(await scope.read((tx) => selectServices(tx, selection)), query.limit);
}

/** The service with this record id, archived ones too. Throws `not_found`. Source: G-042. */
export async function getService(scope: Scope, id: string): Promise<Service> {
  const service = isUuid(id) ? await scope.read((tx) => findService(tx, id)) : undefined;
  if (!service) throw missing('The service');
  return service;
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
export async function updateService(scope: Scope, id: string, update: ServiceUpdate): Promise<Service> {
  if (!isUuid(id)) throw missing('The service');
  return scope.write(async (tx) => {
    const before = await lockService(tx, id);
    if (!before) throw missing('The service');
    checkVersion('The service', before, update.version);
    const problems: FaultDetail[] = [];
    const after = withServiceChanges(before, update, problems);
    throwProblems(problems);
    const changed = changedRecord(scope, before, after);
    if (!changed) return before;
    await checkLinks(tx, changed);
    await updateServiceRow(tx, changed, linksOf(before) !== linksOf(changed));
    return (await findService(tx, id))!;
  });
}

/** Removes a service, or archives it when anything refers to it. Throws `not_found`. Source: G-043. */
export function deleteService(scope: Scope, id: string): Promise<Departure> {
  return removeOrRetire(scope, 'The service', id, {
    remove: (tx) => deleteServiceRow(tx, id),
    retire: (tx) => archiveServiceRow(tx, id, scope.clock.now()),
  });
}

/** Services in use to choose from, newest first. */
export async function listServiceOptions(
  scope: Scope,
  query: { limit: number; search?: string | undefined },
): Promise<{ id: string; name: string }[]> {
  const { items } = await listServices(scope, { ...query, status: 'active' });
  return items.map(({ id, name }) => ({ id, name }));
}

/** When a service is on offer, within the hours of where it takes place. Throws `not_found`. Source: G-045. */
export async function getServiceSchedule(scope: Scope, id: string): Promise<KeptSchedule> {
  return readSchedule(scope, 'The service', id, findService);
}

/** Replaces a service's hours; throws what `replaceLocationSchedule` throws. Source: G-045. */
export async function replaceServiceSchedule(
  scope: Scope,
  id: string,
  schedule: Schedule & { version?: number | undefined },
): Promise<KeptSchedule> {
  return keepSchedule(scope, 'The service', { type: 'service', id }, schedule, {
    lock: lockService,
    update: (tx, service) => updateServiceRow(tx, service, false),
  });
}

/** Throws `invalid_field` naming each place, person and thing of the service that does not exist. */
async function checkLinks(tx: Tx, service: Service): Promise<void> {
  const { categoryId, locationId, sublocationIds, staffIds, equipment } = service;
  const equipmentIds = equipment.map(({ equipmentId }) => equipmentId);
  const known = await keepLinked(tx, { categoryId, locationId, sublocationIds, staffIds, equipmentIds });
  const unknown = (path: string, id: string | undefined, what: string) =>
    id === undefined || known.has(id) ? [] : [problem(path, `names no ${what}: ${id}.`)];
  throwProblems([
    ...unknown('categoryId', categoryId, 'category'),
    ...unknown('locationId', locationId, 'location'),
    ...sublocationIds.flatMap((id) => unknown('sublocationIds', id, 'sublocation')),
    ...staffIds.flatMap((id) => unknown('staffIds', id, 'staff member')),
    ...equipmentIds.flatMap((id) => unknown('equipment', id, 'equipment')),
  ]);
}

function linksOf({ sublocationIds, staffIds, equipment }: Service): string {
  return JSON.stringify([sublocationIds, staffIds, equipment]);
}
