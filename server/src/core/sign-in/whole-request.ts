// One transaction around a whole request of the authorization server: either all it wrote stays, or nothing does.
// A refresh token is then never used up without its successor being stored.
import type { Scope } from '#core/scope.ts';

/** A scope whose every read and write is part of one transaction, which the owner ends. */
export interface WholeRequest {
  scope: Scope;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/**
 * Opens a transaction and a scope that works in it. Inside it nothing may use another way into the database: the
 * embedded database has one connection, and would wait for itself.
 */
export async function openWholeRequest(scope: Scope): Promise<WholeRequest> {
  const { tx, commit, rollback } = await scope.open();
  return {
    scope: {
      ...scope,
      read: (work) => work(tx),
      write: (work) => work(tx),
      writeOne: (work) => work(tx),
      writeApart: () => Promise.reject(new Error('Inside a whole request nothing is written apart.')),
      open: () => Promise.reject(new Error('Inside a whole request no other can be opened.')),
    },
    commit,
    rollback,
  };
}
