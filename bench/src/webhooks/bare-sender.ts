// The bare limit of delivering: the smallest Node program that sends the same bodies to the same receivers and keeps at
// least once. It takes what is to be sent in batches, signs and sends it over kept connections, and records each batch
// in one statement, while the next one is under way. It knows no order, no claims, no limits, no checks and no tenancy.
import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { eventBody, type PublishedEvent, publicEventId } from 'frontdesk/src/core/events/event.ts';
import { arrayTypes } from 'frontdesk/src/db/array-types.ts';
import postgres from 'postgres';
import { Agent, request } from 'undici';
import { answerWith } from './helper-process.ts';

/** Whose deliveries to send. */
export interface BareQuestion {
  organizationIds: string[];
}

/** What was sent, and in how long. */
export interface BareAnswer {
  count: number;
  seconds: number;
}

interface Due extends PublishedEvent {
  organizationId: string;
  subscriptionId: string;
  targetUrl: string;
}

const organizationsTogether = 5;
const callsAtOnce = 64;
const dispatcher = new Agent({ connections: 32 });
const secret = randomBytes(32);
const { privateKey } = generateKeyPairSync('ed25519');
const sql = postgres(process.env.DATABASE_URL!, {
  max: 10,
  fetch_types: false,
  transform: { column: { from: postgres.toCamel } },
  types: arrayTypes,
});

answerWith<BareQuestion, BareAnswer>(async ({ organizationIds }) => {
  const startedAt = performance.now();
  const groups = groupsOf(organizationIds, organizationsTogether);
  let count = 0;
  let next = take(groups[0]!);
  let recording: Promise<unknown> = Promise.resolve();
  for (const place of groups.keys()) {
    const batch = await next;
    next = take(groups[place + 1] ?? []);
    await sendAll(batch);
    await recording;
    recording = record(batch);
    count += batch.length;
  }
  await recording;
  return { count, seconds: (performance.now() - startedAt) / 1_000 };
});

function groupsOf(ids: string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, place) =>
    ids.slice(place * size, (place + 1) * size),
  );
}

async function take(organizationIds: string[]): Promise<Due[]> {
  return sql<Due[]>`
    select d.organization_id, d.subscription_id, s.target_url, e.id, e.sequence::integer as sequence, e.type,
      e.record_id, e.data::text as data_json, e.created_at
    from webhook_deliveries d
    join webhook_subscriptions s on s.organization_id = d.organization_id and s.id = d.subscription_id
    join events e on e.organization_id = d.organization_id and e.id = d.event_id
    where d.organization_id = any(${organizationIds}::uuid[]) and d.status = 'pending'
  `;
}

async function sendAll(batch: Due[]): Promise<void> {
  const waiting = batch.values();
  async function work() {
    for (const due of waiting) await send(due);
  }
  await Promise.all(Array.from({ length: callsAtOnce }, work));
}

async function send(due: Due): Promise<void> {
  const body = eventBody(due.organizationId, due);
  const id = publicEventId(due.id);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signed = `${id}.${timestamp}.${body}`;
  const hmac = createHmac('sha256', secret).update(signed).digest('base64');
  const ed25519 = sign(null, Buffer.from(signed), privateKey).toString('base64');
  const answer = await request(due.targetUrl, {
    dispatcher,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Bare/1',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${hmac} v1a,${ed25519}`,
    },
    body,
  });
  await answer.body.dump();
  if (answer.statusCode !== 204) throw new Error(`A receiver answered ${answer.statusCode}.`);
}

function record(batch: Due[]): Promise<unknown> {
  const keys = batch.map(({ organizationId, subscriptionId, id }) => ({
    organizationId,
    subscriptionId,
    id,
  }));
  return sql`
    update webhook_deliveries d set status = 'delivered', attempts = 1, next_attempt_at = null, attempted_at = now(),
      response_status = 204
    from json_to_recordset(${JSON.stringify(keys)}::text::json) as sent ("organizationId" uuid,
      "subscriptionId" uuid, id uuid)
    where d.organization_id = sent."organizationId" and d.subscription_id = sent."subscriptionId"
      and d.event_id = sent.id
  `.execute();
}
