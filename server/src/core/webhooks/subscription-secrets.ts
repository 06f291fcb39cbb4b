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

/** Gives a subscription a new secret and returns it; the one before goes on signing for a day. Throws `not_found`. */
export async function rotateSecret(scope: Scope, subscriptionId: string): Promise<string> {
  if (!isUuid(subscriptionId)) throw missing('The subscription');
  const secretSealed = newSecret(scope);
  await scope.write(async (tx) => {
    const before = await lockSecrets(tx, subscriptionId);
    if (!before) throw missing('The subscription');
    const previousSecretUntil = new Date(scope.clock.now().getTime() + rotationMs);
    await updateSecrets(tx, subscriptionId, {
      secretSealed,
      previousSecretSealed: before.secretSealed,
      previousSecretUntil,
    });
  });
  return written(openSecret(scope, secretSealed));
}

function written(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`;
}
