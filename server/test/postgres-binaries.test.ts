// Finding a server: the registry package is run where it is, or from a completed copy where it can't be.
import assert from 'node:assert/strict';
import { chmod, chown, cp, lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { packagedServer, packageFolder, packageName } from './postgres-binaries.ts';
import { ordinaryUser, runProgram } from './postgres-processes.ts';

const packaged = packageFolder();
const isRoot = process.getuid?.() === 0;
const needsPackage = { skip: !packaged && `${packageName} is not installed` };
const needsRoot = {
  skip: needsPackage.skip || (!isRoot && 'only root has files that another user must read'),
};

test(
  'a package whose install script did not run is run from a copy with its links',
  needsPackage,
  async (t) => {
    const { bare, folder, user } = await bareCopy();
    t.after(() => rm(dirname(bare), { recursive: true }));
    const found = await packagedServer(bare, user, folder);
    assert.equal(dirname(found.postgres), join(folder, 'server/native/bin'));
    const data = join(folder, 'data');
    await runProgram(found.initdb, ['--pgdata', data, '--username=postgres', '--no-sync'], user);
  },
);

test('a package that the user may not read is run from a copy', needsRoot, async (t) => {
  const { bare, folder, user } = await bareCopy();
  t.after(() => rm(dirname(bare), { recursive: true }));
  await cp(packaged!, bare, { recursive: true, verbatimSymlinks: true });
  await chmod(bare, 0o700);
  const found = await packagedServer(bare, user, folder);
  assert.equal(dirname(found.postgres), join(folder, 'server/native/bin'));
});

test('a package that can be run where it is is not copied', needsPackage, async () => {
  const found = await packagedServer(packaged!, {}, '/nonexistent').catch((error: Error) => error);
  assert.ok(!(found instanceof Error), String(found));
  assert.equal(dirname(found.postgres), join(packaged!, 'native/bin'));
});

async function bareCopy() {
  const user = await ordinaryUser();
  const top = await mkdtemp(join(tmpdir(), 'frontdesk-binaries-'));
  await chmod(top, 0o755);
  const bare = join(top, 'package');
  const filter = async (path: string) => !(await lstat(path)).isSymbolicLink();
  await cp(packaged!, bare, { recursive: true, filter });
  const folder = await mkdtemp(join(top, 'work-'));
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  return { bare, folder, user };
}
