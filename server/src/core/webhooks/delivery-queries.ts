// All SQL of deliveries. Of each record's deliveries to one subscription only the first pending one has a next
// attempt; the rest wait for it. Whoever changes that holds the subscription's row lock.
import type { PublishedEvent } from '#core/events/event.ts';
import type { NewlyPublished } from '#core/events/event-queries.ts';
import type { Claim } from '#core/webhooks/delivering/claim-queries.ts';
import type { Delivery, DueDelivery, Outcome } from '#core/webhooks/delivery.ts';
import { dueNow } from '#core/webhooks/subscription-queries.ts';
import type { RootTx, SqlFragment, Tx } from '#db/tx.ts';

type Row<Shape> = { [Field in keyof Shape]: Exclude<Shape[Field], undefined> | null };

/**
 * How many of the oldest unpublished events, at least one and at most `eventsMax`, make about `deliveriesMax` deliveries
 * at most: a query for `publishEvents`. It takes every subscription of an organization to be told of everything.
 */
export function countPublishable(
  tx: RootTx,
  { eventsMax, deliveriesMax }: { eventsMax: number; deliveriesMax: number },
): SqlFragment {
  return tx`
    with waiting as (
      select organization_id, position from events where sequence is null order by position limit ${eventsMax}
    ), told as (
      select organization_id, count(*) as subscriptions from webhook_subscriptions
      where organization_id in (select organization_id from waiting) and disabled_at is null group by organization_id
    )
    select greatest(1, count(*)) from (
      select sum(coalesce(subscriptions, 0)) over (order by position) as deliveries
      from waiting left join told using (organization_id)
    ) so_far where deliveries <= ${deliveriesMax}
  `;
}

/** Makes the deliveries of events that have just been published, and has workers look at their subscriptions. */
export async function insertDeliveries(tx: RootTx, events: NewlyPublished[], now: Date): Promise<void> {
  // In this order on one connection: the locks first, so that the insert sees what workers have just recorded.
  await Promise.all([
    tx`
      select from webhook_subscriptions s
      where ${isTold(tx, events)} and exists (
        select from (${published(tx, events)}) e
        where e."organizationId" = s.organization_id and e.type = any(s.events) and e.position > s.position
      )
      order by s.organization_id, s.id for update
    `,
    tx`
      with made as (
        insert into webhook_deliveries (organization_id, subscription_id, event_id, sequence, record_id, status,
          attempts, next_attempt_at, created_at)
        select s.organization_id, s.id, e.id, e.sequence, e."recordId", 'pending', 0,
          case when row_number() over (partition by s.organization_id, s.id, e."recordId" order by e.sequence) = 1
            and not exists (
              select from webhook_deliveries earlier
              where earlier.organization_id = s.organization_id and earlier.subscription_id = s.id
                and earlier.record_id = e."recordId" and earlier.status = 'pending'
            )
            then ${now}::timestamptz end,
          e."createdAt"
        from (${published(tx, events)}) e
        join webhook_subscriptions s on s.organization_id = e."organizationId" and e.type = any(s.events)
          and e.position > s.position
        where ${isTold(tx, events)}
        returning organization_id, subscription_id, next_attempt_at
      )
      update webhook_subscriptions set next_due_at = least(next_due_at, greatest(${dueNow(tx, now)}, paused_until))
      where (organization_id, id) in (
        select organization_id, subscription_id from made where next_attempt_at is not null
      )
    `,
  ]);
}

/**
 * Up to `count` deliveries of a subscription whose attempt is due, with their events, but for those named in `except`.
 * Fewer when the events are large: beyond the first `countAtLeast` there are no more than fit into `storedBytes`.
 */
export async function selectDueDeliveries(
  tx: Tx,
  subscriptionId: string,
  wanted: { now: Date; except: string[]; count: number; countAtLeast: number; storedBytes: number },
): Promise<DueDelivery[]> {
  const { now, except, count, countAtLeast, storedBytes } = wanted;
  // Counted over what is within the limit, and by what is stored, so that nothing large is read to be left out.
  const rows = await tx<(Row<PublishedEvent> & Omit<DueDelivery, 'event'>)[]>`
    select event_id, due.record_id, attempts, due.id, due.sequence, type, data::text as data_json, created_at
    from (
      select d.event_id, d.record_id, d.attempts, d.next_attempt_at, d.sequence as place, e.id, e.sequence, e.type,
        e.data, e.created_at,
        row_number() over taken as number, sum(pg_column_size(e.data)) over taken as bytes
      from (
        select event_id, record_id, attempts, next_attempt_at, sequence from webhook_deliveries
        where organization_id = ${tx.organizationId} and subscription_id = ${subscriptionId}
          and next_attempt_at <= ${now} and event_id <> all(${except}::uuid[])
        order by next_attempt_at, sequence limit ${count}
      ) d
      left join events e on e.organization_id = ${tx.organizationId} and e.id = d.event_id
      window taken as (order by d.next_attempt_at, d.sequence)
    ) due
    where number <= ${countAtLeast} or bytes <= ${storedBytes}
    order by next_attempt_at, place
  `;
  return rows.map(({ eventId, recordId, attempts, ...event }) => ({
    eventId,
    recordId,
    attempts,
    event: event.id === null ? undefined : ({ ...event, recordId } as PublishedEvent),
  }));
}

/**
 * Records how attempts went. An outcome counts once, and a worker whose claim has ended has nothing more to say but
 * that an event arrived. Where a record's delivery is over, the next one of that record becomes due.
 */
export async function recordOutcomes(
  tx: Tx,
  { subscriptionId, claimId }: Pick<Claim, 'subscriptionId' | 'claimId'>,
  outcomes: Outcome[],
  now: Date,
): Promise<void> {
  const overRecordIds = outcomes.filter(({ status }) => status !== 'pending').map(({ recordId }) => recordId);
  await Promise.all([
    tx`
      update webhook_deliveries d set status = o.status, attempts = d.attempts + 1,
        next_attempt_at = o."nextAttemptAt", attempted_at = ${now}, response_status = o."responseStatus",
        response_body = o."responseBody", failure_reason = o."failureReason", failure_message = o."failureMessage",
        duration_ms = o."durationMs"
      from json_to_recordset(${JSON.stringify(outcomes)}::text::json) as o ("eventId" uuid, attempts smallint,
        status text, "nextAttemptAt" timestamptz, "responseStatus" smallint, "responseBody" text,
        "failureReason" text, "failureMessage" text, "durationMs" integer)
      where d.organization_id = ${tx.organizationId} and d.subscription_id = ${subscriptionId}
        and d.event_id = o."eventId" and d.status = 'pending'
        and (o.status = 'delivered' or d.attempts = o.attempts and exists (
          select from webhook_subscriptions s
          where s.organization_id = d.organization_id and s.id = d.subscription_id and s.claim_id = ${claimId}
        ))
    `,
    tx`
      update webhook_deliveries d set next_attempt_at = ${now}
      from (
        select distinct on (record_id) record_id, sequence from webhook_deliveries
        where organization_id = ${tx.organizationId} and subscription_id = ${subscriptionId}
          and record_id = any(${overRecordIds}::uuid[]) and status = 'pending'
        order by record_id, sequence
      ) next
      where d.organization_id = ${tx.organizationId} and d.subscription_id = ${subscriptionId}
        and d.record_id = next.record_id and d.sequence = next.sequence and d.status = 'pending'
        and d.next_attempt_at is null
    `,
  ]);
}

/** Drops up to `limit` deliveries that an ended subscription leaves unsent, and returns how many. */
export async function dropPending(tx: Tx, subscriptionId: string, limit: number): Promise<number> {
  const rows = await tx`
    update webhook_deliveries set status = 'dropped', next_attempt_at = null
    where organization_id = ${tx.organizationId} and subscription_id = ${subscriptionId} and status = 'pending'
      and event_id in (
        select event_id from webhook_deliveries
        where organization_id = ${tx.organizationId} and subscription_id = ${subscriptionId} and status = 'pending'
        limit ${limit}
      )
    returning event_id
  `;
  return rows.length;
}

/** Up to `count` deliveries of a subscription, latest event first, after the one of the event `after`. */
export async function selectDeliveries(
  tx: Tx,
  subscriptionId: string,
  { after, count }: { after: string | undefined; count: number },
): Promise<Delivery[]> {
  const rows = await tx<Row<Delivery>[]>`
    ${selectDelivered(tx, subscriptionId)} and (${after ?? null}::uuid is null or d.event_id < ${after ?? null}::uuid)
    order by d.event_id desc limit ${count}
  `;
  return rows.map(toDelivery);
}

/** The delivery of an event to a subscription. */
export async function findDelivery(
  tx: Tx,
  subscriptionId: string,
  eventId: string,
): Promise<Delivery | undefined> {
  const rows = await tx<Row<Delivery>[]>`${selectDelivered(tx, subscriptionId)} and d.event_id = ${eventId}`;
  return rows[0] && toDelivery(rows[0]);
}

/** Removes up to `limit` deliveries of events before a moment, of all organizations, and returns how many. */
export async function deleteDeliveriesBefore(tx: RootTx, moment: Date, limit: number): Promise<number> {
  const rows = await tx`
    delete from webhook_deliveries where ctid = any(array(
      select ctid from webhook_deliveries where created_at < ${moment} limit ${limit}
    )) returning event_id
  `;
  return rows.length;
}

function selectDelivered(tx: Tx, subscriptionId: string): SqlFragment {
  return tx`
    select d.event_id, e.type as event_type, d.sequence, d.record_id, d.status, d.attempts, d.next_attempt_at,
      d.attempted_at, d.response_status, d.response_body, d.failure_reason, d.failure_message, d.duration_ms,
      d.created_at
    from webhook_deliveries d
    left join events e on e.organization_id = d.organization_id and e.id = d.event_id
    where d.organization_id = ${tx.organizationId} and d.subscription_id = ${subscriptionId}
  `;
}

/** The events as rows named as in `NewlyPublished`. */
function published(tx: RootTx, events: NewlyPublished[]): SqlFragment {
  return tx`
    select * from json_to_recordset(${JSON.stringify(events)}::text::json) as event ("organizationId" uuid, id uuid,
      sequence bigint, position bigint, type text, "recordId" uuid, "createdAt" timestamptz)
  `;
}

// Names the organizations, so that the look-up is by key and does not grow with the number of tenants.
function isTold(tx: RootTx, events: NewlyPublished[]): SqlFragment {
  const organizationIds = [...new Set(events.map(({ organizationId }) => organizationId))];
  return tx`s.organization_id = any(${organizationIds}::uuid[]) and s.disabled_at is null`;
}

function toDelivery(row: Row<Delivery>): Delivery {
  return {
    eventId: row.eventId!,
    eventType: row.eventType ?? undefined,
    sequence: row.sequence!,
    recordId: row.recordId!,
    status: row.status!,
    attempts: row.attempts!,
    nextAttemptAt: row.nextAttemptAt ?? undefined,
    attemptedAt: row.attemptedAt ?? undefined,
    responseStatus: row.responseStatus ?? undefined,
    responseBody: row.responseBody ?? undefined,
    failureReason: row.failureReason ?? undefined,
    failureMessage: row.failureMessage ?? undefined,
    durationMs: row.durationMs ?? undefined,
    createdAt: row.createdAt!,
  };
}
