// The headers that identify and sign a call. Source: Standard Webhooks.
import type { Scope } from '#core/scope.ts';
import type { SealedSecrets } from '#core/webhooks/subscription-queries.ts';
import { openSecret } from '#core/webhooks/subscription-secrets.ts';
import { hmacSha256 } from '#kit/hash.ts';

/**
 * The headers of one attempt to send `body` under `eventId` at `now`: signed with the subscription's secret, during a
 * rotation also with the one before (`v1`, HMAC-SHA256), and with the key of this instance (`v1a`, ed25519).
 */
export async function signedHeaders(
  scope: Scope,
  subscription: SealedSecrets,
  { eventId, body, now }: { eventId: string; body: string; now: Date },
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signed = `${eventId}.${timestamp}.${body}`;
  const signatures = liveSecrets(subscription, now).map((sealed) => {
    return `v1,${hmacSha256(openSecret(scope, sealed), signed).toString('base64')}`;
  });
  signatures.push(`v1a,${await scope.tools.webhookSigner.sign(signed)}`);
  return {
    'content-type': 'application/json',
    'user-agent': 'Frontdesk-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

function liveSecrets({ secretSealed, previousSecretSealed, previousSecretUntil }: SealedSecrets, now: Date) {
  const isRotating = previousSecretSealed && previousSecretUntil && previousSecretUntil > now;
  return isRotating ? [secretSealed, previousSecretSealed] : [secretSealed];
}
