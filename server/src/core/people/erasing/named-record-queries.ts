// The SQL that takes a person out of the records of which they are the customer, some at a time: by index, however many
// records the organization has.
import { type ErasedPerson, erasedText } from '#core/people/erasing/erased-person.ts';
import type { Tx } from '#db/tx.ts';

/** Some of a person's records. */
export interface RecordPage {
  customerId: string;
  /** The id after which they begin. */
  after: string;
  count: number;
}

/** Locks the next orders of the person, in the order of ids, and returns their ids. */
export function lockOrdersOf(tx: Tx, { customerId, after, count }: RecordPage): Promise<string[]> {
  return idsOf(tx<{ id: string }[]>`
    select id from orders
    where organization_id = ${tx.organizationId} and customer_id = ${customerId} and id > ${after}
    order by id limit ${count} for no key update
  `);
}

/** Takes what people wrote out of these orders. What was bought and paid stays. */
export async function eraseOrders(tx: Tx, ids: string[], now: Date): Promise<void> {
  await Promise.all([
    tx`
      update order_items set special_instructions = null
      where organization_id = ${tx.organizationId} and order_id = any(${ids}::uuid[])
        and special_instructions is not null
    `,
    tx`
      update order_payments set card_brand = null, card_last4 = null
      where organization_id = ${tx.organizationId} and order_id = any(${ids}::uuid[])
        and (card_brand is not null or card_last4 is not null)
    `,
    tx`
      update order_refunds set reason = null
      where organization_id = ${tx.organizationId} and order_id = any(${ids}::uuid[]) and reason is not null
    `,
    tx`
      update orders set notes = null, cancel_reason = null, custom_fields = '{}', external_id = null,
        version = version + 1, updated_at = ${now}
      where organization_id = ${tx.organizationId} and id = any(${ids}::uuid[])
        and (notes is not null or cancel_reason is not null or external_id is not null or custom_fields <> '{}')
    `,
  ]);
}

/** Locks the next bookings of which the person is the customer, in the order of ids, and returns their ids. */
export function lockBookingsOf(tx: Tx, { customerId, after, count }: RecordPage): Promise<string[]> {
  return idsOf(tx<{ id: string }[]>`
    select b.id from booking_customers p
    join bookings b on b.organization_id = p.organization_id and b.id = p.booking_id
    where p.organization_id = ${tx.organizationId} and p.customer_id = ${customerId} and p.booking_id > ${after}
      and b.customer_id = ${customerId}
    order by p.booking_id limit ${count} for no key update of b
  `);
}

/**
 * Takes what people wrote out of these bookings of the person, and everybody who was named for them, but for those who
 * are customers themselves.
 */
export async function eraseBookings(
  tx: Tx,
  ids: string[],
  { customerId, now }: { customerId: string; now: Date },
): Promise<void> {
  await Promise.all([
    tx`
      update booking_changes set reason = null
      where organization_id = ${tx.organizationId} and booking_id = any(${ids}::uuid[]) and reason is not null
    `,
    tx`
      update booking_attendees set name = null, email = null
      where organization_id = ${tx.organizationId} and booking_id = any(${ids}::uuid[])
        and (customer_id is null or customer_id = ${customerId})
    `,
    tx`
      update bookings set customer_notes = null, internal_notes = null, cancel_reason = null, custom_fields = '{}',
        external_id = null, version = version + 1, updated_at = ${now}
      where organization_id = ${tx.organizationId} and id = any(${ids}::uuid[])
    `,
  ]);
}

/** Locks the next enquiries of the person, in the order of ids, and returns their ids. */
export function lockEnquiriesOf(tx: Tx, { customerId, after, count }: RecordPage): Promise<string[]> {
  return idsOf(tx<{ id: string }[]>`
    select id from enquiries
    where organization_id = ${tx.organizationId} and customer_id = ${customerId} and id > ${after}
    order by id limit ${count} for no key update
  `);
}

/** Takes the person and all that was written out of these enquiries. */
export async function eraseEnquiries(tx: Tx, ids: string[], now: Date): Promise<void> {
  await Promise.all([
    tx`
      update enquiry_messages set body = ${erasedText}, mail_message_id = null,
        author_name = case when kind = 'customer_reply' or author_id = 'inbound-mail' then ${erasedText}
          else author_name end
      where organization_id = ${tx.organizationId} and enquiry_id = any(${ids}::uuid[])
    `,
    tx`
      update enquiries set name = null, email = '', phone = null, subject = null, message = ${erasedText},
        referrer = null, custom_fields = '{}', external_id = null, search_text = ' ' || lower(enquiry_number),
        version = version + 1, updated_at = ${now}
      where organization_id = ${tx.organizationId} and id = any(${ids}::uuid[])
    `,
  ]);
}

/** Locks the next tasks about the person, in the order of ids, and returns their ids. */
export function lockTasksOf(tx: Tx, { customerId, after, count }: RecordPage): Promise<string[]> {
  return idsOf(tx<{ id: string }[]>`
    select t.id from task_links l
    join tasks t on t.organization_id = l.organization_id and t.id = l.task_id
    where l.organization_id = ${tx.organizationId} and l.customer_id = ${customerId} and l.task_id > ${after}
    order by l.task_id limit ${count} for no key update of t
  `);
}

/** Takes what was written out of these tasks. */
export async function eraseTasks(tx: Tx, ids: string[], now: Date): Promise<void> {
  await tx`
    update tasks set title = null, content = ${erasedText}, version = version + 1, updated_at = ${now}
    where organization_id = ${tx.organizationId} and id = any(${ids}::uuid[])
  `;
}

/** Takes the notes out of up to `count` entries of the person's store credit; returns how many had one. */
export async function eraseCreditNotes(tx: Tx, customerId: string, count: number): Promise<number> {
  const rows = await tx`
    update credit_entries e set note = null, answer = (
      select json_object_agg(key, value) from json_each(e.answer) where key <> 'note'
    )
    where e.organization_id = ${tx.organizationId} and e.id in (
      select n.id from credit_accounts a
      join credit_entries n on n.organization_id = a.organization_id and n.entity_id = a.entity_id
        and n.currency = a.currency
      where a.organization_id = ${tx.organizationId} and a.customer_id = ${customerId} and n.note is not null
      limit ${count}
    ) returning e.id
  `;
  return rows.length;
}

/** Of these ids, those of records of which the person is the customer. */
export function selectRecordsAmong(tx: Tx, { customerId }: ErasedPerson, ids: string[]): Promise<string[]> {
  return idsOf(tx<{ id: string }[]>`
    select id from orders
    where organization_id = ${tx.organizationId} and id = any(${ids}::uuid[]) and customer_id = ${customerId}
    union all select id from bookings
    where organization_id = ${tx.organizationId} and id = any(${ids}::uuid[]) and customer_id = ${customerId}
    union all select id from enquiries
    where organization_id = ${tx.organizationId} and id = any(${ids}::uuid[]) and customer_id = ${customerId}
    union all select task_id from task_links
    where organization_id = ${tx.organizationId} and task_id = any(${ids}::uuid[]) and customer_id = ${customerId}
  `);
}

async function idsOf(reading: Promise<{ id: string }[]>): Promise<string[]> {
  return (await reading).map(({ id }) => id);
}
