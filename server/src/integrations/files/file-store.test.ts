// What every file store promises, kept by each of them; and which one the settings choose.
import assert from 'node:assert/strict';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openFileStore } from '#integrations/files/file-store.ts';
import { type FileStore, fileBytesMax } from '#integrations/files/files.ts';
import { startS3Server } from '#test/s3-server.ts';

const key = '0198f0c2-7d1e-7c33-a9d0-5b2f8f3a1e77/0198f0c2-7d1e-7c33-a9d0-000000000001';

/** Each opens an empty place; what it returns opens a store there, as often as called. */
const kinds: Record<string, (t: TestContext) => Promise<() => Promise<FileStore>>> = {
  'the local disk': async (t) => {
    const dataDir = await emptyFolder(t);
    return () => openFileStore({ dataDir, s3: undefined });
  },
  'an S3-compatible store': async (t) => {
    const { settings } = await startS3Server(t);
    return () => openFileStore({ dataDir: '.', s3: settings });
  },
};

for (const [kind, openPlace] of Object.entries(kinds)) {
  const openEmpty = async (t: TestContext) => {
    const store = await (await openPlace(t))();
    t.after(() => store.close?.());
    return store;
  };

  test(`${kind}: bytes come back as they were put, also from a store opened later`, async (t) => {
    const open = await openPlace(t);
    const store = await open();
    const bytes = Buffer.from([0, 255, 1, 254, 10, 13]);
    await store.put(key, bytes, 'image/webp');
    assert.deepEqual(await store.get(key), bytes);
    await store.close?.();
    const later = await open();
    t.after(() => later.close?.());
    assert.deepEqual(await later.get(key), bytes);
  });

  test(`${kind}: an empty file is a file`, async (t) => {
    const store = await openEmpty(t);
    await store.put(key, Buffer.alloc(0), 'text/plain');
    assert.deepEqual(await store.get(key), Buffer.alloc(0));
  });

  test(`${kind}: a key without a file gives undefined, as does one of another organization`, async (t) => {
    const store = await openEmpty(t);
    await store.put('one/file', Buffer.from('1'), 'text/plain');
    assert.equal(await store.get('one/other'), undefined);
    assert.equal(await store.get('two/file'), undefined);
  });

  test(`${kind}: a second put replaces the bytes`, async (t) => {
    const store = await openEmpty(t);
    await store.put('org/file', Buffer.from('a long first version'), 'text/plain');
    await store.put('org/file', Buffer.from('second'), 'text/plain');
    assert.equal(String(await store.get('org/file')), 'second');
  });

  test(`${kind}: readers beside a writer see one version or the other, never a part`, async (t) => {
    const store = await openEmpty(t);
    const versions = ['a', 'b'].map((letter) => Buffer.alloc(300_000, letter));
    await store.put('org/file', versions[0]!, 'text/plain');
    const writes = Array.from({ length: 20 }, (_, turn) =>
      store.put('org/file', versions[turn % 2]!, 'text/plain'),
    );
    const reads = await Promise.all(Array.from({ length: 40 }, () => store.get('org/file')));
    await Promise.all(writes);
    for (const read of reads) assert.ok(versions.some((version) => read?.equals(version)));
  });

  test(`${kind}: a deleted file is gone, and deleting what is not there is fine`, async (t) => {
    const store = await openEmpty(t);
    await store.put('org/file', Buffer.from('1'), 'text/plain');
    await store.delete('org/file');
    assert.equal(await store.get('org/file'), undefined);
    await store.delete('org/file');
    await store.delete('never/there');
  });

  test(`${kind}: a file of the largest size is kept, a byte more is refused`, async (t) => {
    const store = await openEmpty(t);
    const largest = Buffer.alloc(fileBytesMax, 'x');
    await store.put('org/file', largest, 'text/plain');
    assert.ok((await store.get('org/file'))?.equals(largest));
    await assert.rejects(
      store.put('org/more', Buffer.alloc(fileBytesMax + 1), 'text/plain'),
      /at most 33554432 bytes/,
    );
    assert.equal(await store.get('org/more'), undefined);
  });

  test(`${kind}: a key that could name anything else is refused by every method`, async (t) => {
    const store = await openEmpty(t);
    for (const wrong of wrongKeys()) {
      await assert.rejects(store.put(wrong, Buffer.from('1'), 'text/plain'), /A file key must be/, wrong);
      await assert.rejects(store.get(wrong), /A file key must be/, wrong);
      await assert.rejects(store.delete(wrong), /A file key must be/, wrong);
    }
  });
}

test('with S3 settings nothing is made on the local disk', async (t) => {
  const dataDir = await emptyFolder(t);
  const { settings, objects } = await startS3Server(t);
  const store = await openFileStore({ dataDir, s3: settings });
  t.after(() => store.close?.());
  await store.put('org/file', Buffer.from('1'), 'text/plain');
  assert.deepEqual([...objects.keys()], ['/frontdesk-test/house/files/org/file']);
  await assert.rejects(access(join(dataDir, 'files')));
});

async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-files-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

function wrongKeys(): string[] {
  const climbing = [
    '../outside',
    'org/../../outside',
    '/etc/passwd',
    'org/..',
    './file',
    'org\\file',
    'org/%2e%2e',
  ];
  const hidden = ['org/.hidden', '.incoming/file'];
  const misshapen = [
    '',
    'org',
    'org/',
    '/file',
    'org/file/more',
    'org//file',
    'ORG/file',
    'org/file?acl',
    'org/file#',
  ];
  return [...climbing, ...hidden, ...misshapen, 'org/file\0', 'org/file\n', `org/${'x'.repeat(65)}`];
}
