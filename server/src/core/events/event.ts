// The event record: something happened to a record.

/** What can happen. What each means to its receivers is in http/admin-api/webhooks/event-meanings.ts. */
export const eventTypes = [
  'organization.updated',
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
  'enquiry.restored',
  'task.created',
  'task.updated',
  'task.completed',
  'task.deleted',
  'location.created',
  'location.updated',
  'location.deleted',
  'sublocation.created',
  'sublocation.updated',
  'sublocation.deleted',
  'equipment.created',
  'equipment.updated',
  'equipment.deleted',
  'staff.created',
  'staff.updated',
  'staff.deleted',
  'service_category.created',
  'service_category.updated',
  'service_category.deleted',
  'service.created',
  'service.updated',
  'service.deleted',
  'schedule.updated',
  'customer_parameter.created',
  'customer_parameter.updated',
  'enquiry_settings.updated',
  'task_category.created',
  'task_category.updated',
  'task_category.deleted',
] as const;

/** A kind of event. */
export type EventType = (typeof eventTypes)[number];

/**
 * What happens to keys, applications, subscriptions and sign-ins: written to the audit log alone and told to nobody,
 * since whoever receives events is not to learn who may do what. What each means is in docs/audit.md (G-180).
 */
export const auditedTypes = [
  'api_key.created',
  'api_key.revoked',
  'public_key.created',
  'public_key.revoked',
  'oauth_client.created',
  'oauth_client.secret_rotated',
  'oauth_client.disabled',
  'webhook_subscription.created',
  'webhook_subscription.enabled',
  'webhook_subscription.ended',
  'webhook_subscription.secret_rotated',
  'webhook_subscription.previous_secret_ended',
  'customer_account.linked',
  'customer_session.ended',
] as const;

/** A kind of entry that the audit log alone has. */
export type AuditedType = (typeof auditedTypes)[number];

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
