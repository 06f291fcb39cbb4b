// The secret each subscription's calls are signed with: making, showing and rotating it.
import { randomBytes } from 'node:crypto';
import { eventOf, recordEvent } from '#core/events/events.ts';
import type { Scope } from '#core/scope.ts';
import type { Subscription } from '#core/webhooks/subscription.ts';
import {
  lockSecrets,
  lockSubscription,
  type SealedSecrets,
  updateSecrets,
} from '#core/webhooks/subscription-queries.ts';
import type { Tx } from '#db/tx.ts';
import { missing } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

const sealPurpose = 'webhook-secret';
const secretBytes = 32;

/** How long the secret before goes on signing, so that a receiver can change over. */
export const rotationMs = 24 * 3_600_000;

/** A new secret, encrypted. */
export function newSecret(scope: Scope): Buffer {
  return scope.tools.secrets.seal(sealPurpose, randomBytes(secretBytes));
}

/** The bytes of a secret. */
export function openSecret(scope: Scope, sealed: Buffer): Buffer {
  return scope.tools.secrets.open(sealPurpose, sealed);
}

/** The secret of a subscription as receivers enter it, `whsec_` and base64. Throws `not_found`. */
export async function showSecret(scope: Scope, subscriptionId: string): Promise<string> {
  const secrets = isUuid(subscriptionId)
    ? await scope.write((tx) => lockSecrets(tx, subscriptionId))
    : undefined;
  if (!secrets) throw missing('The subscription');
  return written(openSecret(scope, secrets.secretSealed));
}

/** What a subscription's calls are signed with from now on. */
export interface NewSecret {
  /** As receivers enter it, `whsec_` and base64. */
  secret: string;
  /** Until when the secret before it signs too; empty when it has ended. */
  previousSecretUntil: Date | undefined;
}

/**
 * Gives a subscription a new secret. The one before goes on signing for a day, unless `endsPrevious`: then it ends at
 * once, for a secret that leaked. Throws `not_found`.
 */
export async function rotateSecret(
  scope: Scope,
  subscriptionId: string,
  { endsPrevious = false }: { endsPrevious?: boolean | undefined } = {},
): Promise<NewSecret> {
  if (!isUuid(subscriptionId)) throw missing('The subscription');
  const secretSealed = newSecret(scope);
  const previousSecretUntil = endsPrevious ? undefined : new Date(scope.clock.now().getTime() + rotationMs);
  await scope.write(async (tx) => {
    const { subscription, secrets } = await lockWithSecrets(tx, subscriptionId);
    const previousSecretSealed = endsPrevious ? undefined : secrets.secretSealed;
    const rotated = { ...subscription, previousSecretUntil };
    await Promise.all([
      updateSecrets(tx, subscriptionId, { secretSealed, previousSecretSealed, previousSecretUntil }),
      recordEvent(tx, scope, eventOf(scope, 'webhook_subscription.secret_rotated', rotated, subscription)),
    ]);
  });
  return { secret: written(openSecret(scope, secretSealed)), previousSecretUntil };
}

/** Ends the secret before the present one, when the receiver has changed over. Throws `not_found`. */
export async function endPreviousSecret(scope: Scope, subscriptionId: string): Promise<void> {
  if (!isUuid(subscriptionId)) throw missing('The subscription');
  await scope.write(async (tx) => {
    const { subscription, secrets } = await lockWithSecrets(tx, subscriptionId);
    if (!secrets.previousSecretSealed) return;
    const none = { previousSecretSealed: undefined, previousSecretUntil: undefined };
    const ended = { ...subscription, previousSecretUntil: undefined };
    await Promise.all([
      updateSecrets(tx, subscriptionId, { secretSealed: secrets.secretSealed, ...none }),
      recordEvent(
        tx,
        scope,
        eventOf(scope, 'webhook_subscription.previous_secret_ended', ended, subscription),
      ),
    ]);
  });
}

async function lockWithSecrets(
  tx: Tx,
  id: string,
): Promise<{ subscription: Subscription; secrets: SealedSecrets }> {
  const [subscription, secrets] = await Promise.all([lockSubscription(tx, id), lockSecrets(tx, id)]);
  if (!subscription || !secrets) throw missing('The subscription');
  return { subscription, secrets };
}

/** A secret as receivers enter it: `whsec_` and base64. */
export function written(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`;
}
