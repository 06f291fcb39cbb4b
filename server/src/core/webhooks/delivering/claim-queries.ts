// The SQL by which workers share out subscriptions. A claim is a claim id with next_due_at in the future: a worker that
// dies gives it back by letting that moment pass.

import type { Health } from '#core/webhooks/subscription.ts';
import type { SealedSecrets } from '#core/webhooks/subscription-queries.ts';
import type { RootTx, SqlFragment, Tx } from '#db/tx.ts';

/** A worker's hold on a subscription. */
export interface Claim {
  organizationId: string;
  subscriptionId: string;
  claimId: string;
  /** When it ends unless it is kept. */
  until: Date;
  /** Whether its receiver was failing when it was claimed. */
  isFailing: boolean;
}

/** What a worker needs to know of the subscription it holds. */
export interface ClaimedSubscription extends Health, SealedSecrets {
  targetUrl: string;
  pausedUntil: Date | undefined;
  disabledAt: Date | undefined;
}

/** The workers of a process for one kind of receiver: those that answer, or those that fail. */
export interface WorkerPool {
  free: number;
  /** How many workers one organization can have at once. */
  perOrganizationMax: number;
  /** The organizations that workers are busy for, each with how many. */
  busy: { organizationId: string; workers: number }[];
}

/** How many of the oldest due subscriptions turns are shared out among; a look-up that never grows. */
const consideredMax = 128;

/**
 * Claims due subscriptions of all organizations until a moment, as far as there are free workers for receivers that
 * answer, and for those that fail. The organization with the fewest busy workers comes first, so that none waits for
 * another's. What others are claiming just now is skipped.
 */
export async function claimDueSubscriptions(
  tx: RootTx,
  claim: { claimId: string; now: Date; until: Date; healthy: WorkerPool; failing: WorkerPool },
): Promise<Claim[]> {
  const { claimId, now, until, healthy, failing } = claim;
  const rows = await tx<Omit<Claim, 'claimId' | 'until'>[]>`
    with healthy as (${lockDue(tx, now, { pool: healthy, isOfPool: tx`failing_since is null` })}),
    failing as (${lockDue(tx, now, { pool: failing, isOfPool: tx`failing_since is not null` })})
    update webhook_subscriptions s set claim_id = ${claimId}, next_due_at = ${until}
    from (select *, false as is_failing from healthy union all select *, true from failing) due
    where s.organization_id = due.organization_id and s.id = due.id
    returning s.organization_id, s.id as subscription_id, due.is_failing
  `;
  return rows.map((row) => ({ ...row, claimId, until }));
}

function lockDue(
  tx: RootTx,
  now: Date,
  { pool, isOfPool }: { pool: WorkerPool; isOfPool: SqlFragment },
): SqlFragment {
  const { free, perOrganizationMax, busy } = pool;
  const full = busy.filter(({ workers }) => workers >= perOrganizationMax);
  return tx`
    select organization_id, id from webhook_subscriptions
    where next_due_at <= ${now} and ${isOfPool} and (organization_id, id) in (
      select oldest.organization_id, oldest.id from (
        select organization_id, id, next_due_at, coalesce(workers, 0) + row_number() over (
          partition by organization_id order by next_due_at) as workers
        from (
          select organization_id, id, next_due_at from webhook_subscriptions
          where next_due_at <= ${now} and ${isOfPool}
            and organization_id <> all(${full.map(({ organizationId }) => organizationId)}::uuid[])
          order by next_due_at limit ${consideredMax}
        ) due left join json_to_recordset(${JSON.stringify(busy)}::text::json) as
          busy ("organizationId" uuid, workers integer) on busy."organizationId" = due.organization_id
      ) oldest
      where workers <= ${perOrganizationMax} order by workers, next_due_at limit ${free}
    ) for update skip locked
  `;
}

/** The claimed subscription, locked; `undefined` when the claim has passed to another worker. */
export function lockClaimed(tx: Tx, claim: Claim): Promise<ClaimedSubscription | undefined> {
  return findClaimed(tx, claim, tx`for update`);
}

/** The claimed subscription as it was at this moment; `undefined` when the claim has passed to another worker. */
export async function findClaimed(
  tx: Tx,
  { subscriptionId, claimId }: Claim,
  lock = tx``,
): Promise<ClaimedSubscription | undefined> {
  const rows = await tx<ClaimedRow[]>`
    select claim_id, target_url, secret_sealed, previous_secret_sealed, previous_secret_until, failing_since,
      last_failed_at, paused_until, disabled_at
    from webhook_subscriptions where organization_id = ${tx.organizationId} and id = ${subscriptionId} ${lock}
  `;
  return rows[0]?.claimId === claimId ? toClaimed(rows[0]) : undefined;
}

/** What calls have shown about a receiver. */
export interface ReceiverState {
  health: Health;
  pausedUntil: Date | undefined;
}

/** Stores what calls have shown about the receiver, and keeps the claim until a moment. */
export async function keepClaim(
  tx: Tx,
  { subscriptionId }: Claim,
  { health, pausedUntil }: ReceiverState,
  until: Date,
): Promise<void> {
  await tx`
    update webhook_subscriptions set next_due_at = ${until}, failing_since = ${health.failingSince},
      last_failed_at = ${health.lastFailedAt}, paused_until = ${pausedUntil}
    where organization_id = ${tx.organizationId} and id = ${subscriptionId}
  `;
}

/**
 * Stores what calls have shown about the receiver and gives the claim back: the subscription is due when its earliest
 * delivery is, but not before the end of a pause. The caller has locked the subscription in a statement before this
 * one; whoever publishes takes the same lock first, so no delivery is overlooked.
 */
export async function releaseClaim(
  tx: Tx,
  { subscriptionId }: Claim,
  { health, pausedUntil }: ReceiverState,
): Promise<void> {
  await tx`
    update webhook_subscriptions s set claim_id = null, failing_since = ${health.failingSince},
      last_failed_at = ${health.lastFailedAt}, paused_until = ${pausedUntil}, next_due_at = (
        select case when min(d.next_attempt_at) is not null
          then greatest(min(d.next_attempt_at), ${pausedUntil}::timestamptz) end
        from webhook_deliveries d
        where d.organization_id = s.organization_id and d.subscription_id = s.id and d.next_attempt_at is not null
      )
    where s.organization_id = ${tx.organizationId} and s.id = ${subscriptionId}
  `;
}

type ClaimedRow = { [Field in keyof ClaimedSubscription]: ClaimedSubscription[Field] | null } & {
  claimId: string | null;
};

function toClaimed(row: ClaimedRow): ClaimedSubscription {
  return {
    targetUrl: row.targetUrl!,
    secretSealed: row.secretSealed!,
    previousSecretSealed: row.previousSecretSealed ?? undefined,
    previousSecretUntil: row.previousSecretUntil ?? undefined,
    failingSince: row.failingSince ?? undefined,
    lastFailedAt: row.lastFailedAt ?? undefined,
    pausedUntil: row.pausedUntil ?? undefined,
    disabledAt: row.disabledAt ?? undefined,
  };
}
