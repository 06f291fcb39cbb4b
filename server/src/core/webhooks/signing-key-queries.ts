// All SQL of the key that the instance signs webhooks with.
import type { RootTx } from '#db/tx.ts';

/** The key as it is kept. */
export interface StoredKey {
  /** Ed25519 private key in PKCS 8, encrypted. */
  privateKeySealed: Buffer;
  /** Ed25519 public key, 32 bytes. */
  publicKey: Buffer;
}

/** The key, if one was made. */
export async function findWebhookKey(tx: RootTx): Promise<StoredKey | undefined> {
  const rows = await tx<StoredKey[]>`
    select private_key_sealed, public_key from instance_keys where purpose = 'webhook_signing'
  `;
  return rows[0];
}

/** Stores a key unless there is one; the first one of several made at once stays. */
export async function insertWebhookKey(tx: RootTx, key: StoredKey, createdAt: Date): Promise<void> {
  await tx`
    insert into instance_keys (purpose, private_key_sealed, public_key, created_at)
    values ('webhook_signing', ${key.privateKeySealed}, ${key.publicKey}, ${createdAt})
    on conflict do nothing
  `;
}
