// The keys that sign tokens: made at the first need, published a day before they sign, rotated without a restart,
// and published until the last token they signed has ended.
import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import {
  deleteKeysRetiredBefore,
  insertSigningKey,
  lockSigningKeys,
  retireKeysBefore,
  type SigningKeyRow,
  selectSigningKeys,
} from '#core/sign-in/keys/signing-key-queries.ts';
import type { RootDb } from '#db/tx.ts';
import type { Clock } from '#kit/clock.ts';
import type { SecretBox } from '#kit/secret-box.ts';

/** A key that can sign and be checked against. */
export interface SigningKey {
  /** RFC 7638 thumbprint. */
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  /** What is published: RSA, RS256, for signatures. */
  publicJwk: Record<string, unknown>;
  privateJwk: Record<string, unknown>;
}

/** The keys of the instance as this process knows them. */
export interface SigningKeys {
  /** The key that signs now. */
  active(): Promise<SigningKey>;
  /** All published keys, the active one first. */
  published(): Promise<SigningKey[]>;
  /** The published key with this kid; looks again at once when it is not known. */
  find(kid: string): Promise<SigningKey | undefined>;
}

const sealPurpose = 'signing-key';
const publishedAheadMs = 24 * 3_600_000;
// The longest token, an ID token, lives ten hours.
const publishedAfterMs = 11 * 3_600_000;
const lookAgainMs = 10_000;
const unknownKidMs = 1_000;

const generate = promisify(generateKeyPair);

/** The keys over one database. */
export function openSigningKeys(db: RootDb, clock: Clock, secrets: SecretBox): SigningKeys {
  let kept: { rows: SigningKeyRow[]; keys: Map<string, SigningKey>; at: number } | undefined;
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    let rows = await db.root(selectSigningKeys);
    if (rows.length === 0) rows = await makeFirstKey(db, clock, secrets);
    const keys = new Map(rows.map((row) => [row.kid, kept?.keys.get(row.kid) ?? openKey(row, secrets)]));
    kept = { rows, keys, at: clock.now().getTime() };
  }
  async function current(oldestMs: number) {
    if (!kept || Math.abs(clock.now().getTime() - kept.at) >= oldestMs) {
      loading ??= load().finally(() => {
        loading = undefined;
      });
      // A list that has grown old still serves while the database is away; only the first look has to wait.
      if (kept) await loading.catch(() => undefined);
      else await loading;
    }
    return kept!;
  }
  async function published(): Promise<SigningKey[]> {
    const { rows, keys } = await current(lookAgainMs);
    const now = clock.now();
    const activeRow = rows.find(({ activeFrom }) => activeFrom <= now) ?? rows[0]!;
    const others = rows.filter((row) => row !== activeRow);
    return [activeRow, ...others].map(({ kid }) => keys.get(kid)!);
  }
  return {
    published,
    active: async () => (await published())[0]!,
    async find(kid) {
      const { keys } = await current(lookAgainMs);
      return keys.get(kid) ?? (await current(unknownKidMs)).keys.get(kid);
    },
  };
}

/** A published key, without the key. */
export interface SigningKeyState {
  kid: string;
  state: 'next' | 'active' | 'retired';
  createdAt: Date;
  activeFrom: Date;
}

/** The published keys, the one active latest first. */
export async function listSigningKeys(db: RootDb, clock: Clock): Promise<SigningKeyState[]> {
  const now = clock.now();
  const rows = await db.root(selectSigningKeys);
  const active = rows.find(({ activeFrom }) => activeFrom <= now) ?? rows[0];
  return rows.map(({ kid, createdAt, activeFrom }) => {
    const state = kid === active?.kid ? 'active' : activeFrom > now ? 'next' : 'retired';
    return { kid, state, createdAt, activeFrom };
  });
}

/**
 * Makes the next key. It is published at once and signs from a day on, or with `now` at once; the one before it stays
 * published for 11 hours after that. Keys past that are removed. Returns the new key's kid and when it begins.
 */
export async function rotateSigningKeys(
  db: RootDb,
  clock: Clock,
  secrets: SecretBox,
  { now: atOnce }: { now: boolean },
): Promise<{ kid: string; activeFrom: Date }> {
  const now = clock.now();
  const activeFrom = atOnce ? now : new Date(now.getTime() + publishedAheadMs);
  const row = await makeKey(secrets, now, activeFrom);
  await db.root(async (tx) => {
    await lockSigningKeys(tx);
    await retireKeysBefore(tx, activeFrom);
    await insertSigningKey(tx, row);
    await deleteKeysRetiredBefore(tx, new Date(now.getTime() - publishedAfterMs));
  });
  return { kid: row.kid, activeFrom };
}

async function makeFirstKey(db: RootDb, clock: Clock, secrets: SecretBox): Promise<SigningKeyRow[]> {
  const row = await makeKey(secrets, clock.now(), clock.now());
  return db.root(async (tx) => {
    await lockSigningKeys(tx);
    const rows = await selectSigningKeys(tx);
    if (rows.length > 0) return rows;
    await insertSigningKey(tx, row);
    return [row];
  });
}

async function makeKey(secrets: SecretBox, createdAt: Date, activeFrom: Date): Promise<SigningKeyRow> {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 });
  const privateJwk = privateKey.export({ format: 'jwk' });
  const { kty, n, e } = privateJwk;
  const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
  const facts = { kid, alg: 'RS256', use: 'sig' };
  const sealed = secrets.seal(sealPurpose, Buffer.from(JSON.stringify({ ...privateJwk, ...facts })));
  return {
    kid,
    privateJwkSealed: sealed,
    publicJwk: { kty, n, e, ...facts },
    createdAt,
    activeFrom,
    retiredAt: null,
  };
}

function openKey({ kid, privateJwkSealed, publicJwk }: SigningKeyRow, secrets: SecretBox): SigningKey {
  const privateJwk = JSON.parse(secrets.open(sealPurpose, privateJwkSealed).toString());
  const privateKey = createPrivateKey({ key: privateJwk, format: 'jwk' });
  return { kid, privateKey, publicKey: createPublicKey(privateKey), publicJwk, privateJwk };
}
