// Files on the local disk, `<dataDir>/files/<organizationId>/<fileId>`: for one machine, or a folder shared by several.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkFileKey, checkFileSize, type FileStore } from '#integrations/files/files.ts';
import { systemClock } from '#kit/clock.ts';

const leftoverAgeMs = 24 * 60 * 60 * 1000;

/** Opens the store, makes its folder, and clears what a killed process left half-written a day or more ago. */
export async function openLocalDisk(options: { dataDir: string }): Promise<FileStore> {
  const root = join(options.dataDir, 'files');
  // A name no key can have. In the same file system as the files, so that a rename moves nothing.
  const incoming = join(root, '.incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await clearLeftovers(incoming);
  return {
    async put(key, bytes) {
      checkFileSize(bytes);
      await place(bytes, join(incoming, randomUUID()), pathOf(root, key));
    },
    async get(key) {
      return readFile(pathOf(root, key)).catch(orNone);
    },
    async delete(key) {
      const path = pathOf(root, key);
      await rm(path, { force: true });
      await syncFolder(dirname(path)).catch(orNone);
    },
  };
}

function pathOf(root: string, key: string): string {
  checkFileKey(key);
  return join(root, key);
}

/** Bytes first, then the name, each forced to the disk: after a power cut there is the whole file or none. */
async function place(bytes: Buffer, temporary: string, path: string): Promise<void> {
  const folder = dirname(path);
  try {
    await writeDurably(temporary, bytes);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  // The parent each time, too: another call may have made the folder an instant ago and not be done with it.
  await syncFolder(dirname(folder));
  await syncFolder(folder);
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(bytes);
  await file.sync();
}

/** Forces a folder's names to the disk. Windows can't open a folder for that and orders its journal itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(path, 'r');
  await folder.sync();
}

async function clearLeftovers(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const leftover = await stat(path).catch(orNone);
    if (leftover && systemClock.now().getTime() - leftover.mtimeMs > leftoverAgeMs)
      await rm(path, { force: true });
  }
}

function orNone(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
