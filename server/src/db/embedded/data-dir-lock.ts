// One process at a time on an embedded data directory. The lock is one of the operating system's on a file, which
// ends with the process however it ends, so nothing stale is ever left behind.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { finishRestore, RestoreFinished } from '#db/restored-data.ts';

/** The data directory belongs to another running process. */
export class DataDirInUse extends Error {
  constructor(dataDir: string) {
    super(
      `Another Frontdesk process is running on ${dataDir}. Stop it, or set DATA_DIR to another directory.`,
    );
    this.name = 'DataDirInUse';
  }
}

/**
 * Takes the lock of a data directory and returns how to give it back. Throws `DataDirInUse`, or `RestoreFinished` after
 * finishing a restore that was interrupted.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // SQLite is used for nothing but its file lock, which Node has no other call for.
  const lock = new DatabaseSync(join(dataDir, 'lock'));
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if (!/locked|busy/i.test((error as Error).message)) throw error;
    throw new DataDirInUse(dataDir);
  }
  if (finishRestore(dataDir)) {
    lock.close();
    throw new RestoreFinished(dataDir);
  }
  return () => lock.close();
}
