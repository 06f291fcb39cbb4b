// Restored data takes its place as a whole, whatever interrupts it.
import assert from 'node:assert/strict';
import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { lockDataDir } from '#db/embedded/data-dir-lock.ts';
import {
  commitRestore,
  finishRestore,
  hasDatabase,
  RestoreFinished,
  stagingFolder,
} from '#db/restored-data.ts';

const parts = { 'secret.key': 'secret.key', files: 'files/org/photo', database: 'database/PG_VERSION' };

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** A data directory with old data, and new data that lies ready. */
function openDataDir(t: TestContext): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-restored-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  for (const path of Object.values(parts)) {
    write(join(dataDir, path), 'old');
    write(join(stagingFolder(dataDir), path), 'new');
  }
  write(join(dataDir, 'mailbox/mail.json'), 'old');
  write(join(dataDir, 'my-own-notes'), 'stays');
  return dataDir;
}

/** Which generation each part is of, in one word when all agree. */
function generationOf(folder: string): string {
  return [...new Set(Object.values(parts).map((path) => readFileSync(join(folder, path), 'utf8')))].join();
}

test('the new data is in place, the old is kept whole, and nothing else is touched', (t) => {
  const dataDir = openDataDir(t);
  const kept = commitRestore(dataDir, { keepOld: true });
  assert.equal(generationOf(dataDir), 'new');
  assert.equal(generationOf(kept!), 'old');
  assert.equal(readFileSync(join(kept!, 'mailbox/mail.json'), 'utf8'), 'old');
  const names = readdirSync(dataDir).filter((name) => !name.startsWith('before-restore-'));
  assert.deepEqual(names.sort(), ['database', 'files', 'my-own-notes', 'secret.key']);
  assert.equal(finishRestore(dataDir), false);
});

test('without keeping, nothing of the old data is left', (t) => {
  const dataDir = openDataDir(t);
  assert.equal(commitRestore(dataDir, { keepOld: false }), undefined);
  assert.equal(generationOf(dataDir), 'new');
  assert.deepEqual(readdirSync(dataDir).sort(), ['database', 'files', 'my-own-notes', 'secret.key']);
});

test('a backup without a secret key leaves the one that is there', (t) => {
  const dataDir = openDataDir(t);
  rmSync(join(stagingFolder(dataDir), 'secret.key'));
  commitRestore(dataDir, { keepOld: true });
  assert.equal(readFileSync(join(dataDir, 'secret.key'), 'utf8'), 'old');
  assert.equal(readFileSync(join(dataDir, parts.database), 'utf8'), 'new');
});

/** Runs the work until its `steps`-th change of the file system, which fails as if the process had ended there. */
function interruptAt(t: TestContext, steps: number, work: () => void): boolean {
  let left = steps;
  const changes = ['renameSync', 'rmSync', 'mkdirSync'] as const;
  const mocks = changes.map((name) => {
    const real = fs[name] as (...values: unknown[]) => unknown;
    return t.mock.method(fs, name, (...values: unknown[]) => {
      if (left === 0) throw new Error('interrupted');
      left -= 1;
      return real(...values);
    });
  });
  syncBuiltinESMExports();
  try {
    work();
    return false;
  } catch (error) {
    assert.equal((error as Error).message, 'interrupted');
    return true;
  } finally {
    for (const { mock } of mocks) mock.restore();
    syncBuiltinESMExports();
  }
}

for (const keepOld of [true, false]) {
  test(`interrupted at any step (keeping the old data: ${keepOld}), it is finished at the next start or has never begun`, (t) => {
    for (let step = 0; ; step += 1) {
      const dataDir = openDataDir(t);
      if (!interruptAt(t, step, () => commitRestore(dataDir, { keepOld }))) {
        assert.ok(step > 5, `only ${step} steps were interrupted`);
        return;
      }
      const wasDecided = existsSync(join(dataDir, '.restored'));
      // Interrupted again while it is being finished, by two steps each time.
      while (interruptAt(t, 2, () => finishRestore(dataDir)));
      assert.equal(finishRestore(dataDir), false);
      assert.equal(generationOf(dataDir), wasDecided ? 'new' : 'old', `after step ${step}`);
      const kept = readdirSync(dataDir).find((name) => name.startsWith('before-restore-'));
      if (wasDecided && keepOld) assert.equal(generationOf(join(dataDir, kept!)), 'old');
      else assert.equal(kept, undefined);
    }
  });
}

test('who takes the lock of a directory with an interrupted restore is told to start again, and then may', (t) => {
  const dataDir = openDataDir(t);
  assert.ok(interruptAt(t, 4, () => commitRestore(dataDir, { keepOld: false })));
  assert.ok(hasDatabase(dataDir));
  assert.throws(() => lockDataDir(dataDir), RestoreFinished);
  assert.equal(generationOf(dataDir), 'new');
  lockDataDir(dataDir)();
});
