// The SQL that lists enquiries, newest first, paged by record id.
import type { Enquiry, EnquiryPriority } from '#core/enquiries/enquiry.ts';
import { type EnquiryRow, enquiriesFrom, toEnquiry } from '#core/enquiries/enquiry-row-queries.ts';
import { findSettings } from '#core/enquiries/settings/settings-queries.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';
import { idBounds } from '#kit/id.ts';

/** Which enquiries, and which part of the list. */
export interface EnquirySelection {
  /** LIKE patterns over the search text, all of which must match. */
  patterns?: string[] | undefined;
  status?: string | undefined;
  priority?: EnquiryPriority | undefined;
  /** A staff member it is assigned to. */
  staffId?: string | undefined;
  customerId?: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
  /** The id the page continues after. */
  after?: string | undefined;
  /** How many to read. */
  count: number;
}

/** Enquiries of a selection, newest first. */
export function selectEnquiries(tx: Tx, selection: EnquirySelection): Promise<Enquiry[]> {
  const { patterns, updatedAfter } = selection;
  return readEnquiries(tx, patterns || updatedAfter ? matching(tx, selection) : filtered(tx, selection));
}

/** Whether the customer has an enquiry with this record id, or had it until it was deleted. */
export async function wasEnquiryOf(tx: Tx, customerId: string, id: string): Promise<boolean> {
  const rows = await tx`
    select from enquiries
    where organization_id = ${tx.organizationId} and id = ${id} and customer_id = ${customerId}
  `;
  return rows.length > 0;
}

// By the function, which does not trust the planner's guess of how many match.
function matching(tx: Tx, selection: EnquirySelection): SqlFragment {
  const { patterns = [], updatedAfter, staffId, count } = selection;
  const { lowest, below } = idBounds(selection);
  const { ordered, others } = orderedValues(selection);
  return tx`
    select e.* from unnest(array(select matching_ids('enquiries', ${JSON.stringify(ordered)}::text::jsonb,
      ${JSON.stringify(others)}::text::jsonb, ${patterns}::text[], ${updatedAfter}::timestamptz, ${lowest}, ${below},
      ${count} ${staffId ? tx`, 'enquiry_assignees', 'enquiry_id'` : tx``}))) found (id)
    join enquiries e on e.organization_id = ${tx.organizationId} and e.id = found.id
  `;
}

/** The values of a selection, by column: those that one index has in the order of time, and the others. */
function orderedValues({ status, priority, customerId, staffId }: EnquirySelection) {
  const customer = { customer_id: customerId };
  if (staffId) {
    return { ordered: { staff_id: staffId, status }, others: { deleted_at: null, priority, ...customer } };
  }
  if (customerId) return { ordered: customer, others: { deleted_at: null, status, priority } };
  return { ordered: { deleted_at: null, status, priority }, others: {} };
}

function filtered(tx: Tx, selection: EnquirySelection): SqlFragment {
  if (selection.staffId) return assigned(tx, selection);
  const { status, customerId, count } = selection;
  const { lowest, below } = idBounds(selection);
  return tx`
    select e.* from enquiries e
    where e.organization_id = ${tx.organizationId} and e.id >= ${lowest} and e.id < ${below}
      ${status ? tx`and e.status = ${status}` : tx``}
      ${customerId ? tx`and e.customer_id = ${customerId}` : tx``}
      ${others(tx, selection)}
    order by e.id desc limit ${count}
  `;
}

// What somebody has to answer is asked of the assignments, which know the status. They are walked in the order of time
// and each enquiry is looked up; left to choose, the planner joined all of somebody's and sorted them (1.3 s of 5,000).
function assigned(tx: Tx, selection: EnquirySelection): SqlFragment {
  const { status, customerId, staffId, count } = selection;
  const { lowest, below } = idBounds(selection);
  return tx`
    select e.* from (
      select enquiry_id from enquiry_assignees
      where organization_id = ${tx.organizationId} and staff_id = ${staffId} and enquiry_id >= ${lowest}
        and enquiry_id < ${below} ${status ? tx`and status = ${status}` : tx``}
      order by enquiry_id desc offset 0
    ) a
    cross join lateral (
      select e.* from enquiries e
      where e.organization_id = ${tx.organizationId} and e.id = a.enquiry_id
        ${customerId ? tx`and e.customer_id = ${customerId}` : tx``}
        ${others(tx, selection)}
      offset 0
    ) e
    order by a.enquiry_id desc limit ${count}
  `;
}

function others(tx: Tx, { priority }: EnquirySelection): SqlFragment {
  return tx`and e.deleted_at is null ${priority ? tx`and e.priority = ${priority}` : tx``}`;
}

async function readEnquiries(tx: Tx, chosen: SqlFragment): Promise<Enquiry[]> {
  const [settings, rows] = await Promise.all([
    findSettings(tx),
    tx<EnquiryRow[]>`${enquiriesFrom(tx, chosen)} order by e.id desc`,
  ]);
  return rows.map((row) => toEnquiry(tx, row, settings));
}
