// Operations on the people who work for an organization.
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
  deleteStaffRow,
  findStaffMember,
  insertStaffMember,
  lockStaffMember,
  selectStaff,
  updateStaffRow,
} from '#core/staff/staff-queries.ts';
import type { Page } from '#kit/cursor.ts';
import { type FaultDetail, throwProblems } from '#kit/fault.ts';
import { newId } from '#kit/id.ts';

const kind: RecordKind<StaffMember> = {
  what: 'The staff member',
  event: 'staff',
  find: findStaffMember,
  lock: lockStaffMember,
  select: selectStaff,
  insert: insertStaffMember,
  update: updateStaffRow,
  remove: deleteStaffRow,
  retire: (member) => ({ ...member, status: 'inactive' }),
};

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
  return createRecord(scope, kind, member);
}

/** One page of staff, newest first. Throws `invalid_cursor`. Source: G-040. */
export function listStaff(
  scope: Scope,
  query: RecordQuery & { status?: StaffStatus | undefined },
): Promise<Page<StaffMember>> {
  return listRecords(scope, kind, query);
}

/** The staff member with this record id, inactive ones too. Throws `not_found`. Source: G-040. */
export function getStaffMember(scope: Scope, id: string): Promise<StaffMember> {
  return getRecord(scope, kind, id);
}

/** Changes that come with the version of the record they were made from, so that nobody's are overwritten unseen. */
export interface StaffUpdate extends StaffChanges {
  /** Refuse unless the record still has this version. */
  version?: number | undefined;
}

/** Changes a staff member. Throws `not_found`, `version_conflict` and `invalid_field`. Source: G-040. */
export function updateStaffMember(
  scope: Scope,
  id: string,
  { version, ...changes }: StaffUpdate,
): Promise<StaffMember> {
  return changeRecord(scope, kind, id, {
    version,
    apply: (member, problems) => withStaffChanges(member, changes, scope.organization.countryCode, problems),
  });
}

/** Removes a staff member, or makes them inactive when anything refers to them. Throws `not_found`. Source: G-043. */
export function deleteStaffMember(scope: Scope, id: string, version?: number): Promise<Departure> {
  return removeRecord(scope, kind, id, version);
}

/** When somebody is on duty. Throws `not_found`. Source: G-045. */
export function getStaffMemberSchedule(scope: Scope, id: string): Promise<KeptSchedule> {
  return readSchedule(scope, kind, id);
}

/** Replaces somebody's hours on duty; throws what `replaceLocationSchedule` throws. Source: G-045. */
export function replaceStaffMemberSchedule(
  scope: Scope,
  id: string,
  schedule: Schedule & { version?: number | undefined },
): Promise<KeptSchedule> {
  return keepSchedule(scope, kind, { type: 'staff', id }, schedule);
}
