// All SQL of staff.
import { narrowed, type RecordSelection } from '#core/places/record-list-queries.ts';
import type { StaffMember } from '#core/staff/staff-member.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

type Optional = 'firstName' | 'lastName' | 'email' | 'phone' | 'title' | 'externalId';

type StaffRow = Omit<StaffMember, Optional> & Record<Optional, string | null>;

/** The staff member with this record id. */
export async function findStaffMember(tx: Tx, id: string): Promise<StaffMember | undefined> {
  const rows = await tx<StaffRow[]>`${staffFrom(tx)} and r.id = ${id}`;
  return rows[0] && toStaffMember(rows[0]);
}

/** The staff member with this record id, locked until the transaction ends. */
export async function lockStaffMember(tx: Tx, id: string): Promise<StaffMember | undefined> {
  const rows = await tx<StaffRow[]>`${staffFrom(tx)} and r.id = ${id} for no key update`;
  return rows[0] && toStaffMember(rows[0]);
}

/** Those of these staff members that there are, whatever their status, by name. */
export async function findStaffMembers(tx: Tx, ids: string[]): Promise<StaffMember[]> {
  const rows = await tx<StaffRow[]>`${staffFrom(tx)} and r.id = any(${ids}::uuid[]) order by r.name, r.id`;
  return rows.map(toStaffMember);
}

/** Staff of a selection, newest first. */
export async function selectStaff(tx: Tx, selection: RecordSelection): Promise<StaffMember[]> {
  const rows = await tx<StaffRow[]>`${staffFrom(tx)} ${narrowed(tx, selection)}`;
  return rows.map(toStaffMember);
}

/** Stores a new staff member. */
export async function insertStaffMember(tx: Tx, m: StaffMember): Promise<void> {
  await tx`
    insert into staff (organization_id, id, first_name, last_name, name, email, phone, title, status, external_id,
      version, created_at, updated_at)
    values (${tx.organizationId}, ${m.id}, ${m.firstName}, ${m.lastName}, ${m.name}, ${m.email}, ${m.phone},
      ${m.title}, ${m.status}, ${m.externalId}, ${m.version}, ${m.createdAt}, ${m.updatedAt})
  `;
}

/** Stores a changed staff member. */
export async function updateStaffRow(tx: Tx, m: StaffMember): Promise<void> {
  await tx`
    update staff set first_name = ${m.firstName}, last_name = ${m.lastName}, name = ${m.name}, email = ${m.email},
      phone = ${m.phone}, title = ${m.title}, status = ${m.status}, external_id = ${m.externalId},
      version = ${m.version}, updated_at = ${m.updatedAt}
    where organization_id = ${tx.organizationId} and id = ${m.id}
  `;
}

/** Removes a staff member. Fails when something refers to them. */
export async function deleteStaffRow(tx: Tx, id: string): Promise<void> {
  await tx`delete from staff where organization_id = ${tx.organizationId} and id = ${id}`;
}

function staffFrom(tx: Tx): SqlFragment {
  return tx`
    select r.organization_id, r.id, r.first_name, r.last_name, r.name, r.email, r.phone, r.title, r.status,
      r.external_id, r.version, r.created_at, r.updated_at
    from staff r where r.organization_id = ${tx.organizationId}
  `;
}

function toStaffMember(row: StaffRow): StaffMember {
  return {
    ...row,
    firstName: row.firstName ?? undefined,
    lastName: row.lastName ?? undefined,
    email: row.email ?? undefined,
    phone: row.phone ?? undefined,
    title: row.title ?? undefined,
    externalId: row.externalId ?? undefined,
  };
}
