// The event record: something happened to a record.

/** What can happen. What each means to its receivers is in http/admin-api/event-catalogue.ts. */
export const eventTypes = [
  'customer.created',
  'customer.updated',
  'customer.erased',
  'customer_merge.created',
  'customer_merge.undone',
  'company.created',
  'company.updated',
  'store_credit.changed',
  'order.created',
  'order.updated',
  'order.paid',
  'order.completed',
  'order.cancelled',
  'order.refunded',
  'order.deleted',
  'order.restored',
  'booking.created',
  'booking.updated',
  'booking.confirmed',
  'booking.cancelled',
  'booking.rescheduled',
  'booking.checked_in',
  'booking.completed',
  'booking.no_show',
  'booking.deleted',
  'enquiry.created',
  'enquiry.updated',
  'enquiry.replied',
  'enquiry.resolved',
  'enquiry.deleted',
  'task.created',
  'task.updated',
  'task.completed',
  'task.deleted',
] as const;

/** A kind of event. */
export type EventType = (typeof eventTypes)[number];

/** The kinds that the contract's subscriptions ask for. Source: Spec, C, POST /zapier/subscriptions. */
export const subscribableEvents = [
  'customer.created',
  'company.created',
  'order.created',
  'booking.created',
  'booking.confirmed',
  'enquiry.created',
  'task.created',
] as const;

/** One of `subscribableEvents`. */
export type SubscribableEvent = (typeof subscribableEvents)[number];

/** A published event. */
export interface PublishedEvent {
  /** Record id, UUID version 7. */
  id: string;
  /** Order of publication within the organization, without gaps. */
  sequence: number;
  type: string;
  /** The record it happened to. */
  recordId: string;
  /** The record as the Admin API showed it, as JSON text. */
  dataJson: string;
  createdAt: Date;
}

/** The id as receivers see it: `evt_` and 32 hex digits. */
export function publicEventId(id: string): string {
  return `evt_${id.replaceAll('-', '')}`;
}

/** The record id of an event that receivers see as `text`; `undefined` for text that is no such id. */
export function readPublicEventId(text: string): string | undefined {
  const [, hex] = /^evt_([0-9a-f]{32})$/.exec(text) ?? [];
  return hex?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * The body that goes out for an event, the same bytes at every attempt. Source: Standard Webhooks; the record's own
 * text is put in as it was written.
 */
export function eventBody(organizationId: string, event: PublishedEvent): string {
  const head = JSON.stringify({
    id: publicEventId(event.id),
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    organizationId,
    sequence: event.sequence,
    apiVersion: 'v1',
  });
  return `${head.slice(0, -1)},"data":${event.dataJson}}`;
}
