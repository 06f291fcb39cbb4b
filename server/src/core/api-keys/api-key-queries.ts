// All SQL of API keys.
import type { ApiKey } from '#core/api-keys/api-key.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

type ApiKeyRow = { [Field in keyof ApiKey]: Exclude<ApiKey[Field], undefined> | null };

/** Stores a new key under the hash of its secret. */
export async function insertApiKey(tx: Tx, key: ApiKey, secretHash: Buffer): Promise<void> {
  await tx`
    insert into api_keys (organization_id, id, secret_hash, name, permissions, created_by, created_at, expires_at)
    values (${tx.organizationId}, ${key.id}, ${secretHash}, ${key.name}, ${key.permissions}::text[], ${key.createdBy},
      ${key.createdAt}, ${key.expiresAt})
  `;
}

/** The key with this hash, usable or not. */
export async function findApiKeyByHash(tx: Tx, secretHash: Buffer): Promise<ApiKey | undefined> {
  const rows = await tx<ApiKeyRow[]>`${apiKeysFrom(tx)} and secret_hash = ${secretHash}`;
  return rows[0] && toApiKey(rows[0]);
}

/** All keys of the organization, oldest first. */
export async function selectApiKeys(tx: Tx): Promise<ApiKey[]> {
  const rows = await tx<ApiKeyRow[]>`${apiKeysFrom(tx)} order by id`;
  return rows.map(toApiKey);
}

/** The key with this record id, locked until the transaction ends. */
export async function lockApiKey(tx: Tx, id: string): Promise<ApiKey | undefined> {
  const rows = await tx<ApiKeyRow[]>`${apiKeysFrom(tx)} and id = ${id} for no key update`;
  return rows[0] && toApiKey(rows[0]);
}

/** Revokes a key. */
export async function markRevoked(tx: Tx, id: string, revokedAt: Date): Promise<void> {
  await tx`
    update api_keys set revoked_at = ${revokedAt} where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

/** Notes that a key was used. */
export async function markUsed(tx: Tx, id: string, usedAt: Date): Promise<void> {
  await tx`
    update api_keys set last_used_at = ${usedAt}
    where organization_id = ${tx.organizationId} and id = ${id} and last_used_at is distinct from ${usedAt}
  `;
}

function apiKeysFrom(tx: Tx): SqlFragment {
  return tx`
    select id, name, to_json(permissions) as permissions, created_by, created_at, expires_at, revoked_at, last_used_at
    from api_keys where organization_id = ${tx.organizationId}
  `;
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id!,
    name: row.name!,
    permissions: row.permissions!,
    createdBy: row.createdBy!,
    createdAt: row.createdAt!,
    expiresAt: row.expiresAt ?? undefined,
    revokedAt: row.revokedAt ?? undefined,
    lastUsedAt: row.lastUsedAt ?? undefined,
  };
}
