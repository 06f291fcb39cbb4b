// Giving back the room of rows that are gone.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Database, openDatabase } from '#db/database.ts';
import { vacuumTables } from '#db/vacuum.ts';
import { run } from '#test/tenancy/raw-sql.ts';

async function openEmpty(t: TestContext): Promise<Database> {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-vacuum-'));
  const db = await openDatabase({ dataDir, connections: 1 });
  t.after(async () => {
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return db;
}

/** How many rows the database knows to be dead, and how many bytes the table's file has. */
async function stateOf(db: Database): Promise<{ dead: number; bytes: number }> {
  const [row] = await db.root((tx) =>
    run<{ dead: number; bytes: number }>(
      tx,
      `select pg_stat_get_dead_tuples('filler'::regclass) as dead, pg_relation_size('filler') as bytes`,
    ),
  );
  return row!;
}

/** Runs a statement, and lets the database count at once what it changed: left alone, it takes up to a second. */
async function change(db: Database, text: string): Promise<void> {
  await db.root((tx) => run(tx, text));
  await db.root((tx) => tx`select pg_stat_force_next_flush()`);
}

// To see it fail: leave out the VACUUM in vacuumTables().
test('dead rows of the embedded database are removed, and their room is used again', async (t) => {
  const db = await openEmpty(t);
  await change(db, 'create table filler as select n, 0 as turn from generate_series(1, 2000) n');
  const sizes: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    await change(db, 'update filler set turn = turn + 1');
    assert.ok((await stateOf(db)).dead >= 2_000);
    assert.equal(await vacuumTables(db), 1);
    await change(db, 'select 1');
    const { dead, bytes } = await stateOf(db);
    assert.equal(dead, 0);
    sizes.push(bytes);
  }
  assert.ok(Math.max(...sizes) === sizes[0], `the file grows: ${sizes}`);
});

test('tables with few dead rows are left alone', async (t) => {
  const db = await openEmpty(t);
  await change(db, 'create table filler as select n from generate_series(1, 900) n');
  await change(db, 'update filler set n = n + 1');
  assert.equal((await stateOf(db)).dead, 900);
  assert.equal(await vacuumTables(db), 0);
});
