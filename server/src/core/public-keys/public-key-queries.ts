// All SQL of public keys.
import type { PublicKey } from '#core/public-keys/public-key.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

interface PublicKeyRow extends Omit<PublicKey, 'revokedAt'> {
  revokedAt: Date | null;
}

/** Stores a new key. */
export async function insertPublicKey(tx: Tx, key: PublicKey): Promise<void> {
  await tx`
    insert into public_keys (organization_id, id, key, name, allowed_origins, created_at)
    values (${tx.organizationId}, ${key.id}, ${key.key}, ${key.name}, ${key.allowedOrigins}::text[], ${key.createdAt})
  `;
}

/** All keys of the organization, oldest first. */
export async function selectPublicKeys(tx: Tx): Promise<PublicKey[]> {
  const rows = await tx<PublicKeyRow[]>`${publicKeysFrom(tx)} order by id`;
  return rows.map(toPublicKey);
}

/** The key with this record id, locked until the transaction ends. */
export async function lockPublicKey(tx: Tx, id: string): Promise<PublicKey | undefined> {
  const rows = await tx<PublicKeyRow[]>`${publicKeysFrom(tx)} and id = ${id} for no key update`;
  return rows[0] && toPublicKey(rows[0]);
}

/** Revokes a key. */
export async function markPublicKeyRevoked(tx: Tx, id: string, revokedAt: Date): Promise<void> {
  await tx`
    update public_keys set revoked_at = ${revokedAt} where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

function publicKeysFrom(tx: Tx): SqlFragment {
  return tx`
    select id, key, name, to_json(allowed_origins) as allowed_origins, created_at, revoked_at
    from public_keys where organization_id = ${tx.organizationId}
  `;
}

function toPublicKey(row: PublicKeyRow): PublicKey {
  return { ...row, revokedAt: row.revokedAt ?? undefined };
}
