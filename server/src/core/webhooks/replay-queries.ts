// The SQL that has events sent once more. Whoever runs it holds the subscription's row lock.
import type { Tx } from '#db/tx.ts';

/** What a replay of a stretch of events has come to. */
export interface ReplayedStretch {
  /** How many of the events are on their way now that were not before. */
  replayed: number;
  /** The sequence number of the last event that was looked at; empty when there was none. */
  lastSequence: number | undefined;
  /** Whether events of the stretch follow it. */
  hasMore: boolean;
}

/**
 * Makes every published event of a stretch that the subscription asks for pending, whether it was delivered, given up,
 * dropped or never meant for it. What is pending stays as it is. Looks at up to `count` events.
 */
export async function replayStretch(
  tx: Tx,
  subscriptionId: string,
  { after, upTo, count }: { after: number; upTo: number; count: number },
): Promise<ReplayedStretch> {
  const rows = await tx<{ replayed: number; lastSequence: number | null; hasMore: boolean }[]>`
    with stretch as (
      select id, sequence, type, record_id, created_at from events
      where organization_id = ${tx.organizationId} and sequence > ${after} and sequence <= ${upTo}
      order by sequence limit ${count}
    ), made as (
      insert into webhook_deliveries as d (organization_id, subscription_id, event_id, sequence, record_id, status,
        attempts, created_at)
      select s.organization_id, s.id, e.id, e.sequence, e.record_id, 'pending', 0, e.created_at
      from webhook_subscriptions s join stretch e on e.type = any(s.events)
      where s.organization_id = ${tx.organizationId} and s.id = ${subscriptionId}
      on conflict (organization_id, subscription_id, event_id) do update set status = 'pending', attempts = 0
        where d.status <> 'pending'
      returning 1
    )
    select (select count(*) from made) as replayed, last_sequence, exists (
      select from events
      where organization_id = ${tx.organizationId} and sequence > last_sequence and sequence <= ${upTo}
    ) as has_more
    from (select max(sequence) as last_sequence from stretch) as looked_at
  `;
  const { replayed, lastSequence, hasMore } = rows[0]!;
  return { replayed, lastSequence: lastSequence ?? undefined, hasMore };
}

/** The same for one event; nothing when it is not there, or neither asked for nor in the subscription's log. */
export async function replayOne(tx: Tx, subscriptionId: string, eventId: string): Promise<void> {
  await tx`
    insert into webhook_deliveries as d (organization_id, subscription_id, event_id, sequence, record_id, status,
      attempts, created_at)
    select s.organization_id, s.id, e.id, e.sequence, e.record_id, 'pending', 0, e.created_at
    from webhook_subscriptions s join events e on e.organization_id = s.organization_id
    where s.organization_id = ${tx.organizationId} and s.id = ${subscriptionId} and e.id = ${eventId}
      and e.sequence is not null and (e.type = any(s.events) or exists (
        select from webhook_deliveries earlier
        where earlier.organization_id = s.organization_id and earlier.subscription_id = s.id and earlier.event_id = e.id
      ))
    on conflict (organization_id, subscription_id, event_id) do update set status = 'pending', attempts = 0
      where d.status <> 'pending'
  `;
}

/** Of each record's pending deliveries, has the first one sent and the others wait for it. */
export async function lineUpRecords(tx: Tx, subscriptionId: string, now: Date): Promise<void> {
  await tx`
    update webhook_deliveries d set next_attempt_at = case when line.place = 1 then ${now}::timestamptz end
    from (
      select event_id, next_attempt_at, row_number() over (partition by record_id order by sequence) as place
      from webhook_deliveries
      where organization_id = ${tx.organizationId} and subscription_id = ${subscriptionId} and status = 'pending'
    ) line
    where d.organization_id = ${tx.organizationId} and d.subscription_id = ${subscriptionId}
      and d.event_id = line.event_id and d.status = 'pending'
      and (line.place = 1) <> (line.next_attempt_at is not null)
  `;
}
