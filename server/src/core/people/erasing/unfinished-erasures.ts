// Erasures that were cut off: a job goes on with them, whichever process began them.
import { getOrganization } from '#core/organizations/organizations.ts';
import { finishErasure } from '#core/people/erasing/erasure.ts';
import { selectUnfinishedErasures } from '#core/people/erasing/erasure-queries.ts';
import { openScope, type Platform } from '#core/scope.ts';
import type { RootDb } from '#db/tx.ts';

const actor = { type: 'system' as const, id: 'erasure', name: 'Erasure' };
/** How long an erasure is left to the process that began it. */
const ownMs = 600_000;

/** Finishes erasures of all organizations that began some time ago and have not ended; returns how many. */
export async function finishErasures(platform: Platform, db: RootDb): Promise<number> {
  const moment = new Date(platform.clock.now().getTime() - ownMs);
  const unfinished = await db.root((tx) => selectUnfinishedErasures(tx, moment));
  for (const { organizationId, customerId } of unfinished) {
    const scope = openScope(platform, await getOrganization(db, organizationId), actor);
    await finishErasure(scope, customerId);
  }
  return unfinished.length;
}
