// Holds that every code an API fails with stands in the table of an introduction, at its status, and no other does.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSources } from '#test/sources.ts';

const statuses: Record<string, string> = {
  invalid: '400',
  unauthenticated: '401',
  forbidden: '403',
  missing: '404',
  conflict: '409',
  limited: '429',
  unavailable: '503',
};

/** Codes that only the command line or a hosted page meets. */
const elsewhere = ['slug_in_use', 'access_denied'];

const sources = readSources('src').filter(
  ({ path }) => !/\.test\.ts$|^src\/(cli|core\/imports)\//.test(path),
);
const tables = ['admin-api', 'customer-api'].map((area) => readTable(`src/http/${area}/introduction.md`));

test('every error code of the core and the areas stands in the table of an introduction', () => {
  const thrown = sources
    .filter(({ path }) => /^src\/(core|http|kit)\//.test(path))
    .flatMap(({ text }) => [...text.matchAll(/new Fault\(\s*'([a-z]+)',\s*'([a-z_]+)'/g)]);
  assert.ok(thrown.length > 50, 'faults are found in the source');
  const missing = thrown
    .filter(([, , code]) => !elsewhere.includes(code!))
    .filter(([, kind, code]) => !tables.some((table) => table.get(code!)?.includes(statuses[kind!]!)))
    .map(([, kind, code]) => `${code} at ${statuses[kind!]}`);
  assert.deepEqual([...new Set(missing)], []);
});

test('no introduction lists a code that the source does not know', () => {
  const stale = tables.flatMap((table) =>
    [...table.keys()].filter((code) => !sources.some(({ text }) => text.includes(`'${code}'`))),
  );
  assert.deepEqual(stale, []);
});

/** The statuses of each code of a table. */
function readTable(path: string): Map<string, string[]> {
  const text = readFileSync(join(import.meta.dirname, '..', path), 'utf8');
  const rows = [...text.matchAll(/^\| (`\d.*?) +\| (.+) \|$/gm)];
  return new Map(
    rows.flatMap(([, cell, codes]) => {
      const inRow = [...cell!.matchAll(/\d+/g)].map(([status]) => status);
      return [...codes!.matchAll(/`([a-z_]+)`/g)].map(([, code]) => [code!, inRow] as const);
    }),
  );
}
