// One transaction around what a request of the authorization server writes: either all of it stays, or nothing does.
// A refresh token is then never used up without its successor being stored.
import type { Scope } from '#core/scope.ts';
import type { OpenTransaction, Tx } from '#db/tx.ts';

/** A scope whose writes are part of one transaction, which the owner ends. */
export interface WholeRequest {
  scope: Scope;
  /** Keeps what was written, if anything was. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/**
 * A scope for a whole request. Its first write opens the transaction; what is read before holds no connection, what is
 * read after sees what was written. Once something was written, nothing may use another way into the database: the
 * embedded database has one connection, and would wait for itself.
 */
export function openWholeRequest(scope: Scope): WholeRequest {
  let opening: Promise<OpenTransaction> | undefined;

  async function within<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    opening ??= scope.open();
    return work((await opening).tx);
  }
  return {
    scope: {
      ...scope,
      read: (work) => (opening ? within(work) : scope.read(work)),
      write: within,
      writeApart: () => Promise.reject(new Error('Inside a whole request nothing is written apart.')),
      open: () => Promise.reject(new Error('Inside a whole request no other can be opened.')),
    },
    commit: async () => (await opening)?.commit(),
    rollback: async () => (await opening?.catch(() => undefined))?.rollback(),
  };
}
