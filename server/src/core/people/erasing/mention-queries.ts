// The SQL that finds a person where no link leads to them, and takes them out: in events, the audit log and what
// receivers answered, and in records of others that name their address.
import { erasedChanges } from '#core/audit/audit-queries.ts';
import { type ErasedPerson, erasedText } from '#core/people/erasing/erased-person.ts';
import type { Tx } from '#db/tx.ts';

/** Leaves of the events of these records that they happened. */
export async function eraseEventsOf(tx: Tx, recordIds: string[]): Promise<void> {
  const erased = await tx<{ id: string }[]>`
    update events set data = json_build_object('id', record_id, 'erased', true), changes = null
    where organization_id = ${tx.organizationId} and record_id = any(${recordIds}::uuid[]) returning id
  `;
  await eraseResponses(
    tx,
    erased.map(({ id }) => id),
  );
}

/** Some rows of a table, all of which are looked through. */
export interface LookedThrough {
  /** What a row holds at least one of that shows the person. */
  marks: string[];
  /** The id after which to look. */
  after: string;
  count: number;
}

/** The same for the next `count` events that mention the person; returns the last id, or `undefined` at the end. */
export async function eraseMentioningEvents(
  tx: Tx,
  { marks, after, count }: LookedThrough,
): Promise<string | undefined> {
  const rows = await tx<{ id: string; mentions: boolean }[]>`
    select id, exists (select from unnest(${marks}::text[]) mark
      where strpos(data::text, mark) > 0 or strpos(changes::text, mark) > 0) as mentions
    from events where organization_id = ${tx.organizationId} and id > ${after} order by id limit ${count}
  `;
  const ids = rows.filter(({ mentions }) => mentions).map(({ id }) => id);
  if (ids.length > 0) {
    await tx`
      update events set data = json_build_object('id', record_id, 'erased', true), changes = null
      where organization_id = ${tx.organizationId} and id = any(${ids}::uuid[])
    `;
    await eraseResponses(tx, ids);
  }
  return rows.length < count ? undefined : rows.at(-1)!.id;
}

/** Erases what changed, but for the books, in those of the next `count` entries of the audit log that mention the person. */
export async function eraseMentioningAudits(
  tx: Tx,
  { marks, after, count }: LookedThrough,
): Promise<string | undefined> {
  const rows = await tx<{ id: string }[]>`
    with page as (
      select id, changes from audit_entries
      where organization_id = ${tx.organizationId} and id > ${after} order by id limit ${count}
    ), erased as (
      update audit_entries a set changes = (${erasedChanges(tx)})
      from page
      where a.organization_id = ${tx.organizationId} and a.id = page.id
        and exists (select from unnest(${marks}::text[]) mark where strpos(page.changes::text, mark) > 0)
    )
    select id from page order by id
  `;
  return rows.length < count ? undefined : rows.at(-1)!.id;
}

/** Takes the person out of bookings of others: where they came along, or their address was given. */
export async function eraseAttendances(tx: Tx, { customerId, addresses }: ErasedPerson): Promise<void> {
  await tx`
    update booking_attendees set name = null, email = null
    where organization_id = ${tx.organizationId} and (name is not null or email is not null)
      and (customer_id = ${customerId} or email = any(${addresses}::text[]))
  `;
}

/** Takes the person's address out of enquiries of others, and what came from it by mail. */
export async function eraseFromOtherEnquiries(
  tx: Tx,
  { customerId, addresses }: ErasedPerson,
  now: Date,
): Promise<void> {
  await tx`
    update enquiry_messages set body = ${erasedText}, author_name = ${erasedText}, mail_message_id = null
    where organization_id = ${tx.organizationId} and author_name = any(${addresses}::text[])
  `;
  await tx`
    update enquiries set email = '', search_text = replace(search_text, email, ''), version = version + 1,
      updated_at = ${now}
    where organization_id = ${tx.organizationId} and customer_id <> ${customerId} and email = any(${addresses}::text[])
  `;
}

/** Removes what receivers answered to these events: some repeat what they were sent. */
async function eraseResponses(tx: Tx, eventIds: string[]): Promise<void> {
  if (eventIds.length === 0) return;
  // Deliveries are found by subscription and event.
  await tx`
    update webhook_deliveries d set response_body = null
    from webhook_subscriptions s, unnest(${eventIds}::uuid[]) event (id)
    where s.organization_id = ${tx.organizationId} and d.organization_id = ${tx.organizationId}
      and d.subscription_id = s.id and d.event_id = event.id and d.response_body is not null
  `;
}
