// The SQL of importing enquiries: which are there already, and many new ones stored by one statement.
import { type Enquiry, enquirySearchText } from '#core/enquiries/enquiry.ts';
import { insertAssignees } from '#core/enquiries/enquiry-queries.ts';
import { type EnquiryRow, enquiriesFrom, toEnquiry } from '#core/enquiries/enquiry-row-queries.ts';
import type { EnquirySettings } from '#core/enquiries/settings/enquiry-settings.ts';
import { insertEvents, type NewEvent } from '#core/events/event-queries.ts';
import type { KnownRecord } from '#core/imports/known-records.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

/** The enquiries that have these ids in another system, or came from rows with these keys (16 bytes as hex digits). */
export async function selectKnownEnquiries(
  tx: Tx,
  { externalIds, keys }: { externalIds: string[]; keys: string[] },
): Promise<KnownRecord[]> {
  const rows = await tx<{ id: string; number: string; externalId: string | null; key: string | null }[]>`
    with known as (
      select id from enquiries
      where organization_id = ${tx.organizationId} and external_id = any(${externalIds}::text[]) and deleted_at is null
      union
      select id from enquiries
      where organization_id = ${tx.organizationId} and deleted_at is null
        and import_key = any(array(select decode(key, 'hex') from unnest(${keys}::text[]) key))
    )
    select id, enquiry_number as number, external_id, encode(import_key, 'hex') as key
    from enquiries where organization_id = ${tx.organizationId} and id = any(array(select id from known))
    order by id
  `;
  return rows.map(({ externalId, key, ...known }) => ({
    ...known,
    externalId: externalId ?? undefined,
    key: key ?? undefined,
  }));
}

/** The enquiries with these record ids, by id. */
export async function selectEnquiriesById(
  tx: Tx,
  ids: string[],
  settings: EnquirySettings,
): Promise<Map<string, Enquiry>> {
  const chosen = tx`
    select * from enquiries
    where organization_id = ${tx.organizationId} and id = any(${ids}::uuid[]) and deleted_at is null
  `;
  const rows = await tx<EnquiryRow[]>`${enquiriesFrom(tx, chosen)}`;
  return new Map(rows.map((row) => toEnquiry(tx, row, settings)).map((enquiry) => [enquiry.id, enquiry]));
}

/** The primary addresses of these customers, by record id; without those who have none. */
export async function selectPrimaryAddresses(tx: Tx, customerIds: string[]): Promise<Map<string, string>> {
  const rows = await tx<{ customerId: string; address: string }[]>`
    select customer_id, address from customer_emails
    where organization_id = ${tx.organizationId} and customer_id = any(${customerIds}::uuid[]) and is_primary
  `;
  return new Map(rows.map(({ customerId, address }) => [customerId, address]));
}

/** Notes which row an enquiry was last imported from. No change of the record: no version, no event. */
export async function markImported(tx: Tx, id: string, key: string): Promise<void> {
  await tx`
    update enquiries set import_key = decode(${key}, 'hex') where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

/** A new enquiry with its event and the key of its row. */
export interface ImportedEnquiry {
  enquiry: Enquiry;
  key: string;
  event: NewEvent;
}

/**
 * Stores new enquiries with their events, in order, in one statement. Violates the unique index of external ids, and the
 * foreign keys of what they name.
 */
export async function insertImportedEnquiries(tx: Tx, imported: ImportedEnquiry[]): Promise<void> {
  const events = imported.map(({ event }) => event);
  await tx`
    with made as materialized (${madeRows(tx, imported)}),
      enquiry as (${insertRows(tx)}),
      assignees as (${insertAssignees(tx, tx`select id, status, staff from made`)})
    ${insertEvents(tx, events)}
  `;
}

// All enquiries go as one JSON parameter: the statement stays the same for any number of them.
function madeRows(tx: Tx, imported: ImportedEnquiry[]): SqlFragment {
  const rows = imported.map(({ enquiry, key }) => ({
    ...enquiry,
    type: enquiry.type.key,
    status: enquiry.status.key,
    category_of_status: enquiry.status.category,
    searchText: enquirySearchText(enquiry),
    key,
  }));
  return tx`
    select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as row (id uuid, "enquiryNumber" text,
      name text, email text, phone text, "customerId" uuid, type text, subject text, message text, category text,
      status text, category_of_status text, "lostReason" text, priority text, source text,
      "firstResponseAt" timestamptz, "resolvedAt" timestamptz, "closedAt" timestamptz, "customFields" jsonb,
      "externalId" text, key text, "replyToken" text, "searchText" text, version integer, "createdAt" timestamptz,
      "updatedAt" timestamptz, staff json)
  `;
}

function insertRows(tx: Tx): SqlFragment {
  return tx`
    insert into enquiries (organization_id, id, enquiry_number, name, email, phone, customer_id, type, subject, message,
      category, status, status_category, lost_reason, priority, source, first_response_at, resolved_at, closed_at,
      custom_fields, external_id, import_key, reply_token, search_text, version, created_at, updated_at)
    select ${tx.organizationId}::uuid, id, "enquiryNumber", name, email, phone, "customerId", type, subject, message,
      category, status, category_of_status, "lostReason", priority, source, "firstResponseAt", "resolvedAt",
      "closedAt", "customFields", "externalId", decode(key, 'hex'), "replyToken", "searchText", version, "createdAt",
      "updatedAt"
    from made
  `;
}
