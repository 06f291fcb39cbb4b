// Of the statements of a transaction that are on their way together, the first that fails makes the server refuse all
// after it. Who waits for several at once may hear of a refused one first, and would take it for the cause.
import type { PendingQuery, Row } from 'postgres';

/** `in_failed_sql_transaction`: refused because an earlier statement of the transaction has failed. */
const refusedCode = '25P02';

/** Makes the statements of one transaction fail with the error of the first of them that failed. */
export function firstFailureOf(): <T extends Row[]>(statement: PendingQuery<T>) => PendingQuery<T> {
  let first: unknown;

  function cause(error: unknown): unknown {
    if ((error as { code?: string } | null)?.code !== refusedCode) first ??= error;
    return first ?? error;
  }

  return (statement) => {
    // A statement runs when it is first waited for; one that is nested in another as a fragment is never waited for,
    // and must stay the client's own object. So only the waiting is replaced.
    // biome-ignore-start lint/suspicious/noThenProperty: the statement is a promise and has one
    const wait = statement.then.bind(statement);
    statement.then = (done, failed) =>
      wait(done, (error) => {
        if (failed) return failed(cause(error));
        throw cause(error);
      });
    // biome-ignore-end lint/suspicious/noThenProperty: as above
    return statement;
  };
}
