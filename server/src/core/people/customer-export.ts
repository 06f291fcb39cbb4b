// Everything about a customer as one JSON document, read and written piece by piece: it may be long.
import { getCustomer } from '#core/customers/customers.ts';
import { exportParts, selectExported } from '#core/people/customer-export-queries.ts';
import type { Scope } from '#core/scope.ts';

/** An export that is about to be read. */
export interface CustomerExport {
  customerNumber: string;
  /** The document in pieces of text. Each piece is what was stored when it was read. */
  pieces: AsyncIterable<string>;
}

const recordsAtOnce = 500;

/**
 * Everything that is stored about the customer named by record id, number, email or phone: an object of `exportedAt` and
 * one list for each part, its records with the names of the tables' columns. Throws `not_found`, before the first piece
 * (G-155).
 */
export async function exportCustomer(scope: Scope, reference: string): Promise<CustomerExport> {
  const { id, customerNumber } = await getCustomer(scope, reference);
  return { customerNumber, pieces: piecesOf(scope, id) };
}

async function* piecesOf(scope: Scope, customerId: string): AsyncGenerator<string> {
  yield `{\n"exportedAt": ${JSON.stringify(scope.clock.now())}`;
  for (const name of Object.keys(exportParts)) {
    yield `,\n${JSON.stringify(name)}: [`;
    yield* recordsOf(scope, customerId, name);
    yield ']';
  }
  yield '\n}\n';
}

async function* recordsOf(scope: Scope, customerId: string, name: string): AsyncGenerator<string> {
  let after: string | undefined;
  let separator = '\n';
  for (;;) {
    const page = { customerId, after, count: recordsAtOnce };
    const records = await scope.read((tx) => selectExported(tx, exportParts[name]!, page));
    for (const { json } of records) {
      yield separator + json;
      separator = ',\n';
    }
    if (records.length < recordsAtOnce) return;
    after = records.at(-1)!.at;
  }
}
