// How a whole enquiry is read from the database: the list of its values, and the record made of it.
import type { Enquiry, EnquiryPriority } from '#core/enquiries/enquiry.ts';
import {
  type EnquirySettings,
  type StatusCategory,
  storedStanding,
  storedType,
} from '#core/enquiries/settings/enquiry-settings.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';
import { momentFromMs } from '#kit/clock.ts';

/** An enquiry as `enquiriesFrom` reads it: its values in the order of the query. */
export interface EnquiryRow {
  enquiry: [
    id: string,
    enquiryNumber: string,
    name: string | null,
    email: string,
    phone: string | null,
    customerId: string,
    type: string,
    subject: string | null,
    message: string | null,
    category: string | null,
    orderId: string | null,
    status: string,
    statusCategory: StatusCategory,
    lostReason: string | null,
    priority: EnquiryPriority,
    staff: { id: string; name: string }[] | null,
    source: string,
    referrer: string | null,
    firstResponseMs: number | null,
    resolvedMs: number | null,
    closedMs: number | null,
    responseCount: number,
    orders: [count: number, valueMinor: number, paidMinor: number],
    customFields: Record<string, unknown>,
    previousEnquiryId: string | null,
    externalId: string | null,
    replyToken: string,
    version: number,
    createdMs: number,
    updatedMs: number,
  ];
}

/** Reads whole enquiries from `chosen`, a query of enquiries rows named e, each as one JSON list (as customers are). */
export function enquiriesFrom(tx: Tx, chosen: SqlFragment): SqlFragment {
  return tx`
    select json_build_array(
      e.id, e.enquiry_number, e.name, e.email, e.phone, e.customer_id, e.type, e.subject, e.message, e.category,
      e.order_id, e.status, e.status_category, e.lost_reason, e.priority,
      (select json_agg(json_build_object('id', s.id, 'name', s.name) order by a.position)
        from enquiry_assignees a
        join staff s on s.organization_id = a.organization_id and s.id = a.staff_id
        where a.organization_id = e.organization_id and a.enquiry_id = e.id),
      e.source, e.referrer, (extract(epoch from e.first_response_at) * 1000)::bigint,
      (extract(epoch from e.resolved_at) * 1000)::bigint, (extract(epoch from e.closed_at) * 1000)::bigint,
      e.response_count,
      (${linkedOrders(tx, tx`e.organization_id`, tx`e.id`, tx`e.order_id`)}),
      e.custom_fields, e.previous_enquiry_id, e.external_id, e.reply_token, e.version,
      (extract(epoch from e.created_at) * 1000)::bigint, (extract(epoch from e.updated_at) * 1000)::bigint
    ) as enquiry
    from (${chosen}) e
  `;
}

/**
 * Count, value and payments less refunds of the orders that an enquiry led to: those that name it and the one it names.
 * What was cancelled or is no purchase yet does not count, nor what was made out in another currency than the
 * organization's.
 */
export function linkedOrders(
  tx: Tx,
  organizationId: SqlFragment,
  enquiryId: SqlFragment,
  orderId: SqlFragment,
): SqlFragment {
  return tx`
    select json_build_array(count(*), coalesce(sum(o.total_minor), 0),
      coalesce(sum(o.amount_paid_minor - o.refund_amount_minor), 0))
    from (
      select id from orders where organization_id = ${organizationId} and enquiry_id = ${enquiryId}
      union select ${orderId}
    ) linked
    join orders o on o.organization_id = ${organizationId} and o.id = linked.id
    where o.deleted_at is null and o.condition is null and o.status <> 'cancelled'
      and o.currency = (select currency from organizations where id = ${organizationId})
  `;
}

/** The record of a row that `enquiriesFrom` read. */
export function toEnquiry(
  { organizationId }: Tx,
  { enquiry }: EnquiryRow,
  settings: EnquirySettings,
): Enquiry {
  const [
    id,
    enquiryNumber,
    name,
    email,
    phone,
    customerId,
    type,
    subject,
    message,
    category,
    orderId,
    status,
    statusCategory,
    lostReason,
    priority,
    staff,
    source,
    referrer,
    firstResponseMs,
    resolvedMs,
    closedMs,
    responseCount,
    [count, valueMinor, paidMinor],
    customFields,
    previousEnquiryId,
    externalId,
    replyToken,
    version,
    createdMs,
    updatedMs,
  ] = enquiry;
  return {
    id,
    organizationId,
    enquiryNumber,
    name: name ?? undefined,
    email,
    phone: phone ?? undefined,
    customerId,
    type: storedType(settings, type),
    subject: subject ?? undefined,
    message: message ?? undefined,
    category: category ?? undefined,
    orderId: orderId ?? undefined,
    status: storedStanding(settings, status, statusCategory),
    lostReason: lostReason ?? undefined,
    priority,
    staff: staff ?? [],
    source,
    referrer: referrer ?? undefined,
    firstResponseAt: momentFromMs(firstResponseMs),
    resolvedAt: momentFromMs(resolvedMs),
    closedAt: momentFromMs(closedMs),
    responseCount,
    orders: { count, valueMinor, paidMinor },
    customFields,
    previousEnquiryId: previousEnquiryId ?? undefined,
    externalId: externalId ?? undefined,
    replyToken,
    version,
    createdAt: new Date(createdMs),
    updatedAt: new Date(updatedMs),
  };
}
