// An event as GET /events and webhooks show it.
import { type Static, Type } from 'typebox';
import { type PublishedEvent, publicEventId } from '#core/events/event.ts';
import { customerExample } from '#http/admin-api/customers/customer-examples.ts';

/** What happened first in the house that examples are about. */
export const eventExample = {
  id: 'evt_019d432ab3ff7c3e8f11a2b4c6d8e0f2',
  type: 'customer.created',
  timestamp: '2026-03-31T09:12:45.310Z',
  organizationId: '019d3dc1-e76b-7d51-8f0a-6b5f2d9c4e17',
  sequence: 1,
  apiVersion: 'v1' as const,
  data: customerExample,
};

/** An event. */
export const eventShape = Type.Object(
  {
    id: Type.String({ description: 'Names the event; webhooks carry it as webhook-id.' }),
    type: Type.String({ description: 'What happened.' }),
    timestamp: Type.String({ format: 'date-time', description: 'When it happened.' }),
    organizationId: Type.String({ description: 'Record id of the organization.' }),
    sequence: Type.Integer({ description: 'Its place among the organization’s events, without gaps.' }),
    apiVersion: Type.Literal('v1', { description: 'The version of this API that `data` follows.' }),
    data: Type.Object(
      {},
      { additionalProperties: true, description: 'The record as its GET showed it at that moment.' },
    ),
  },
  { title: 'Event', examples: [eventExample] },
);

/** What `eventShape` describes: the body that webhooks send. */
export function eventView(organizationId: string, event: PublishedEvent): Static<typeof eventShape> {
  return {
    id: publicEventId(event.id),
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    organizationId,
    sequence: event.sequence,
    apiVersion: 'v1',
    data: JSON.parse(event.dataJson),
  };
}
