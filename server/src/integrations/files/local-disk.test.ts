// Files on the local disk, in real folders.
import assert from 'node:assert/strict';
import { access, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openLocalDisk } from '#integrations/files/local-disk.ts';

const key = '0198f0c2-7d1e-7c33-a9d0-5b2f8f3a1e77/0198f0c2-7d1e-7c33-a9d0-000000000001';

test('bytes come back as they were put, also from a store opened later', async (t) => {
  const { store, dataDir } = await openEmpty(t);
  const bytes = Buffer.from([0, 255, 1, 254, 10, 13]);
  await store.put(key, bytes, 'image/webp');
  assert.deepEqual(await store.get(key), bytes);
  assert.deepEqual(await (await openLocalDisk({ dataDir })).get(key), bytes);
});

test('a key without a file gives undefined, as does one of another organization', async (t) => {
  const { store } = await openEmpty(t);
  await store.put('one/file', Buffer.from('1'), 'text/plain');
  assert.equal(await store.get('one/other'), undefined);
  assert.equal(await store.get('two/file'), undefined);
});

test('a second put replaces the bytes, and nothing else is left lying', async (t) => {
  const { store, root } = await openEmpty(t);
  await store.put('org/file', Buffer.from('a long first version'), 'text/plain');
  await store.put('org/file', Buffer.from('second'), 'text/plain');
  assert.equal(String(await store.get('org/file')), 'second');
  assert.deepEqual(await readdir(join(root, 'org')), ['file']);
  assert.deepEqual(await readdir(join(root, '.incoming')), []);
});

test('readers beside a writer see one version or the other, never a part', async (t) => {
  const { store } = await openEmpty(t);
  const versions = ['a', 'b'].map((letter) => Buffer.alloc(300_000, letter));
  await store.put('org/file', versions[0]!, 'text/plain');
  const writes = Array.from({ length: 20 }, (_, turn) =>
    store.put('org/file', versions[turn % 2]!, 'text/plain'),
  );
  const reads = await Promise.all(Array.from({ length: 40 }, () => store.get('org/file')));
  await Promise.all(writes);
  for (const read of reads) assert.ok(versions.some((version) => read?.equals(version)));
});

test('a deleted file is gone, and deleting what is not there is fine', async (t) => {
  const { store } = await openEmpty(t);
  await store.put('org/file', Buffer.from('1'), 'text/plain');
  await store.delete('org/file');
  assert.equal(await store.get('org/file'), undefined);
  await store.delete('org/file');
  await store.delete('never/there');
});

const wrongKeys = [
  [
    '../outside',
    'org/../../outside',
    '/etc/passwd',
    'org/..',
    './file',
    'org/.hidden',
    '.incoming/file',
    'org\\file',
  ],
  [
    '',
    'org',
    'org/',
    '/file',
    'org/file/more',
    'org//file',
    'ORG/file',
    'org/file\0',
    'org/file\n',
    `org/${'x'.repeat(65)}`,
  ],
].flat();

for (const wrong of wrongKeys) {
  test(`the key ${JSON.stringify(wrong)} is refused by every method`, async (t) => {
    const { store } = await openEmpty(t);
    await assert.rejects(store.put(wrong, Buffer.from('1'), 'text/plain'), /A file key must be/);
    await assert.rejects(store.get(wrong), /A file key must be/);
    await assert.rejects(store.delete(wrong), /A file key must be/);
  });
}

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
