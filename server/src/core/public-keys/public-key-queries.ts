// All SQL of public keys.
import type { PublicKey } from '#core/public-keys/public-key.ts';
import type { Tx } from '#db/tx.ts';

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
  const rows = await tx<PublicKeyRow[]>`
    select id, key, name, to_json(allowed_origins) as allowed_origins, created_at, revoked_at
    from public_keys where organization_id = ${tx.organizationId} order by id
  `;
  return rows.map(toPublicKey);
}

/** Revokes a key and returns it; `undefined` when there is none. Revoking again keeps the first time. */
export async function markPublicKeyRevoked(
  tx: Tx,
  id: string,
  revokedAt: Date,
): Promise<PublicKey | undefined> {
  const rows = await tx<PublicKeyRow[]>`
    update public_keys set revoked_at = coalesce(revoked_at, ${revokedAt})
    where organization_id = ${tx.organizationId} and id = ${id}
    returning id, key, name, to_json(allowed_origins) as allowed_origins, created_at, revoked_at
  `;
  return rows[0] && toPublicKey(rows[0]);
}

function toPublicKey(row: PublicKeyRow): PublicKey {
  return { ...row, revokedAt: row.revokedAt ?? undefined };
}
