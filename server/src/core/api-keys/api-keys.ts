// Operations on API keys: making, listing and revoking them.
import { type ApiKey, type Permission, permissions, writeSecret } from '#core/api-keys/api-key.ts';
import { insertApiKey, lockApiKey, markRevoked, selectApiKeys } from '#core/api-keys/api-key-queries.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import type { Scope } from '#core/scope.ts';
import { invalidField, missing } from '#kit/fault.ts';
import { sha256 } from '#kit/hash.ts';
import { isUuid, newId } from '#kit/id.ts';
import { trimmedOrNone } from '#kit/text.ts';

/** What a new key is made of. */
export interface NewApiKey {
  name: string;
  /** Permission names; left out, all of them. */
  permissions?: readonly string[] | undefined;
  expiresAt?: Date | undefined;
}

/** Makes a key. The secret is returned once and stored only as a hash. Throws `invalid_field`. */
export async function createApiKey(scope: Scope, input: NewApiKey): Promise<{ key: ApiKey; secret: string }> {
  const createdAt = scope.clock.now();
  const name = trimmedOrNone(input.name);
  if (!name) throw invalidField('name', 'must not be empty.');
  if (input.expiresAt && input.expiresAt <= createdAt)
    throw invalidField('expiresAt', 'must lie in the future.');
  const key: ApiKey = {
    id: newId(createdAt),
    name,
    permissions: checkedPermissions(input.permissions ?? permissions),
    createdBy: scope.actor.name,
    createdAt,
    expiresAt: input.expiresAt,
    revokedAt: undefined,
    lastUsedAt: undefined,
  };
  const secret = writeSecret(scope.organization.id);
  await scope.write((tx) =>
    Promise.all([
      insertApiKey(tx, key, sha256(secret)),
      recordEvent(tx, scope, eventOf(scope, 'api_key.created', key)),
    ]),
  );
  return { key, secret };
}

/** All keys of the organization, oldest first, revoked ones too. */
export function listApiKeys(scope: Scope): Promise<ApiKey[]> {
  return scope.read(selectApiKeys);
}

/** Revokes a key: within 5 seconds no process accepts it. Revoking again keeps the first time. Throws `not_found`. */
export async function revokeApiKey(scope: Scope, id: string): Promise<void> {
  if (!isUuid(id)) throw missing(`The API key ${id}`);
  const revokedAt = scope.clock.now();
  await scope.write(async (tx) => {
    const key = await lockApiKey(tx, id);
    if (!key) throw missing(`The API key ${id}`);
    if (key.revokedAt) return;
    await Promise.all([
      markRevoked(tx, id, revokedAt),
      recordEvent(tx, scope, eventOf(scope, 'api_key.revoked', { ...key, revokedAt }, key)),
    ]);
  });
}

function checkedPermissions(names: readonly string[]): Permission[] {
  const unknown = names.find((name) => !permissions.some((permission) => permission === name));
  if (unknown !== undefined) {
    throw invalidField('permissions', `has no ${unknown}; the names are ${permissions.join(', ')}.`);
  }
  if (names.length === 0) throw invalidField('permissions', 'must name at least one permission.');
  return permissions.filter((permission) => names.includes(permission));
}
