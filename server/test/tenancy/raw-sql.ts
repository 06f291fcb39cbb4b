// Runs statements whose text a test makes, such as one for every table of the catalog.
import type { Sql } from '#db/tx.ts';

/** Runs a statement through a transaction of the product. Each `?` in the text stands for the next value. */
export async function run<Row extends object = Record<string, unknown>>(
  tx: Sql,
  text: string,
  ...values: unknown[]
): Promise<Row[]> {
  const parts = text.split('?');
  const template = Object.assign(parts, { raw: parts }) as unknown as TemplateStringsArray;
  return [...(await tx<Row[]>(template, ...values))];
}

/** The SQLSTATE a statement fails with, or `undefined` when it does not fail. */
export async function failureOf(statement: Promise<unknown>): Promise<string | undefined> {
  return statement.then(
    () => undefined,
    (error: { code?: string }) => error.code ?? String(error),
  );
}
