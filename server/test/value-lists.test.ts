// A list of values is written twice, in the program and in a check of its table. Both must say the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSources } from '#test/sources.ts';
import { asOwner } from '#test/tenancy/catalog.ts';
import { world } from '#test/world.ts';

test('every list of values that a table checks is a list of the core', async () => {
  const checks = await asOwner<{ table: string; definition: string }>(
    await world(),
    `select c.conrelid::regclass::text as table, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c where c.contype = 'c' and c.connamespace = 'public'::regnamespace`,
  );
  const known = new Set(listsOfTheCore().map(asSet));
  let compared = 0;
  for (const { table, definition } of checks) {
    const values = checkedValues(definition);
    if (!values) continue;
    assert.ok(
      known.has(asSet(values)) || isWordOfTheCore(values),
      `${table} takes ${values.join(', ')}, which is no list of the core`,
    );
    compared += 1;
  }
  assert.ok(compared >= 4, 'no list was found in the checks');
});

/** The values a check like CHECK ((status = ANY (ARRAY['a'::text, 'b'::text]))) allows a column. */
function checkedValues(definition: string): string[] | undefined {
  const list = /^CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(definition)?.[2];
  const one = /^CHECK \(\((\w+) = ('[^']*')::text\)\)$/.exec(definition)?.[2];
  const values = list ?? one;
  return values === undefined ? undefined : quotedIn(values);
}

/** Const lists and unions of texts, as the core writes them. */
function listsOfTheCore(): string[][] {
  return readSources('src/core').flatMap(({ text }) => [
    ...[...text.matchAll(/\[\s*((?:'[^']*',?\s*)+)\] as const/g)].map((match) => quotedIn(match[1]!)),
    ...[...text.matchAll(/(?:'[^'\n]*'\s*\|\s*)+'[^'\n]*'/g)].map((match) => quotedIn(match[0])),
  ]);
}

/** Whether a check allows one word only, and the core writes it somewhere. */
function isWordOfTheCore([word, ...others]: string[]): boolean {
  return others.length === 0 && readSources('src/core').some(({ text }) => text.includes(`'${word}'`));
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(/'([^']*)'/g)].map((match) => match[1]!);
}

function asSet(values: string[]): string {
  return [...new Set(values)].sort().join(' ');
}
