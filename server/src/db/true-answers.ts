// What a statement of a transaction answers is not always the truth. Of several on their way together, the first that
// fails makes the server refuse all after it, and who waits may hear of a refused one first. And when a connection is
// lost, its client may send what it still holds over a new one, which is nobody's session: it finds no rows, and the
// wall refuses what it writes.
import type { PendingQuery, Row } from 'postgres';

/** `in_failed_sql_transaction`: refused because an earlier statement of the transaction has failed. */
const refusedCode = '25P02';

/**
 * Makes the statements of one transaction fail with the error of the first of them that failed, and, once its session is
 * lost, with nothing but that.
 */
export function trueAnswers(
  isLost: () => boolean,
): <T extends Row[]>(statement: PendingQuery<T>) => PendingQuery<T> {
  let first: unknown;

  function checkSession(): void {
    if (isLost()) throw laneLost();
  }

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
      wait(
        (rows) => {
          checkSession();
          return rows;
        },
        (error) => {
          checkSession();
          throw cause(error);
        },
      ).then(done, failed);
    // biome-ignore-end lint/suspicious/noThenProperty: as above
    return statement;
  };
}

/** The error of whatever is asked of a session that is gone. */
export function laneLost(): Error {
  return Object.assign(new Error('The database connection was lost inside a transaction.'), {
    code: 'LANE_LOST',
  });
}
