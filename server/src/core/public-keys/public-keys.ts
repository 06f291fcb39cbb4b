// Operations on public integration keys: making, listing and revoking them.
import { eventOf, recordEvent } from '#core/events/events.ts';
import {
  allowedOriginsMax,
  normalizeOrigin,
  type PublicKey,
  writePublicKey,
} from '#core/public-keys/public-key.ts';
import {
  insertPublicKey,
  lockPublicKey,
  markPublicKeyRevoked,
  selectPublicKeys,
} from '#core/public-keys/public-key-queries.ts';
import type { Scope } from '#core/scope.ts';
import { invalidField, missing } from '#kit/fault.ts';
import { isUuid, newId } from '#kit/id.ts';
import { isStorableText, trimmedOrNone } from '#kit/text.ts';

/** What a new public key is made of. */
export interface NewPublicKey {
  name: string;
  /** 1 to 20 origins as people write them: `https://www.example.com`, `https://*.example.com`. */
  allowedOrigins: readonly string[];
}

/** Makes a public key. Throws `invalid_field` naming what is wrong. */
export async function createPublicKey(scope: Scope, input: NewPublicKey): Promise<PublicKey> {
  const name = trimmedOrNone(input.name);
  if (!name || !isStorableText(name)) throw invalidField('name', 'must not be empty.');
  const createdAt = scope.clock.now();
  const key: PublicKey = {
    id: newId(createdAt),
    key: writePublicKey(scope.organization.id),
    name,
    allowedOrigins: checkedOrigins(input.allowedOrigins),
    createdAt,
    revokedAt: undefined,
  };
  await scope.write((tx) =>
    Promise.all([
      insertPublicKey(tx, key),
      recordEvent(tx, scope, eventOf(scope, 'public_key.created', key)),
    ]),
  );
  return key;
}

/** All public keys of the organization, oldest first, revoked ones too. */
export function listPublicKeys(scope: Scope): Promise<PublicKey[]> {
  return scope.read(selectPublicKeys);
}

/** Revokes a public key for good and returns it. Revoking again keeps the first time. Throws `not_found`. */
export async function revokePublicKey(scope: Scope, id: string): Promise<PublicKey> {
  if (!isUuid(id)) throw missing(`The public key ${id}`);
  const revokedAt = scope.clock.now();
  return scope.write(async (tx) => {
    const key = await lockPublicKey(tx, id);
    if (!key) throw missing(`The public key ${id}`);
    if (key.revokedAt) return key;
    const revoked = { ...key, revokedAt };
    await Promise.all([
      markPublicKeyRevoked(tx, id, revokedAt),
      recordEvent(tx, scope, eventOf(scope, 'public_key.revoked', revoked, key)),
    ]);
    return revoked;
  });
}

function checkedOrigins(texts: readonly string[]): string[] {
  const origins = texts.map((text, place) => normalizeOrigin(text) ?? refuseOrigin(text, place));
  const different = [...new Set(origins)];
  if (different.length > 0 && different.length <= allowedOriginsMax) return different;
  throw invalidField('allowedOrigins', `must have 1 to ${allowedOriginsMax} origins.`);
}

function refuseOrigin(text: string, place: number): never {
  throw invalidField(
    `allowedOrigins[${place}]`,
    `must be an origin like https://www.example.com, https://*.example.com or http://localhost:3000, not "${text}".`,
  );
}
