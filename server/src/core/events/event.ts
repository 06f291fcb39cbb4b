// The event record: something happened to a record.

/** What can happen. Webhook subscriptions know the seven kinds of `subscribableEvents`. */
export const eventTypes = ['customer.created', 'customer.updated'] as const;

/** A kind of event. */
export type EventType = (typeof eventTypes)[number];

/** The kinds a webhook subscription can ask for. Source: Spec, C, POST /zapier/subscriptions. */
export const subscribableEvents = [
  'customer.created',
  'company.created',
  'order.created',
  'booking.created',
  'booking.confirmed',
  'enquiry.created',
  'task.created',
] as const;

/** A kind a webhook subscription can ask for. */
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
