// Backup and restore of the embedded database: what was there comes back, and nothing broken comes in.
import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test as runTest, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { create } from 'tar';
import { createCustomer } from '#core/customers/customers.ts';
import { storeFile } from '#core/files/files.ts';
import { createOrganization } from '#core/organizations/organizations.ts';
import { openScope, type Scope } from '#core/scope.ts';
import { lockDataDir } from '#db/embedded/data-dir-lock.ts';
import { restoreBackup } from '#src/cli/backup/restore.ts';
import { readConfig } from '#src/config.ts';
import { openLog, openParts, type Parts } from '#src/parts.ts';
import { callCommand } from '#test/command-line.ts';

// The suite runs once for each kind of database; this is about the embedded one and needs no second time.
const test = process.env.FRONTDESK_TEST_DATABASE ? runTest.skip : runTest;

const root = mkdtempSync(join(tmpdir(), 'frontdesk-backup-'));
const archive = join(root, 'backup.tar.gz');

/** A running Frontdesk, and the ids of the customers acknowledged before its backup began, and while it was taken. */
interface Source {
  parts: Parts;
  scope: Scope;
  before: string[];
  during: string[];
}

let opened: Promise<Source> | undefined;

/** The Frontdesk that `archive` is a backup of, opened and backed up at its first use. */
function source(): Promise<Source> {
  opened ??= makeSource();
  return opened;
}

after(async () => {
  await (await opened)?.parts.close();
  rmSync(root, { recursive: true, force: true });
});

async function makeSource(): Promise<Source> {
  const parts = await open('source');
  const organization = await createOrganization(parts.db, parts.platform.clock, {
    name: 'House',
    slug: 'house',
  });
  const scope = openScope(parts.platform, organization, { type: 'system', id: 'test', name: 'Test' });
  const [before, during]: [string[], string[]] = [[], []];
  for (let count = 0; count < 20; count += 1) before.push(await addCustomer(scope, `before-${count}`));
  let done = false;
  const writer = (async () => {
    while (!done) {
      during.push(await addCustomer(scope, `during-${during.length}`));
      await sleep(5);
    }
  })();
  const { exitCode, stderr } = await callCommand(parts, ['backup', archive, '--json']);
  done = true;
  await writer;
  assert.equal(exitCode, 0, stderr);
  return { parts, scope, before, during };
}

async function addCustomer(scope: Scope, name: string): Promise<string> {
  const emails = [{ address: `${name}@test.example` }];
  return (await createCustomer(scope, { firstName: 'Ada', emails } as never)).id;
}

function configOf(name: string, settings: Record<string, string> = {}) {
  return readConfig({ NODE_ENV: 'test', DATA_DIR: join(root, name), ...settings });
}

const open = (name: string) => openParts(configOf(name), { log: openLog('silent') });

async function restore(
  name: string,
  file: string,
  options: { force?: boolean; settings?: Record<string, string> } = {},
) {
  await source();
  const { force = false, settings } = options;
  const steps = { signal: new AbortController().signal, onStep: () => undefined };
  return restoreBackup(configOf(name, settings), file, { force, ...steps });
}

async function reopen(t: TestContext, name: string) {
  const parts = await open(name);
  t.after(() => parts.close());
  return parts;
}

test('a backup taken while customers are written holds those written before it, each with all that belongs to it, and takes new writes', async (t) => {
  await restore('copy', archive);
  const parts = await reopen(t, 'copy');
  const rows = await parts.db.root(
    (tx) => tx<{ id: string; emails: number; events: number }[]>`
      select id,
        (select count(*) from customer_emails e where e.customer_id = c.id) as emails,
        (select count(*) from events where record_id = c.id) as events
      from customers c order by id
    `,
  );
  const ids = rows.map(({ id }) => id);
  const { before, during } = await source();
  assert.ok(during.length > 0);
  const all = [...before, ...during];
  assert.deepEqual(ids, all.slice(0, ids.length));
  assert.ok(ids.length >= before.length);
  assert.deepEqual([...new Set(rows.map(({ emails, events }) => `${emails} ${events}`))], ['1 1']);

  const key = (name: string) => readFileSync(join(root, name, 'secret.key'), 'utf8');
  assert.equal(key('copy'), key('source'));
  const { exitCode, stderr } = await callCommand(parts, ['api-key', 'create', 'New', '--json']);
  assert.deepEqual([exitCode, stderr], [0, '']);
});

test('stored files come back byte for byte, without those half-written', async (t) => {
  const { scope } = await source();
  const bytes = Buffer.from('a picture');
  const id = await storeFile(scope, 'customer_photo', { bytes, contentType: 'image/webp' });
  writeFileSync(join(root, 'source/files/.incoming/half'), 'half');
  const file = join(root, 'with-files.tar.gz');
  const { stdout } = await callCommand((await source()).parts, ['backup', file, '--json']);
  assert.equal(JSON.parse(stdout).files, 1);
  await restore('with-files', file);
  const parts = await reopen(t, 'with-files');
  const key = `${scope.organization.id}/${id}`;
  assert.deepEqual(await parts.platform.tools.files.get(key), bytes);
  assert.deepEqual(readdirSync(join(root, 'with-files/files/.incoming')), []);
});

test('a backup leaves nothing behind but its file, closed to others', async () => {
  await source();
  assert.equal(statSync(archive).mode & 0o077, 0);
  assert.ok(!existsSync(join(root, 'source/.backup')));
  assert.deepEqual(
    readdirSync(root).filter((name) => name.includes('partial')),
    [],
  );
});

test('a data directory that is not empty is left alone; with force its data is kept beside the restored', async (t) => {
  mkdirSync(join(root, 'full'));
  writeFileSync(join(root, 'full/notes'), 'mine');
  await assert.rejects(restore('full', archive), { code: 'data_dir_not_empty', message: /--force/ });
  assert.ok(!existsSync(join(root, 'full/database')));

  await restore('used', archive);
  const used = await open('used');
  await callCommand(used, ['organization', 'create', 'Second']);
  await used.close();
  await assert.rejects(restore('used', archive), { code: 'data_dir_not_empty' });
  const { oldData } = await restore('used', archive, { force: true });
  assert.ok(existsSync(join(oldData!, 'database/PG_VERSION')));
  const parts = await reopen(t, 'used');
  const listed = await callCommand(parts, ['organization', 'list', '--json']);
  assert.deepEqual(
    JSON.parse(listed.stdout).map(({ slug }: { slug: string }) => slug),
    ['house'],
  );
});

test('a data directory in use is left alone', async () => {
  await source();
  const unlock = lockDataDir(join(root, 'locked'));
  await assert.rejects(restore('locked', archive, { force: true }), {
    code: 'database_in_use',
    message: /Stop it/,
  });
  unlock();
});

const breaks: [string, (file: string) => Promise<void> | void][] = [
  ['is cut off in the middle', (file) => writeFileSync(file, readFileSync(archive).subarray(0, 500_000))],
  ['lacks its last bytes', (file) => writeFileSync(file, readFileSync(archive).subarray(0, -9))],
  ['is cut off at its beginning', (file) => writeFileSync(file, readFileSync(archive).subarray(0, 100))],
  ['is empty', (file) => writeFileSync(file, '')],
  ['has a changed byte', (file) => flipByte(file, 0.5)],
  ['has another changed byte', (file) => flipByte(file, 0.9)],
  ['is a text', (file) => writeFileSync(file, 'This is no backup. '.repeat(100))],
  ['is an archive of something else', (file) => pack(file, { 'notes.txt': 'mine' })],
  ['holds more than a backup', (file) => pack(file, { 'manifest.json': manifest(), 'more.txt': 'more' })],
  ['has no manifest', (file) => pack(file, { 'database/PG_VERSION': '18' })],
  ['has a broken manifest', (file) => pack(file, { 'manifest.json': '{' })],
  ['has no database', (file) => pack(file, { 'manifest.json': manifest(), 'files/x/y': '' })],
  [
    'has a database that does not open',
    (file) => pack(file, { 'manifest.json': manifest(), 'files/x/y': '', 'database/PG_VERSION': '18' }),
  ],
];

for (const [how, breakIt] of breaks) {
  test(`a backup that ${how} is refused and changes nothing`, async () => {
    const file = join(root, 'broken.tar.gz');
    await source();
    await breakIt(file);
    await assert.rejects(restore('fresh', file), { code: 'broken_archive', message: /Nothing was changed/ });
    assert.deepEqual(readdirSync(join(root, 'fresh')).sort(), ['lock', 'secret.key']);
  });
}

test('a backup that is not there, or is a folder, is told in words', async () => {
  await assert.rejects(restore('fresh', join(root, 'missing.tar.gz')), { message: /^There is no / });
  await assert.rejects(restore('fresh', root), { message: /is a folder\.$/ });
});

test('a backup of a newer version is refused', async () => {
  const file = join(root, 'newer.tar.gz');
  await pack(file, { 'manifest.json': manifest({ migrations: ['9999-future.sql'] }) });
  await assert.rejects(restore('fresh', file), { code: 'newer_backup' });
  await pack(file, { 'manifest.json': manifest({ format: 2 }) });
  await assert.rejects(restore('fresh', file), { code: 'newer_backup' });
});

test('a backup under another secret key than the one that is set is restored only with force', async () => {
  const settings = { SECRET_KEY: 'another key, which is long enough for one' };
  await assert.rejects(restore('other-key', archive, { settings }), {
    code: 'other_secret_key',
    message: /Unset SECRET_KEY/,
  });
  const file = join(root, 'environment.tar.gz');
  await pack(file, { 'manifest.json': manifest({ secretKey: 'environment' }) });
  await assert.rejects(restore('other-key', file), {
    code: 'other_secret_key',
    message: /Set SECRET_KEY to the one/,
  });
  await restore('other-key', archive, { settings, force: true });
});

test('a cancelled backup leaves no file, and the old one of that name is whole', async () => {
  await source();
  const file = join(root, 'cancelled.tar.gz');
  copyFileSync(archive, file);
  const signal = AbortSignal.abort();
  const { exitCode, stderr } = await callCommand((await source()).parts, ['backup', file], { signal });
  assert.deepEqual([exitCode, stderr.endsWith('Cancelled.\n')], [130, true]);
  assert.deepEqual(readFileSync(file), readFileSync(archive));
  assert.deepEqual(
    readdirSync(root).filter((name) => name.includes('partial')),
    [],
  );
  assert.ok(!existsSync(join(root, 'source/.backup')));
});

test('a backup into a folder that is not there, or onto a folder, is told in words', async () => {
  const missing = await callCommand((await source()).parts, ['backup', 'missing/backup.tar.gz'], {
    cwd: root,
  });
  assert.equal(missing.stderr, `Error: There is no folder ${join(root, 'missing')}.\n`);
  const folder = await callCommand((await source()).parts, ['backup', '.'], { cwd: root });
  assert.equal(folder.stderr, `Error: ${root} is a folder. Name a file.\n`);
});

function flipByte(file: string, place: number): void {
  const bytes = readFileSync(archive);
  const at = Math.floor(bytes.length * place);
  bytes[at] = bytes[at]! ^ 0x55;
  writeFileSync(file, bytes);
}

function manifest(changes: object = {}): string {
  const createdAt = new Date().toISOString();
  const plain = {
    format: 1,
    version: '0.1.0',
    createdAt,
    migrations: [],
    secretKey: 'included',
    secretKeyFingerprint: 'x',
  };
  return JSON.stringify({ ...plain, ...changes });
}

async function pack(file: string, contents: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(root, 'pack-'));
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const entries = [...new Set(Object.keys(contents).map((path) => path.split('/')[0]!))];
  await create({ file, cwd: folder, gzip: true }, entries);
}
