// The SQL that makes, reads and ends subscriptions. How workers claim them is in claim-queries.ts.
import type { DisabledReason, Subscription } from '#core/webhooks/subscription.ts';
import type { RootTx, SqlFragment, Tx } from '#db/tx.ts';

type SubscriptionRow = { [Field in keyof Subscription]: Exclude<Subscription[Field], undefined> | null };

/** A subscription about to be stored, with what its record does not show. */
export interface NewSubscription extends Subscription {
  unsubscribeTokenHash: Buffer;
  secretSealed: Buffer;
  /** Record id of the key or person who made it. */
  createdBy: string;
}

/** Its secrets, encrypted. */
export interface SealedSecrets {
  secretSealed: Buffer;
  previousSecretSealed: Buffer | undefined;
  previousSecretUntil: Date | undefined;
}

/** The unique index over the addresses of active subscriptions. */
export const targetConstraint = 'webhook_subscriptions_target';

/** Stores a new subscription. Violates `targetConstraint` when an active one has the address. */
export async function insertSubscription(tx: Tx, subscription: NewSubscription): Promise<void> {
  const { id, events, targetUrl, unsubscribeTokenHash, secretSealed, createdBy, createdAt } = subscription;
  await tx`
    insert into webhook_subscriptions (organization_id, id, events, target_url, unsubscribe_token_hash, secret_sealed,
      created_by, created_at)
    values (${tx.organizationId}, ${id}, ${events}::text[], ${targetUrl}, ${unsubscribeTokenHash}, ${secretSealed},
      ${createdBy}, ${createdAt})
  `;
}

/** Up to `count` subscriptions that were not unsubscribed, newest first, after the one with the id `after`. */
export async function selectSubscriptions(
  tx: Tx,
  { after, count }: { after: string | undefined; count: number },
): Promise<Subscription[]> {
  const rows = await tx<SubscriptionRow[]>`
    ${selectNotUnsubscribed(tx)} and (${after ?? null}::uuid is null or id < ${after ?? null}::uuid)
    order by id desc limit ${count}
  `;
  return rows.map(toSubscription);
}

/** The subscription, unless there is none or it was unsubscribed. */
export async function findSubscription(tx: Tx, id: string): Promise<Subscription | undefined> {
  const rows = await tx<SubscriptionRow[]>`${selectNotUnsubscribed(tx)} and id = ${id}`;
  return rows[0] && toSubscription(rows[0]);
}

/** The same, locked, so that no worker and no publisher comes between. */
export async function lockSubscription(tx: Tx, id: string): Promise<Subscription | undefined> {
  const rows = await tx<SubscriptionRow[]>`${selectNotUnsubscribed(tx)} and id = ${id} for update`;
  return rows[0] && toSubscription(rows[0]);
}

/** Whether there is a subscription with this id, ended or not. */
export async function hasSubscription(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`
    select from webhook_subscriptions where organization_id = ${tx.organizationId} and id = ${id}
  `;
  return rows.length > 0;
}

/** The hash of the token that ends a subscription, locked; `undefined` when there is none that could be ended. */
export async function lockUnsubscribeTokenHash(tx: Tx, id: string): Promise<Buffer | undefined> {
  const rows = await tx<{ unsubscribeTokenHash: Buffer }[]>`
    select unsubscribe_token_hash from webhook_subscriptions
    where organization_id = ${tx.organizationId} and id = ${id} and disabled_reason is distinct from 'unsubscribed'
    for update
  `;
  return rows[0]?.unsubscribeTokenHash;
}

/** Ends a subscription, and has a worker drop what was still to be sent. */
export async function markEnded(tx: Tx, id: string, reason: DisabledReason, now: Date): Promise<void> {
  await tx`
    update webhook_subscriptions set disabled_at = coalesce(disabled_at, ${now}), disabled_reason = ${reason},
      next_due_at = ${dueNow(tx, now)}
    where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

/** Begins anew with a subscription that has ended. Violates `targetConstraint` when an active one has its address by now. */
export async function markEnabled(tx: Tx, id: string): Promise<void> {
  await tx`
    update webhook_subscriptions set disabled_at = null, disabled_reason = null, failing_since = null,
      last_failed_at = null, paused_until = null
    where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

/** Has a worker look at a subscription soon, but not before the end of a pause that its receiver asked for. */
export async function wakeWorker(tx: Tx, id: string, now: Date): Promise<void> {
  await tx`
    update webhook_subscriptions set next_due_at = least(next_due_at, greatest(${dueNow(tx, now)}, paused_until))
    where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

/** The secrets of a subscription, locked; `undefined` when there is none or it was unsubscribed. */
export async function lockSecrets(tx: Tx, id: string): Promise<SealedSecrets | undefined> {
  const rows = await tx<SealedSecrets[]>`
    select secret_sealed, previous_secret_sealed, previous_secret_until from webhook_subscriptions
    where organization_id = ${tx.organizationId} and id = ${id} and disabled_reason is distinct from 'unsubscribed'
    for update
  `;
  return rows[0];
}

/** Replaces the secrets of a subscription. */
export async function updateSecrets(tx: Tx, id: string, secrets: SealedSecrets): Promise<void> {
  await tx`
    update webhook_subscriptions set secret_sealed = ${secrets.secretSealed},
      previous_secret_sealed = ${secrets.previousSecretSealed}, previous_secret_until = ${secrets.previousSecretUntil}
    where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

/**
 * The value for next_due_at that has a worker look soon. A claim is left alone: whoever holds it asks for what is due
 * before giving it back.
 */
export function dueNow(tx: Tx | RootTx, now: Date): SqlFragment {
  return tx`
    case when claim_id is not null and next_due_at > ${now}::timestamptz then next_due_at else ${now}::timestamptz end
  `;
}

/** Removes up to `limit` subscriptions that their owner or the receiver ended before a moment, with what is left of their log. */
export async function deleteEndedSubscriptions(tx: RootTx, moment: Date, limit: number): Promise<number> {
  const rows = await tx`
    delete from webhook_subscriptions where ctid = any(array(
      select ctid from webhook_subscriptions
      where disabled_at < ${moment} and disabled_reason in ('unsubscribed', 'gone')
      order by disabled_at limit ${limit}
    )) returning id
  `;
  return rows.length;
}

function selectNotUnsubscribed(tx: Tx): SqlFragment {
  return tx`
    select id, to_json(events) as events, target_url, created_at, failing_since, previous_secret_until, disabled_at,
      disabled_reason
    from webhook_subscriptions
    where organization_id = ${tx.organizationId} and disabled_reason is distinct from 'unsubscribed'
  `;
}

function toSubscription(row: SubscriptionRow): Subscription {
  return {
    id: row.id!,
    events: row.events!,
    targetUrl: row.targetUrl!,
    createdAt: row.createdAt!,
    failingSince: row.failingSince ?? undefined,
    previousSecretUntil: row.previousSecretUntil ?? undefined,
    disabledAt: row.disabledAt ?? undefined,
    disabledReason: row.disabledReason ?? undefined,
  };
}
