// Finding an organization by its id again and again: kept for a short while.
import { LRUCache } from 'lru-cache';
import type { Organization } from '#core/organizations/organization.ts';
import { selectOwnOrganization } from '#core/organizations/organization-queries.ts';
import type { Platform } from '#core/scope.ts';

/** Finds organizations. */
export interface OrganizationDirectory {
  byId(id: string): Promise<Organization | undefined>;
}

const keptMs = 5_000;

/** A directory over one database. A change of an organization shows after 5 seconds. */
export function openDirectory({ db }: Pick<Platform, 'db'>): OrganizationDirectory {
  const kept = new LRUCache<string, Promise<Organization | undefined>>({ max: 10_000, ttl: keptMs });
  return {
    byId(id) {
      let found = kept.get(id);
      if (!found) {
        found = db.read(id, selectOwnOrganization);
        kept.set(id, found);
        found.catch(() => kept.delete(id));
      }
      return found;
    },
  };
}
