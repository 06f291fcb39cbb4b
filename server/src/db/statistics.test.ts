// Refreshing the planner's statistics.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { importCustomers } from '#core/imports/customers/customer-import.ts';
import { refreshStatistics } from '#db/statistics.ts';
import { makeOrganization, world } from '#test/world.ts';

test('tables that have filled are analyzed', async () => {
  const { parts } = await world();
  const { scope } = await makeOrganization(await world());
  const known = async () => {
    const [row] = await parts.db.root(
      (tx) =>
        tx<{ rows: number }[]>`select reltuples::bigint as rows from pg_class where relname = 'customers'`,
    );
    return row!.rows;
  };
  const before = Math.max(await known(), 0);
  const rows = Array.from({ length: 2 * before + 400 }, (_, index) => ({
    line: index + 2,
    input: { lastName: `N${index}` },
    problems: [],
  }));
  for await (const _outcomes of importCustomers(scope, rows));
  // The database counts what changed with up to a second's delay, and a connection does so only when it is used.
  for (let tries = 0; (await known()) < rows.length && tries < 100; tries += 1) {
    await sleep(50);
    await Promise.all(Array.from({ length: 10 }, () => scope.read((tx) => tx`select 1`)));
    await refreshStatistics(parts.db);
  }
  assert((await known()) >= rows.length);
});
