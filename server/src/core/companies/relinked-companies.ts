// Companies whose customers are merged, parted or erased: nobody has changed the company itself, but its record shows
// them, so it changes with them.
import type { Company } from '#core/companies/company.ts';
import { changedCompanyFields } from '#core/companies/company-changes.ts';
import { findCompaniesByIds, updateCompanyRow } from '#core/companies/company-queries.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';

/**
 * Records what has become of companies whose links the caller's transaction has changed: each that shows something else
 * than `before` gets a version and an event (G-205). The caller holds their locks.
 */
export async function recordRelinkedCompanies(tx: Tx, scope: Scope, before: Company[]): Promise<void> {
  if (before.length === 0) return;
  const found = await findCompaniesByIds(
    tx,
    before.map(({ id }) => id),
  );
  const after = new Map(found.map((company) => [company.id, company]));
  for (const was of before) {
    const is = after.get(was.id)!;
    if (changedCompanyFields(was, is).size === 0) continue;
    const updated = { ...is, version: was.version + 1, updatedAt: scope.clock.now() };
    await updateCompanyRow(tx, updated, new Set());
    await recordEvent(tx, scope, eventOf(scope, 'company.updated', updated, was));
  }
}
