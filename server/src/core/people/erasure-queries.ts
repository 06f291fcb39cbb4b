// The SQL that takes a person out of what is kept. Which column holds what of a person, and what becomes of it, is in
// test/personal-data.ts, column by column.
import type { Tx } from '#db/tx.ts';

/** What stands where a text was that a record must have. */
export const erasedText = '(erased)';

/** Whom an erasure is about: the customer, and all who were merged into it. */
export interface ErasedPerson {
  customerId: string;
  /** Every address they had, in normal form. */
  addresses: string[];
  /** Photos that are shown of them or were. */
  photoFileIds: string[];
}

/** The addresses and photos of a locked customer and of those who were merged into it. */
export async function selectPerson(tx: Tx, customerId: string): Promise<ErasedPerson> {
  const [row] = await tx<{ addresses: string[]; photoFileIds: string[] }[]>`
    select
      to_json(array(
        select address from customer_emails
        where organization_id = ${tx.organizationId} and customer_id = ${customerId}
        union select email from accounts
        where organization_id = ${tx.organizationId} and customer_id = ${customerId}
        union select email ->> 'address' from customer_merges, jsonb_array_elements(merged_customer -> 'emails') email
        where organization_id = ${tx.organizationId} and survivor_id = ${customerId}
      )) as addresses,
      to_json(array(
        select photo_file_id from customers
        where organization_id = ${tx.organizationId} and id = ${customerId} and photo_file_id is not null
        union select (merged_customer ->> 'photoFileId')::uuid from customer_merges
        where organization_id = ${tx.organizationId} and survivor_id = ${customerId}
          and merged_customer ->> 'photoFileId' is not null
      )) as photo_file_ids
  `;
  return { customerId, ...row! };
}

/** Removes the sign-in of a person, codes on their way and counts by address; returns the ids of ended sessions. */
export async function removeSignIn(tx: Tx, { customerId, addresses }: ErasedPerson): Promise<string[]> {
  await tx`
    delete from oidc_artifacts where organization_id = ${tx.organizationId} and exists (
      select from accounts a
      where a.organization_id = ${tx.organizationId} and a.customer_id = ${customerId}
        and strpos(payload::text, a.id::text) > 0
    )
  `;
  await tx`
    delete from one_time_codes where organization_id = ${tx.organizationId} and email = any(${addresses}::text[])
  `;
  await tx`
    delete from rate_windows where organization_id = ${tx.organizationId} and subject = any(array(
      select kind || address from unnest(${addresses}::text[]) address, unnest(array['code-send:', 'code-verify:']) kind
    ))
  `;
  const sessions = await tx<{ id: string }[]>`
    delete from customer_sessions where organization_id = ${tx.organizationId} and account_id in (
      select id from accounts where organization_id = ${tx.organizationId} and customer_id = ${customerId}
    ) returning id
  `;
  await tx`delete from accounts where organization_id = ${tx.organizationId} and customer_id = ${customerId}`;
  return sessions.map(({ id }) => id);
}

/** Takes what people wrote out of a person's orders. What was bought and paid stays. */
export async function eraseOrders(tx: Tx, { customerId }: ErasedPerson, now: Date): Promise<void> {
  await tx`
    update order_items set special_instructions = null
    where organization_id = ${tx.organizationId} and special_instructions is not null and order_id in (
      select id from orders where organization_id = ${tx.organizationId} and customer_id = ${customerId}
    )
  `;
  await tx`
    update order_payments set card_brand = null, card_last4 = null
    where organization_id = ${tx.organizationId} and order_id in (
      select id from orders where organization_id = ${tx.organizationId} and customer_id = ${customerId}
    )
  `;
  await tx`
    update order_refunds set reason = null
    where organization_id = ${tx.organizationId} and order_id in (
      select id from orders where organization_id = ${tx.organizationId} and customer_id = ${customerId}
    )
  `;
  await tx`
    update orders set notes = null, cancel_reason = null, custom_fields = '{}', external_id = null,
      version = version + 1, updated_at = ${now}
    where organization_id = ${tx.organizationId} and customer_id = ${customerId}
  `;
}

/** The same for bookings, and the person's name and address among the attendees of any. */
export async function eraseBookings(tx: Tx, person: ErasedPerson, now: Date): Promise<void> {
  const { customerId, addresses } = person;
  await tx`
    update booking_changes set reason = null
    where organization_id = ${tx.organizationId} and reason is not null and booking_id in (
      select booking_id from booking_customers
      where organization_id = ${tx.organizationId} and customer_id = ${customerId}
    )
  `;
  await tx`
    update booking_attendees a set name = null, email = null
    where a.organization_id = ${tx.organizationId} and (
      a.customer_id = ${customerId} or a.email = any(${addresses}::text[]) and a.booking_id in (
        select booking_id from booking_customers
        where organization_id = ${tx.organizationId} and customer_id = ${customerId}
      )
    )
  `;
  await tx`
    update bookings set customer_notes = null, internal_notes = null, cancel_reason = null, custom_fields = '{}',
      external_id = null, version = version + 1, updated_at = ${now}
    where organization_id = ${tx.organizationId} and customer_id = ${customerId}
  `;
}

/** Takes the person and all that was written out of their enquiries. */
export async function eraseEnquiries(tx: Tx, { customerId }: ErasedPerson, now: Date): Promise<void> {
  await tx`
    update enquiry_messages set body = ${erasedText}, mail_message_id = null,
      author_name = case when kind = 'customer_reply' then ${erasedText} else author_name end
    where organization_id = ${tx.organizationId} and enquiry_id in (
      select id from enquiries where organization_id = ${tx.organizationId} and customer_id = ${customerId}
    )
  `;
  await tx`
    update enquiries set name = null, email = '', phone = null, subject = null, message = ${erasedText},
      referrer = null, custom_fields = '{}', external_id = null, search_text = ' ' || lower(enquiry_number),
      version = version + 1, updated_at = ${now}
    where organization_id = ${tx.organizationId} and customer_id = ${customerId}
  `;
}

/** Takes what was written out of tasks about the person, and their roles with companies. */
export async function eraseTasksAndRoles(tx: Tx, { customerId }: ErasedPerson, now: Date): Promise<void> {
  await tx`
    update tasks set title = null, content = ${erasedText}, version = version + 1, updated_at = ${now}
    where organization_id = ${tx.organizationId} and id in (
      select task_id from task_links where organization_id = ${tx.organizationId} and customer_id = ${customerId}
    )
  `;
  await tx`
    update companies set primary_customer_id = null, version = version + 1, updated_at = ${now}
    where organization_id = ${tx.organizationId} and primary_customer_id = ${customerId}
  `;
  await tx`
    delete from company_members where organization_id = ${tx.organizationId} and customer_id = ${customerId}
  `;
}

/** Empties what was kept to undo merges of the person: who they were stays erased. */
export async function eraseMerges(tx: Tx, { customerId }: ErasedPerson): Promise<void> {
  await tx`
    update customer_merge_moves set dropped = '[]' where organization_id = ${tx.organizationId} and merge_id in (
      select id from customer_merges where organization_id = ${tx.organizationId} and survivor_id = ${customerId}
    )
  `;
  await tx`
    update customer_merges set merged_customer = null, handed_over = null
    where organization_id = ${tx.organizationId} and survivor_id = ${customerId}
  `;
}

/** The ids of the records that show the person: their events and audit entries hold what these showed. */
export async function selectRecordsOfPerson(tx: Tx, { customerId }: ErasedPerson): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select ${customerId}::uuid as id
    union select id from orders where organization_id = ${tx.organizationId} and customer_id = ${customerId}
    union select booking_id from booking_customers
    where organization_id = ${tx.organizationId} and customer_id = ${customerId}
    union select order_id from order_customers
    where organization_id = ${tx.organizationId} and customer_id = ${customerId}
    union select id from enquiries where organization_id = ${tx.organizationId} and customer_id = ${customerId}
    union select task_id from task_links
    where organization_id = ${tx.organizationId} and customer_id = ${customerId}
    union select company_id from company_members
    where organization_id = ${tx.organizationId} and customer_id = ${customerId}
    union select id from customer_merges where organization_id = ${tx.organizationId} and survivor_id = ${customerId}
    union select merged_customer_id from customer_merges
    where organization_id = ${tx.organizationId} and survivor_id = ${customerId}
  `;
  return rows.map(({ id }) => id);
}

/** Leaves of the events of these records that they happened. */
export async function eraseEvents(tx: Tx, recordIds: string[]): Promise<void> {
  await tx`
    update events set data = json_build_object('id', record_id, 'erased', true), changes = null
    where organization_id = ${tx.organizationId} and record_id = any(${recordIds}::uuid[])
  `;
}
