// The secret each subscription's calls are signed with: making, showing and rotating it.
import { randomBytes } from 'node:crypto';
import type { Scope } from '#core/scope.ts';
import { lockSecrets, updateSecrets } from '#core/webhooks/subscription-queries.ts';
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
    const before = await lockSecrets(tx, subscriptionId);
    if (!before) throw missing('The subscription');
    const previousSecretSealed = endsPrevious ? undefined : before.secretSealed;
    await updateSecrets(tx, subscriptionId, { secretSealed, previousSecretSealed, previousSecretUntil });
  });
  return { secret: written(openSecret(scope, secretSealed)), previousSecretUntil };
}

/** Ends the secret before the present one, when the receiver has changed over. Throws `not_found`. */
export async function endPreviousSecret(scope: Scope, subscriptionId: string): Promise<void> {
  if (!isUuid(subscriptionId)) throw missing('The subscription');
  await scope.write(async (tx) => {
    const before = await lockSecrets(tx, subscriptionId);
    if (!before) throw missing('The subscription');
    const { secretSealed } = before;
    await updateSecrets(tx, subscriptionId, {
      secretSealed,
      previousSecretSealed: undefined,
      previousSecretUntil: undefined,
    });
  });
}

/** A secret as receivers enter it: `whsec_` and base64. */
export function written(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`;
}
