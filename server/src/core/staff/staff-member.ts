// The staff record and what may be said about somebody who works for an organization.
import { checkedEmail, checkedPhone } from '#core/contacts/contact-fields.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { checkedOptionalLine, checkedOptionalText, problem } from '#kit/field-checks.ts';

/** Whether somebody can be booked. Source: G-040. */
export const staffStatuses = ['active', 'inactive'] as const;
/** One of `staffStatuses`. */
export type StaffStatus = (typeof staffStatuses)[number];

/** The most characters of a first name, a last name and a title each (G-041). */
export const staffNameLengthMax = 100;
/** The most characters of an id in a system of the caller's (G-041). */
export const staffExternalIdLengthMax = 128;

/** Somebody who works for an organization. */
export interface StaffMember {
  /** Record id, UUID version 7. */
  id: string;
  organizationId: string;
  /** One of the two names is always there. */
  firstName: string | undefined;
  lastName: string | undefined;
  /** First and last name: what people see. */
  name: string;
  /** In normal form. */
  email: string | undefined;
  /** E.164. */
  phone: string | undefined;
  /** What they are to customers: coach, physiotherapist, … */
  title: string | undefined;
  status: StaffStatus;
  /** Id in a system of the caller's. */
  externalId: string | undefined;
  /** Counts the changes, from 1. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** Fields to set; what is left out stays. An empty text clears. */
export interface StaffChanges {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  title?: string | undefined;
  status?: StaffStatus | undefined;
  externalId?: string | undefined;
}

/** The record with the changes applied. What is wrong is added to `problems`, and the result is then of no use. */
export function withStaffChanges(
  member: StaffMember,
  changes: StaffChanges,
  countryCode: string,
  problems: FaultDetail[],
): StaffMember {
  const next = { ...member };
  const { email, phone, status, externalId } = changes;
  for (const field of ['firstName', 'lastName', 'title'] as const) {
    const text = changes[field];
    if (text !== undefined) next[field] = checkedOptionalLine(field, text, staffNameLengthMax, problems);
  }
  if (!next.firstName && !next.lastName) {
    problems.push(problem('firstName', 'or lastName is needed.', 'missing_field'));
  }
  next.name = [next.firstName, next.lastName].filter(Boolean).join(' ');
  if (phone !== undefined) next.phone = checkedPhone('phone', phone, countryCode, problems);
  if (email !== undefined) next.email = checkedEmail('email', email, problems);
  if (externalId !== undefined) {
    next.externalId = checkedOptionalText('externalId', externalId, staffExternalIdLengthMax, problems);
  }
  next.status = status ?? member.status;
  return next;
}
