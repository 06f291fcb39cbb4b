// Telling whose public key a request carries and which origins an organization allows, again and again: kept for a
// few seconds.
import { LRUCache } from 'lru-cache';
import type { Organization } from '#core/organizations/organization.ts';
import { selectOwnOrganization } from '#core/organizations/organization-queries.ts';
import { organizationOfPublicKey, originAllowed, type PublicKey } from '#core/public-keys/public-key.ts';
import { selectPublicKeys } from '#core/public-keys/public-key-queries.ts';
import type { Platform } from '#core/scope.ts';
import { Fault } from '#kit/fault.ts';

/** Tells whose public key it is. */
export interface PublicKeyRing {
  /**
   * The organization of a public key used from an origin. Throws `api_key_invalid` for text that is no usable key,
   * `origin_not_allowed` for an origin the key does not name, and without one.
   */
  organizationFor(key: string, origin: string | undefined): Promise<Organization>;
  /** Whether any usable key of the organization names the origin: who may read its answers in a browser. */
  allowsOrigin(organizationId: string, origin: string): Promise<boolean>;
}

interface Entry {
  organization: Organization | undefined;
  keys: PublicKey[];
}

// Revocation is effective within 5 seconds.
const keptMs = 3_000;

/** A ring over one database. */
export function openPublicKeyRing({ db, clock }: Pick<Platform, 'db' | 'clock'>): PublicKeyRing {
  const kept = new LRUCache<string, { entry: Promise<Entry>; at: number }>({ max: 10_000 });

  function entryOf(organizationId: string): Promise<Entry> {
    const now = clock.now().getTime();
    let known = kept.get(organizationId);
    if (!known || Math.abs(now - known.at) >= keptMs) {
      const entry = db.read(organizationId, async (tx) => {
        const [organization, keys] = await Promise.all([selectOwnOrganization(tx), selectPublicKeys(tx)]);
        return { organization, keys: keys.filter(({ revokedAt }) => !revokedAt) };
      });
      known = { entry, at: now };
      kept.set(organizationId, known);
      entry.catch(() => kept.delete(organizationId));
    }
    return known.entry;
  }

  return {
    async organizationFor(key, origin) {
      const organizationId = organizationOfPublicKey(key);
      const entry = organizationId ? await entryOf(organizationId) : undefined;
      const known = entry?.keys.find((candidate) => candidate.key === key);
      if (!entry?.organization || !known) {
        throw new Fault('unauthenticated', 'api_key_invalid', 'The public key is unknown or revoked.');
      }
      if (!originAllowed(known, origin)) {
        const named = origin === undefined ? 'a request without an Origin header' : `the origin ${origin}`;
        throw new Fault('forbidden', 'origin_not_allowed', `This public key does not allow ${named}.`);
      }
      return entry.organization;
    },
    async allowsOrigin(organizationId, origin) {
      const { keys } = await entryOf(organizationId);
      return keys.some((key) => originAllowed(key, origin));
    },
  };
}
