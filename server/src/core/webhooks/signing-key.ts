// The key of this instance that signs every webhook (`v1a`, ed25519), so that receivers who never saw a subscription's
// secret can tell ours from forgeries. Its public half is published.
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Tools, WebhookSigner } from '#core/scope.ts';
import { findWebhookKey, insertWebhookKey, type StoredKey } from '#core/webhooks/signing-key-queries.ts';
import type { RootDb } from '#db/tx.ts';
import type { Clock } from '#kit/clock.ts';
import type { SecretBox } from '#kit/secret-box.ts';

const sealPurpose = 'webhook-signing-key';

interface OpenKey {
  privateKey: KeyObject;
  publicKey: Buffer;
}

/** The signer of this instance. The key is made at its first use; all processes on one database have the same. */
export function openWebhookSigner(db: RootDb, clock: Clock, secrets: SecretBox): WebhookSigner {
  let opening: Promise<OpenKey> | undefined;

  async function open(): Promise<OpenKey> {
    const stored = (await db.root(findWebhookKey)) ?? (await make());
    const der = secrets.open(sealPurpose, stored.privateKeySealed);
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    return { privateKey, publicKey: stored.publicKey };
  }
  async function make(): Promise<StoredKey> {
    const made = newKey(secrets);
    return db.root(async (tx) => {
      await insertWebhookKey(tx, made, clock.now());
      return (await findWebhookKey(tx))!;
    });
  }
  function key(): Promise<OpenKey> {
    if (!opening) {
      const tried = open();
      opening = tried;
      // A database that was away must not leave every later signature failing.
      tried.catch(() => {
        opening = undefined;
      });
    }
    return opening;
  }
  return {
    publicKey: async () => `whpk_${(await key()).publicKey.toString('base64')}`,
    sign: async (text) => sign(null, Buffer.from(text), (await key()).privateKey).toString('base64'),
  };
}

/** The key that receivers verify `v1a` signatures with. */
export async function getWebhookSigningKey({
  webhookSigner,
}: Pick<Tools, 'webhookSigner'>): Promise<{ algorithm: 'ed25519'; publicKey: string }> {
  return { algorithm: 'ed25519', publicKey: await webhookSigner.publicKey() };
}

function newKey(secrets: SecretBox): StoredKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const der = privateKey.export({ format: 'der', type: 'pkcs8' });
  return {
    privateKeySealed: secrets.seal(sealPurpose, der),
    publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url'),
  };
}
