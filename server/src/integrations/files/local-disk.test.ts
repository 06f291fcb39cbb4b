// Files on the local disk, in real folders: what it promises beyond every file store (file-store.test.ts).
import assert from 'node:assert/strict';
import { access, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openLocalDisk } from '#integrations/files/local-disk.ts';

test('of two puts the second alone is left lying', async (t) => {
  const { store, root } = await openEmpty(t);
  await store.put('org/file', Buffer.from('a long first version'), 'text/plain');
  await store.put('org/file', Buffer.from('second'), 'text/plain');
  assert.equal(String(await store.get('org/file')), 'second');
  assert.deepEqual(await readdir(join(root, 'org')), ['file']);
  assert.deepEqual(await readdir(join(root, '.incoming')), []);
});

test('a put that fails leaves nothing half-written', async (t) => {
  const { store, root } = await openEmpty(t);
  await mkdir(join(root, 'org', 'file'), { recursive: true });
  await assert.rejects(store.put('org/file', Buffer.from('1'), 'text/plain'));
  assert.deepEqual(await readdir(join(root, '.incoming')), []);
});

test('opening clears what was half-written a day ago, and leaves what may still be under way', async (t) => {
  const { dataDir, root } = await openEmpty(t);
  const [old, fresh] = ['old', 'fresh'].map((name) => join(root, '.incoming', name)) as [string, string];
  for (const path of [old, fresh]) await writeFile(path, 'half');
  const twoDaysAgoSeconds = Date.now() / 1000 - 2 * 24 * 60 * 60;
  await utimes(old, twoDaysAgoSeconds, twoDaysAgoSeconds);
  await openLocalDisk({ dataDir });
  await assert.rejects(access(old));
  await access(fresh);
});

async function openEmpty(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-files-'));
  t.after(() => rm(dataDir, { recursive: true }));
  return { store: await openLocalDisk({ dataDir }), dataDir, root: join(dataDir, 'files') };
}
