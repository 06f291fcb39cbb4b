// The headers that identify and sign a call. Source: Standard Webhooks.
import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Scope } from '#core/scope.ts';
import type { SealedSecrets } from '#core/webhooks/subscription-queries.ts';
import { openSecret } from '#core/webhooks/subscription-secrets.ts';
import { hmacSha256 } from '#kit/hash.ts';

/** Signs the calls to one receiver. */
export interface Signer {
  /**
   * The headers of one attempt to send `body` under `eventId` at `now`: signed with the subscription's secret, during a
   * rotation also with the one before (`v1`, HMAC-SHA256), and with the key of this instance (`v1a`, ed25519).
   */
  headersOf(call: { eventId: string; body: string; now: Date }): Promise<Record<string, string>>;
}

/** A signer with the secrets of a subscription, which it opens at its first call and no more. */
export function openSigner(scope: Scope, subscription: SealedSecrets): Signer {
  const { secretSealed, previousSecretSealed, previousSecretUntil } = subscription;
  const secret = openedOnce(scope, secretSealed);
  const previousSecret = previousSecretSealed && openedOnce(scope, previousSecretSealed);

  function liveSecrets(now: Date): KeyObject[] {
    const isRotating = previousSecret && previousSecretUntil && previousSecretUntil > now;
    return isRotating ? [secret(), previousSecret()] : [secret()];
  }
  return {
    async headersOf({ eventId, body, now }) {
      const timestamp = String(Math.floor(now.getTime() / 1000));
      const signed = `${eventId}.${timestamp}.${body}`;
      const signatures = liveSecrets(now).map((key) => `v1,${hmacSha256(key, signed).toString('base64')}`);
      signatures.push(`v1a,${await scope.tools.webhookSigner.sign(signed)}`);
      return {
        'content-type': 'application/json',
        'user-agent': 'Frontdesk-Webhooks/1',
        'webhook-id': eventId,
        'webhook-timestamp': timestamp,
        'webhook-signature': signatures.join(' '),
      };
    },
  };
}

// As a key of its own kind: from bytes, each signature would make one, which takes four times as long.
function openedOnce(scope: Scope, sealed: Buffer): () => KeyObject {
  let opened: KeyObject | undefined;
  return () => {
    opened ??= createSecretKey(openSecret(scope, sealed));
    return opened;
  };
}
