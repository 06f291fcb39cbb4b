// Finding OAuth clients by their client id on every call: kept for a few seconds, so that a busy client costs no query.
import { LRUCache } from 'lru-cache';
import { type ClientWithSecrets, organizationOfClientId } from '#core/oauth-clients/oauth-client.ts';
import { findClient } from '#core/oauth-clients/oauth-client-queries.ts';
import type { Platform } from '#core/scope.ts';

/** Finds OAuth clients. */
export interface ClientDirectory {
  /** The client with this id if it is not disabled, as it was at most 3 seconds ago. */
  byClientId(clientId: string): Promise<ClientWithSecrets | undefined>;
}

/** A disabled client is refused everywhere after this long: within the 5 seconds promised, with room for the look-up. */
const keptMs = 3_000;

/** A directory over one database. */
export function openClientDirectory({ db, clock }: Pick<Platform, 'db' | 'clock'>): ClientDirectory {
  const kept = new LRUCache<string, { found: Promise<ClientWithSecrets | undefined>; at: number }>({
    max: 10_000,
  });

  async function lookUp(organizationId: string, clientId: string): Promise<ClientWithSecrets | undefined> {
    const found = await db.read(organizationId, (tx) => findClient(tx, clientId));
    return found?.client.disabledAt ? undefined : found;
  }
  return {
    async byClientId(clientId) {
      const now = clock.now().getTime();
      let entry = kept.get(clientId);
      if (!entry || Math.abs(now - entry.at) >= keptMs) {
        const organizationId = organizationOfClientId(clientId);
        if (!organizationId) return undefined;
        const found = lookUp(organizationId, clientId);
        entry = { found, at: now };
        kept.set(clientId, entry);
        found.catch(() => kept.delete(clientId));
      }
      return entry.found;
    },
  };
}
