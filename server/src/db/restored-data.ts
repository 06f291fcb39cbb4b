// Putting restored data in the place of what a data directory holds. Everything lies ready inside the directory before
// the first move, and one rename decides; whatever interrupts the moves after it, they are finished at the next start.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#kit/clock.ts';

/** What restored data consists of, in the order in which it takes its place: the database last. */
const restoredEntries = ['secret.key', 'files', 'database'] as const;

/** What belongs to the data that is replaced, and has no meaning beside other data. */
const strayEntries = ['mailbox', 'demo.json', 'database.unfinished'];

/** A restore that was interrupted has just been finished; what was read before from the directory is out of date. */
export class RestoreFinished extends Error {
  constructor(dataDir: string) {
    super(`A restore into ${dataDir} had been interrupted. It is finished now: start again.`);
    this.name = 'RestoreFinished';
  }
}

/** The folder in a data directory in which restored data is made ready, under the names it will have. */
export function stagingFolder(dataDir: string): string {
  return join(dataDir, '.restoring');
}

/**
 * Puts what lies ready in the staging folder in place. Returns the folder in which the data that was there is kept, or
 * with `keepOld` unset removes it. Call while holding the directory's lock.
 */
export function commitRestore(dataDir: string, options: { keepOld: boolean }): string | undefined {
  const staged = stagingFolder(dataDir);
  if (options.keepOld) mkdirSync(join(staged, 'old'), { mode: 0o700 });
  syncFolder(staged);
  renameSync(staged, restoredFolder(dataDir));
  syncFolder(dataDir);
  return moveAll(dataDir);
}

/** Whether a data directory has a database, or a restore that was interrupted is about to put one there. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, 'database', 'PG_VERSION')) || existsSync(restoredFolder(dataDir));
}

/** Finishes a restore that was decided and then interrupted; `false` when there is none. Call while holding the lock. */
export function finishRestore(dataDir: string): boolean {
  if (!existsSync(restoredFolder(dataDir))) return false;
  moveAll(dataDir);
  return true;
}

/** Every step may have been done before: what has been moved is not there to be moved again. */
function moveAll(dataDir: string): string | undefined {
  const restored = restoredFolder(dataDir);
  const old = existsSync(join(restored, 'old')) ? join(restored, 'old') : undefined;
  for (const name of strayEntries) setAside(join(dataDir, name), old && join(old, name));
  for (const name of restoredEntries) {
    if (!existsSync(join(restored, name))) continue;
    setAside(join(dataDir, name), old && join(old, name));
    renameSync(join(restored, name), join(dataDir, name));
  }
  const kept =
    old && join(dataDir, `before-restore-${systemClock.now().toISOString().replace(/[:.]/g, '-')}`);
  if (old && kept) renameSync(old, kept);
  syncFolder(dataDir);
  rmSync(restored, { recursive: true, force: true });
  return kept;
}

function setAside(current: string, old: string | undefined): void {
  if (!existsSync(current)) return;
  if (old && !existsSync(old)) renameSync(current, old);
  else rmSync(current, { recursive: true, force: true });
}

function restoredFolder(dataDir: string): string {
  return join(dataDir, '.restored');
}

/** Forces a folder's names to the disk. Windows can't open a folder for that and orders its journal itself. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
