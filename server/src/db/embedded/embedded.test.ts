// How an embedded database comes into its folder.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openDatabase } from '#db/database.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-embedded-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));

const open = (archive?: Uint8Array<ArrayBuffer>) => openDatabase({ dataDir, connections: 1, archive });

test('what a process left that was killed while it made a database is thrown away', async () => {
  mkdirSync(join(dataDir, 'database.unfinished'));
  writeFileSync(join(dataDir, 'database.unfinished/PG_VERSION'), '18\n');
  const database = await open();
  await database.ping();
  await database.close();
  assert.equal(existsSync(join(dataDir, 'database.unfinished')), false);
});

test('an archive does not go over a database that is there', async () => {
  const database = await open();
  const archive = new Uint8Array((await database.embedded!.dump()).slice());
  await database.close();
  await assert.rejects(open(archive), /There is a database in/);
});

test('a database filled from an archive holds what the archived one held', async () => {
  const database = await open();
  await database.root((tx) => tx`create table kept (word text)`);
  await database.root((tx) => tx`insert into kept values ('anchor')`);
  const archive = new Uint8Array((await database.embedded!.dump()).slice());
  await database.close();
  rmSync(join(dataDir, 'database'), { recursive: true });

  const filled = await open(archive);
  assert.deepEqual([...(await filled.root((tx) => tx`select word from kept`))], [{ word: 'anchor' }]);
  await filled.close();
});
