// Listing enquiries for staff and programs.

import { searchPatterns } from '#core/customers/customer-search.ts';
import type { Enquiry, EnquiryPriority } from '#core/enquiries/enquiry.ts';
import { selectEnquiries } from '#core/enquiries/enquiry-list-queries.ts';
import { type EnquirySettings, statusNamed } from '#core/enquiries/settings/enquiry-settings.ts';
import { findSettings } from '#core/enquiries/settings/settings-queries.ts';
import type { Scope } from '#core/scope.ts';
import { type Page, pageOf, readCursor } from '#kit/cursor.ts';
import { invalidField } from '#kit/fault.ts';

/** Which enquiries, and which page of them. */
export interface EnquiryQuery {
  /** 1 to 100. */
  limit: number;
  cursor?: string | undefined;
  /** Key of a status. */
  status?: string | undefined;
  priority?: EnquiryPriority | undefined;
  /** Record id of a staff member it is assigned to. */
  assignedTo?: string | undefined;
  customerId?: string | undefined;
  /** Words that must all occur in number, name, email, phone or subject. */
  search?: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
}

/**
 * One page of enquiries, newest first; a customer or staff member that is none has none. Throws `invalid_cursor`, and
 * `invalid_field` for a status that there is not. Source: Spec, C, GET /enquiries (G-105).
 */
export async function listEnquiries(scope: Scope, query: EnquiryQuery): Promise<Page<Enquiry>> {
  const { limit, cursor, search, assignedTo, ...narrowed } = query;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  if (narrowed.status !== undefined) checkStatusFilter(await scope.read(findSettings), narrowed.status);
  const patterns = search === undefined ? [] : searchPatterns(search);
  const enquiries = await scope.read((tx) =>
    selectEnquiries(tx, {
      ...narrowed,
      staffId: assignedTo,
      patterns: patterns.length > 0 ? patterns : undefined,
      after,
      count: limit + 1,
    }),
  );
  return pageOf(enquiries, limit);
}

/** Throws `invalid_field` for a status that the organization does not have; one that is out of use is fine. */
export function checkStatusFilter(settings: EnquirySettings, status: string): void {
  if (statusNamed(settings, status)) return;
  throw invalidField('status', 'must be the key of a status that enquiries have here.');
}

/** Enquiries to choose from, newest first: number and subject, or else who asked. */
export async function listEnquiryOptions(
  scope: Scope,
  query: { limit: number; search?: string | undefined },
): Promise<{ id: string; name: string }[]> {
  const { items } = await listEnquiries(scope, query);
  return items.map(({ id, enquiryNumber, subject, name, email }) => ({
    id,
    name: [enquiryNumber, subject ?? name ?? email].join(' ').trim(),
  }));
}
