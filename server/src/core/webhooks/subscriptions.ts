// Operations on webhook subscriptions: making, listing and ending them.
import type { EventType, SubscribableEvent } from '#core/events/event.ts';
import { eventOf, eventsKeptMs, recordEvent } from '#core/events/events.ts';
import type { Scope } from '#core/scope.ts';
import { lineUpRecords } from '#core/webhooks/replay-queries.ts';
import {
  type DisabledReason,
  organizationOfToken,
  type Subscription,
  writeUnsubscribeToken,
} from '#core/webhooks/subscription.ts';
import {
  deleteEndedSubscriptions,
  findSubscription,
  insertSubscription,
  lockSubscription,
  lockUnsubscribeTokenHash,
  markEnabled,
  markEnded,
  selectSubscriptions,
  targetConstraint,
  wakeWorker,
} from '#core/webhooks/subscription-queries.ts';
import { newSecret, openSecret, written } from '#core/webhooks/subscription-secrets.ts';
import { type RootDb, type Tx, violatedConstraint } from '#db/tx.ts';
import type { Clock } from '#kit/clock.ts';
import { type Page, pageOf, readCursor } from '#kit/cursor.ts';
import { Fault, invalidField, missing } from '#kit/fault.ts';
import { equalDigests, sha256 } from '#kit/hash.ts';
import { isUuid, newId } from '#kit/id.ts';

/** What the contract's subscription is made of. */
export interface NewSubscriptionInput {
  event: SubscribableEvent;
  /** More kinds of events, `event` among them or not. */
  events?: readonly SubscribableEvent[] | undefined;
  targetUrl: string;
}

/** A subscription that was just made. */
export interface MadeSubscription {
  subscription: Subscription;
  /** Ends it; stored only as a hash. */
  unsubscribeToken: string;
  /** Its calls are signed with this, `whsec_` and base64. */
  secret: string;
}

/**
 * Makes a subscription to some of the contract's seven kinds of events. Throws as `createWebhookSubscription` does.
 * Source: Spec, C, POST /zapier/subscriptions.
 */
export function createSubscription(
  scope: Scope,
  { event, events = [], targetUrl }: NewSubscriptionInput,
): Promise<MadeSubscription> {
  return createWebhookSubscription(scope, { events: [event, ...events], targetUrl });
}

/**
 * Makes a subscription to what happens from now on. Throws `invalid_field` for a URL that calls may not go to,
 * `target_url_in_use` when an active subscription of the organization has the same. Decisions: docs/decisions/0006.
 */
export async function createWebhookSubscription(
  scope: Scope,
  { events, targetUrl }: { events: readonly EventType[]; targetUrl: string },
): Promise<MadeSubscription> {
  const createdAt = scope.clock.now();
  const subscription: Subscription = {
    id: newId(createdAt),
    events: [...new Set(events)],
    targetUrl: checkedTarget(scope, targetUrl),
    createdAt,
    failingSince: undefined,
    previousSecretUntil: undefined,
    disabledAt: undefined,
    disabledReason: undefined,
  };
  const unsubscribeToken = writeUnsubscribeToken(scope.organization.id);
  const secretSealed = newSecret(scope);
  const stored = {
    ...subscription,
    unsubscribeTokenHash: sha256(unsubscribeToken),
    secretSealed,
    createdBy: scope.actor.id,
  };
  try {
    await scope.write((tx) =>
      Promise.all([
        insertSubscription(tx, stored),
        recordEvent(tx, scope, eventOf(scope, 'webhook_subscription.created', subscription)),
      ]),
    );
  } catch (error) {
    if (violatedConstraint(error) !== targetConstraint) throw error;
    throw invalidField('targetUrl', 'is the address of another subscription.', 'target_url_in_use');
  }
  return { subscription, unsubscribeToken, secret: written(openSecret(scope, secretSealed)) };
}

/** A subscription that was not unsubscribed. Throws `not_found`. */
export async function getSubscription(scope: Scope, id: string): Promise<Subscription> {
  const subscription = isUuid(id) ? await scope.read((tx) => findSubscription(tx, id)) : undefined;
  if (!subscription) throw missing('The subscription');
  return subscription;
}

/** One page of the subscriptions that were not unsubscribed, newest first. Throws `invalid_cursor`. */
export async function listSubscriptions(
  scope: Scope,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Subscription>> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const subscriptions = await scope.read((tx) => selectSubscriptions(tx, { after, count: limit + 1 }));
  return pageOf(subscriptions, limit);
}

/**
 * Ends a subscription with the token it was made with. What was not sent yet is dropped. Throws
 * `unsubscribe_token_invalid`, and `not_found` when there is no such subscription, or no longer.
 * Source: Spec, C, DELETE /zapier/subscriptions/{subscriptionId}.
 */
export async function deleteSubscription(scope: Scope, id: string, token: string): Promise<void> {
  if (organizationOfToken(token) !== scope.organization.id) throw invalidToken();
  if (!isUuid(id)) throw missing('The subscription');
  await scope.write(async (tx) => {
    const [subscription, tokenHash] = await Promise.all([
      lockSubscription(tx, id),
      lockUnsubscribeTokenHash(tx, id),
    ]);
    if (!subscription || !tokenHash) throw missing('The subscription');
    if (!equalDigests(tokenHash, sha256(token))) throw invalidToken();
    await endLocked(tx, scope, subscription, 'unsubscribed');
  });
}

/** Ends a subscription without its token, for those who look after it. Throws `not_found`. */
export async function endSubscription(scope: Scope, id: string): Promise<void> {
  if (!isUuid(id)) throw missing('The subscription');
  await scope.write(async (tx) => {
    const subscription = await lockSubscription(tx, id);
    if (!subscription) throw missing('The subscription');
    await endLocked(tx, scope, subscription, 'unsubscribed');
  });
}

/** Ends a locked subscription and has a worker drop what was not sent yet; a part of whatever ends it. */
export async function endLocked(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  disabledReason: DisabledReason,
): Promise<void> {
  const now = scope.clock.now();
  const ended = { ...subscription, disabledAt: subscription.disabledAt ?? now, disabledReason };
  await Promise.all([
    markEnded(tx, subscription.id, disabledReason, now),
    recordEvent(tx, scope, eventOf(scope, 'webhook_subscription.ended', ended, subscription)),
  ]);
}

/**
 * Begins anew with a subscription that ended because its receiver failed or was gone: it is told of what happens from
 * now on; what it missed can be replayed. One that has not ended stays as it is. Throws `not_found`, and
 * `target_url_in_use` when another active one has its address by now.
 */
export async function enableSubscription(scope: Scope, id: string): Promise<Subscription> {
  if (!isUuid(id)) throw missing('The subscription');
  const now = scope.clock.now();
  try {
    return await scope.write(async (tx) => {
      const subscription = await lockSubscription(tx, id);
      if (!subscription) throw missing('The subscription');
      if (!subscription.disabledAt) return subscription;
      const enabled = {
        ...subscription,
        failingSince: undefined,
        disabledAt: undefined,
        disabledReason: undefined,
      };
      // What a worker had not dropped yet goes out after all, and nothing waits for what it had.
      await Promise.all([
        markEnabled(tx, id),
        lineUpRecords(tx, id, now),
        wakeWorker(tx, id, now),
        recordEvent(tx, scope, eventOf(scope, 'webhook_subscription.enabled', enabled, subscription)),
      ]);
      return enabled;
    });
  } catch (error) {
    if (violatedConstraint(error) !== targetConstraint) throw error;
    const sentence = 'Another subscription has its address by now; delete that one first.';
    throw new Fault('conflict', 'target_url_in_use', sentence);
  }
}

/** A token that ends nothing. */
export function invalidToken(): Fault {
  const sentence = 'X-Service-Unsubscribe-Token must be the token that the subscription was made with.';
  return new Fault('unauthenticated', 'unsubscribe_token_invalid', sentence);
}

/**
 * Removes up to `limit` subscriptions that their owner or the receiver ended 30 days ago, of all organizations, and
 * returns how many. Those that ended for failing stay until their owner ends them.
 */
export function removeEndedSubscriptions(db: RootDb, clock: Clock, limit: number): Promise<number> {
  const moment = new Date(clock.now().getTime() - eventsKeptMs);
  return db.root((tx) => deleteEndedSubscriptions(tx, moment, limit));
}

// What is stored and compared is what will be called: the parser's form of the URL, which may be the longer one.
function checkedTarget(scope: Scope, targetUrl: string): string {
  const { checkTargetUrl } = scope.tools.callbacks;
  const problem = checkTargetUrl(targetUrl) ?? checkTargetUrl(new URL(targetUrl).href);
  if (problem) throw invalidField('targetUrl', problem);
  return new URL(targetUrl).href;
}
