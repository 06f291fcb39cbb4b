// Who is told in the webhook topic, and of what: subscriptions of many organizations, and bursts of events that are
// there all at once, written as an import would have written them.

import type { NewEvent } from 'frontdesk/src/core/events/event-queries.ts';
import { eventOf } from 'frontdesk/src/core/events/events.ts';
import type { Organization } from 'frontdesk/src/core/organizations/organization.ts';
import { openScope } from 'frontdesk/src/core/scope.ts';
import { createWebhookSubscription } from 'frontdesk/src/core/webhooks/subscriptions.ts';
import { newId } from 'frontdesk/src/kit/id.ts';
import type { Parts } from 'frontdesk/src/parts.ts';
import postgres from 'postgres';
import { peopleOf } from '#bench/seed/people.ts';
import type { Tenant } from '#bench/seed/seed.ts';

const actor = { type: 'system', id: 'bench', name: 'Benchmark' } as const;
const eventsTogether = 1_000;

/** Subscribes `each` receivers of each organization to what happens to its customers. */
export async function subscribe(
  { platform }: Parts,
  houses: Tenant[],
  { urls, each }: { urls: string[]; each: number },
): Promise<void> {
  for (const { organization } of houses) {
    const scope = openScope(platform, organization, actor);
    await Promise.all(
      Array.from({ length: each }, (_, place) => {
        const targetUrl = urls[place % urls.length] + pathOf(organization, place);
        return createWebhookSubscription(scope, {
          events: ['customer.created', 'customer.updated'],
          targetUrl,
        });
      }),
    );
  }
}

/** Where an organization's subscription at a place is called. */
export function pathOf({ id }: Organization, place: number): string {
  return `/${id}/${place}`;
}

/**
 * Writes `each` events for each organization, in turns, in one transaction: of every customer that it is made and then
 * changed. Returns when they were there, in milliseconds since 1970.
 */
export async function writeBurst(
  parts: Parts,
  databaseUrl: string,
  houses: Tenant[],
  each: number,
): Promise<number> {
  const events = burstOf(parts, houses, each);
  const sql = postgres(databaseUrl, { max: 1, fetch_types: false });
  try {
    await sql.begin(async (tx) => {
      for (let from = 0; from < events.length; from += eventsTogether) {
        const json = JSON.stringify(events.slice(from, from + eventsTogether));
        await tx`
          insert into events (organization_id, id, type, record_id, actor_type, actor_id, actor_name, data, created_at)
          select "organizationId", id, type, "recordId", "actorType", "actorId", "actorName", "dataJson"::json,
            "createdAt"
          from json_to_recordset(${json}::text::json) as event ("organizationId" uuid, id uuid, type text,
            "recordId" uuid, "actorType" text, "actorId" text, "actorName" text, "dataJson" text,
            "createdAt" timestamptz)
        `;
      }
    });
    return Date.now();
  } finally {
    await sql.end();
  }
}

type HouseEvent = NewEvent & { organizationId: string };

function burstOf({ platform }: Parts, houses: Tenant[], each: number): HouseEvent[] {
  const [person] = peopleOf(houses[0]!.organization.id, 1);
  const scopes = houses.map(({ organization }) => openScope(platform, organization, actor));
  const customers = Array.from({ length: Math.ceil(each / 2) }, () =>
    scopes.map(({ organization: { id } }) => ({
      ...person!,
      organizationId: id,
      id: newId(platform.clock.now()),
    })),
  );
  return Array.from({ length: each }, (_, place) =>
    scopes.map((scope, house) => ({
      ...eventOf(
        scope,
        place % 2 === 0 ? 'customer.created' : 'customer.updated',
        customers[Math.floor(place / 2)]![house]!,
      ),
      organizationId: scope.organization.id,
    })),
  ).flat();
}
