// All SQL of signing keys, which belong to the whole instance.
import type { RootTx } from '#db/tx.ts';

/** A signing key as it is stored. */
export interface SigningKeyRow {
  kid: string;
  privateJwkSealed: Buffer;
  publicJwk: Record<string, unknown>;
  createdAt: Date;
  activeFrom: Date;
  retiredAt: Date | null;
}

/** Makes processes that look after the keys wait for each other, until the transaction ends. */
export async function lockSigningKeys(tx: RootTx): Promise<void> {
  await tx`select pg_advisory_xact_lock(7301986216)`;
}

/** All keys, the one active latest first. */
export async function selectSigningKeys(tx: RootTx): Promise<SigningKeyRow[]> {
  return tx<SigningKeyRow[]>`
    select kid, private_jwk_sealed, public_jwk, created_at, active_from, retired_at
    from signing_keys order by active_from desc
  `;
}

/** Stores a new key. */
export async function insertSigningKey(tx: RootTx, key: SigningKeyRow): Promise<void> {
  await tx`
    insert into signing_keys (kid, private_jwk_sealed, public_jwk, created_at, active_from, retired_at)
    values (${key.kid}, ${key.privateJwkSealed}, ${JSON.stringify(key.publicJwk)}::text::jsonb, ${key.createdAt},
      ${key.activeFrom}, ${key.retiredAt})
  `;
}

/** Marks every key that was active before `activeFrom` as retired at that moment. */
export async function retireKeysBefore(tx: RootTx, activeFrom: Date): Promise<void> {
  await tx`
    update signing_keys set retired_at = ${activeFrom} where active_from < ${activeFrom} and retired_at is null
  `;
}

/** Removes keys retired before a moment: every token they signed has ended. */
export async function deleteKeysRetiredBefore(tx: RootTx, moment: Date): Promise<void> {
  await tx`delete from signing_keys where retired_at < ${moment}`;
}
