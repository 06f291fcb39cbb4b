// Reading the audit log. Source: G-160.
import type { AuditEntry } from '#core/audit/audit-entry.ts';
import { type AuditSelection, selectAuditEntries } from '#core/audit/audit-queries.ts';
import type { Scope } from '#core/scope.ts';
import { type Page, pageOf, readCursor } from '#kit/cursor.ts';

/** Which entries, and which page of them. */
export interface AuditQuery extends Omit<AuditSelection, 'after' | 'count'> {
  /** 1 to 100. */
  limit: number;
  cursor?: string | undefined;
}

/**
 * One page of the audit log, newest first: of a record, of an actor, or of everything. Nothing is found of a record that
 * is not there. Throws `invalid_cursor`.
 */
export async function listAuditEntries(
  scope: Scope,
  { limit, cursor, ...query }: AuditQuery,
): Promise<Page<AuditEntry>> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const entries = await scope.read((tx) => selectAuditEntries(tx, { ...query, after, count: limit + 1 }));
  return pageOf(entries, limit);
}
