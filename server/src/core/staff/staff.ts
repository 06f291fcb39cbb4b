// Operations on the people who work for an organization.
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
import {
  type StaffChanges,
  type StaffMember,
  type StaffStatus,
  withStaffChanges,
} from '#core/staff/staff-member.ts';
import {
  deactivateStaffRow,
  deleteStaffRow,
  findStaffMember,
  insertStaffMember,
  lockStaffMember,
  selectStaff,
  updateStaffRow,
} from '#core/staff/staff-queries.ts';
import { type Page, pageOf } from '#kit/cursor.ts';
import { checkVersion, type FaultDetail, missing, throwProblems } from '#kit/fault.ts';
import { isUuid, newId } from '#kit/id.ts';

/** Makes a staff member. Throws `invalid_field` naming what is wrong, `missing_field` without any name. Source: G-040. */
export async function createStaffMember(scope: Scope, input: StaffChanges): Promise<StaffMember> {
  const createdAt = scope.clock.now();
  const problems: FaultDetail[] = [];
  const blank: StaffMember = {
    id: newId(createdAt),
    organizationId: scope.organization.id,
    firstName: undefined,
    lastName: undefined,
    name: '',
    email: undefined,
    phone: undefined,
    title: undefined,
    status: 'active',
    externalId: undefined,
    version: 1,
    createdAt,
    updatedAt: createdAt,
  };
  const member = withStaffChanges(blank, input, scope.organization.countryCode, problems);
  throwProblems(problems);
  await scope.writeOne((tx) => insertStaffMember(tx, member));
  return member;
}

/** One page of staff, newest first. Throws `invalid_cursor`. Source: G-040. */
export async function listStaff(
  scope: Scope,
  query: RecordQuery & { status?: StaffStatus | undefined },
): Promise<Page<StaffMember>> {
  const selection = selectionOf(query);
  return pageOf(await scope.read((tx) => selectStaff(tx, selection)), query.limit);
}

/** The staff member with this record id, inactive ones too. Throws `not_found`. Source: G-040. */
export async function getStaffMember(scope: Scope, id: string): Promise<StaffMember> {
  const member = isUuid(id) ? await scope.read((tx) => findStaffMember(tx, id)) : undefined;
  if (!member) throw missing('The staff member');
  return member;
}

/** Changes that come with the version of the record they were made from, so that nobody's are overwritten unseen. */
export interface StaffUpdate extends StaffChanges {
  /** Refuse unless the record still has this version. */
  version?: number | undefined;
}

/** Changes a staff member. Throws `not_found`, `version_conflict` and `invalid_field`. Source: G-040. */
export async function updateStaffMember(scope: Scope, id: string, update: StaffUpdate): Promise<StaffMember> {
  if (!isUuid(id)) throw missing('The staff member');
  return scope.write(async (tx) => {
    const before = await lockStaffMember(tx, id);
    if (!before) throw missing('The staff member');
    checkVersion('The staff member', before, update.version);
    const problems: FaultDetail[] = [];
    const after = withStaffChanges(before, update, scope.organization.countryCode, problems);
    throwProblems(problems);
    const changed = changedRecord(scope, before, after);
    if (changed) await updateStaffRow(tx, changed);
    return changed ?? before;
  });
}

/** Removes a staff member, or makes them inactive when anything refers to them. Throws `not_found`. Source: G-043. */
export function deleteStaffMember(scope: Scope, id: string): Promise<Departure> {
  return removeOrRetire(scope, 'The staff member', id, {
    remove: (tx) => deleteStaffRow(tx, id),
    retire: (tx) => deactivateStaffRow(tx, id, scope.clock.now()),
  });
}

/** When somebody is on duty. Throws `not_found`. Source: G-045. */
export async function getStaffMemberSchedule(scope: Scope, id: string): Promise<KeptSchedule> {
  return readSchedule(scope, 'The staff member', id, findStaffMember);
}

/** Replaces somebody's hours on duty; throws what `replaceLocationSchedule` throws. Source: G-045. */
export async function replaceStaffMemberSchedule(
  scope: Scope,
  id: string,
  schedule: Schedule & { version?: number | undefined },
): Promise<KeptSchedule> {
  return keepSchedule(scope, 'The staff member', { type: 'staff', id }, schedule, {
    lock: lockStaffMember,
    update: updateStaffRow,
  });
}
