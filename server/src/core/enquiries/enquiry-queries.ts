// The SQL that reads and writes enquiries with whom they are assigned to. Lists are in enquiry-list-queries.ts.
import { type Enquiry, enquirySearchText, type LinkedOrders } from '#core/enquiries/enquiry.ts';
import {
  type EnquiryRow,
  enquiriesFrom,
  linkedOrders,
  toEnquiry,
} from '#core/enquiries/enquiry-row-queries.ts';
import { findSettings } from '#core/enquiries/settings/settings-queries.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

/** The enquiry with this record id. */
export async function findEnquiry(tx: Tx, id: string): Promise<Enquiry | undefined> {
  return findOne(tx, tx`id = ${id}`);
}

/** The enquiry with this number. */
export async function findEnquiryByNumber(tx: Tx, enquiryNumber: string): Promise<Enquiry | undefined> {
  return findOne(tx, tx`enquiry_number = ${enquiryNumber}`);
}

/** The enquiry that answers to this token belong to. */
export async function findEnquiryByReplyToken(tx: Tx, token: string): Promise<Enquiry | undefined> {
  return findOne(tx, tx`reply_token = ${token}`);
}

/** The enquiry with this record id, locked until the transaction ends. */
export async function lockEnquiry(tx: Tx, id: string): Promise<Enquiry | undefined> {
  // Sent at once, and not when it is waited for: what is read behind it must be what its holder has left.
  const locked = tx`
    select from enquiries where organization_id = ${tx.organizationId} and id = ${id} for no key update
  `.execute();
  const [enquiry] = await Promise.all([findEnquiry(tx, id), locked]);
  return enquiry;
}

/** Stores a new enquiry. Violates the unique index of external ids. */
export async function insertEnquiry(tx: Tx, e: Enquiry): Promise<void> {
  const row = tx`
    insert into enquiries (organization_id, id, enquiry_number, name, email, phone, customer_id, type, subject, message,
      category, order_id, status, status_category, lost_reason, priority, source, referrer, first_response_at,
      resolved_at, closed_at, response_count, custom_fields, previous_enquiry_id, external_id, reply_token, search_text,
      version, created_at, updated_at)
    values (${tx.organizationId}, ${e.id}, ${e.enquiryNumber}, ${e.name}, ${e.email}, ${e.phone}, ${e.customerId},
      ${e.type.key}, ${e.subject}, ${e.message}, ${e.category}, ${e.orderId}, ${e.status.key}, ${e.status.category},
      ${e.lostReason}, ${e.priority}, ${e.source}, ${e.referrer}, ${e.firstResponseAt}, ${e.resolvedAt}, ${e.closedAt},
      ${e.responseCount}, ${JSON.stringify(e.customFields)}::text::jsonb, ${e.previousEnquiryId}, ${e.externalId},
      ${e.replyToken}, ${enquirySearchText(e)}, ${e.version}, ${e.createdAt}, ${e.updatedAt})
  `;
  await Promise.all([row, e.staff.length > 0 ? insertAssignees(tx, assigneesOf(tx, e)) : undefined]);
}

/** Stores what has become of an enquiry. Violates the unique index of external ids. */
export async function updateEnquiryRow(tx: Tx, before: Enquiry, e: Enquiry): Promise<void> {
  const idsOf = ({ staff }: Enquiry) => staff.map(({ id }) => id).join();
  const isReassigned = idsOf(e) !== idsOf(before) || e.status.key !== before.status.key;
  await Promise.all([
    tx`
      update enquiries set name = ${e.name}, email = ${e.email}, phone = ${e.phone}, customer_id = ${e.customerId},
        type = ${e.type.key}, subject = ${e.subject}, message = ${e.message}, category = ${e.category},
        order_id = ${e.orderId}, status = ${e.status.key}, status_category = ${e.status.category},
        lost_reason = ${e.lostReason}, priority = ${e.priority}, source = ${e.source}, referrer = ${e.referrer},
        first_response_at = ${e.firstResponseAt}, resolved_at = ${e.resolvedAt}, closed_at = ${e.closedAt},
        response_count = ${e.responseCount}, custom_fields = ${JSON.stringify(e.customFields)}::text::jsonb,
        external_id = ${e.externalId}, search_text = ${enquirySearchText(e)}, version = ${e.version},
        updated_at = ${e.updatedAt}
      where organization_id = ${tx.organizationId} and id = ${e.id}
    `,
    ...(isReassigned ? [deleteAssignees(tx, e.id), insertAssignees(tx, assigneesOf(tx, e))] : []),
  ]);
}

/** The orders that an enquiry leads to when it names this one. */
export async function findLinkedOrders(
  tx: Tx,
  { id, orderId }: Pick<Enquiry, 'id' | 'orderId'>,
): Promise<LinkedOrders> {
  const sums = linkedOrders(tx, tx`${tx.organizationId}::uuid`, tx`${id}::uuid`, tx`${orderId}::uuid`);
  const [row] = await tx<{ orders: [number, number, number] }[]>`select (${sums}) as orders`;
  const [count, valueMinor, paidMinor] = row!.orders;
  return { count, valueMinor, paidMinor };
}

/** Whether there is an order with this record id. */
export async function isOrder(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`
    select from orders where organization_id = ${tx.organizationId} and id = ${id} and deleted_at is null
  `;
  return rows.length > 0;
}

/** Assigns an enquiry to nobody. */
export function deleteAssignees(tx: Tx, enquiryId: string): SqlFragment {
  return tx`
    delete from enquiry_assignees where organization_id = ${tx.organizationId} and enquiry_id = ${enquiryId}
  `;
}

async function findOne(tx: Tx, condition: SqlFragment): Promise<Enquiry | undefined> {
  const chosen = tx`
    select * from enquiries where organization_id = ${tx.organizationId} and ${condition} and deleted_at is null
  `;
  const [settings, [row]] = await Promise.all([
    findSettings(tx),
    tx<EnquiryRow[]>`${enquiriesFrom(tx, chosen)}`,
  ]);
  return row && toEnquiry(tx, row, settings);
}

/** The insert of assignees: `owners` has an enquiry_id, its status and a JSON list of staff in each row. */
export function insertAssignees(tx: Tx, owners: SqlFragment): SqlFragment {
  return tx`
    insert into enquiry_assignees (organization_id, staff_id, enquiry_id, position, status)
    select ${tx.organizationId}::uuid, (entry ->> 'id')::uuid, owner.enquiry_id, place - 1, owner.status
    from (${owners}) as owner (enquiry_id, status, list),
      json_array_elements(list) with ordinality as entries (entry, place)
  `;
}

// The list goes as JSON: one parameter, and the statement stays the same for any length.
function assigneesOf(tx: Tx, { id, staff, status }: Enquiry): SqlFragment {
  return tx`select ${id}::uuid, ${status.key}::text, ${JSON.stringify(staff)}::text::json`;
}
