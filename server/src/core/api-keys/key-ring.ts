// Telling whose key a request carries: look-ups by hash, kept for a few seconds so that a busy key costs no query.
import { LRUCache } from 'lru-cache';
import { type ApiKey, isUsable, organizationOfSecret } from '#core/api-keys/api-key.ts';
import { findApiKeyByHash, markUsed } from '#core/api-keys/api-key-queries.ts';
import type { Organization } from '#core/organizations/organization.ts';
import { selectOwnOrganization } from '#core/organizations/organization-queries.ts';
import type { Platform } from '#core/scope.ts';
import { sha256 } from '#kit/hash.ts';

/** A key and the organization it opens. */
export interface KeyHolder {
  key: ApiKey;
  organization: Organization;
}

/** Tells whose key it is. */
export interface KeyRing {
  /** The holder of a usable key, or `undefined` for anything else. */
  holderOf(secret: string): Promise<KeyHolder | undefined>;
}

/** A revoked key is refused everywhere after this long: within the 5 seconds promised, with room for the look-up. */
const keptMs = 3_000;
const usedEveryMs = 60_000;

/** A key ring over one database. */
export function openKeyRing(platform: Platform): KeyRing {
  const { db, clock, log } = platform;
  const holders = new LRUCache<string, { holder: Promise<KeyHolder | undefined>; at: number }>({
    max: 10_000,
  });

  async function lookUp(secret: string, organizationId: string): Promise<KeyHolder | undefined> {
    const found = await db.read(organizationId, async (tx) => ({
      key: await findApiKeyByHash(tx, sha256(secret)),
      organization: await selectOwnOrganization(tx),
    }));
    return found.key && found.organization ? { key: found.key, organization: found.organization } : undefined;
  }

  function noteUse({ key, organization }: KeyHolder): void {
    const now = clock.now();
    if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < usedEveryMs) return;
    key.lastUsedAt = now;
    db.writeOne(organization.id, (tx) => markUsed(tx, key.id, now)).catch((error) =>
      log.warn({ err: error, apiKeyId: key.id }, 'The last use of an API key could not be noted.'),
    );
  }

  return {
    async holderOf(secret) {
      const now = clock.now().getTime();
      let entry = holders.get(secret);
      if (!entry || Math.abs(now - entry.at) >= keptMs) {
        const organizationId = organizationOfSecret(secret);
        if (!organizationId) return undefined;
        entry = { holder: lookUp(secret, organizationId), at: now };
        holders.set(secret, entry);
        entry.holder.catch(() => holders.delete(secret));
      }
      const holder = await entry.holder;
      if (!holder || !isUsable(holder.key, clock.now())) return undefined;
      noteUse(holder);
      return holder;
    },
  };
}
