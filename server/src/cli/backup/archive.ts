// The file of a backup: a gzipped tar archive. Written beside its name and renamed, so that there is a whole one or none.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create, extract, list } from 'tar';
import { Fault } from '#kit/fault.ts';
import { manifestName } from '#src/cli/backup/manifest.ts';

/** Throws a Fault unless a file can be written there: its folder exists, and it is no folder itself. */
export async function checkTarget(file: string): Promise<void> {
  const folder = await stat(dirname(file)).catch(() => undefined);
  const isFolder = (await stat(file).catch(() => undefined))?.isDirectory();
  if (folder?.isDirectory() && !isFolder) return;
  const sentence = isFolder ? `${file} is a folder. Name a file.` : `There is no folder ${dirname(file)}.`;
  throw new Fault('invalid', 'file_fault', sentence);
}

/** Packs entries of a folder into a new file, in place of one of that name. Returns its size in bytes. */
export async function writeArchive(
  file: string,
  from: { folder: string; entries: string[] },
  { signal, onBytes }: { signal: AbortSignal; onBytes(count: number): void },
): Promise<number> {
  const temporary = `${file}.${randomUUID().slice(0, 8)}.partial`;
  try {
    const packed = create(
      { cwd: from.folder, gzip: { level: 5 }, portable: true, strict: true },
      from.entries,
    );
    const target = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(countBytes(packed, onBytes), target, { signal });
    await rename(temporary, file);
    await syncFolder(dirname(file));
    return (await stat(file)).size;
  } catch (error) {
    await rm(temporary, { force: true });
    throw explained(error, file);
  }
}

/**
 * Unpacks a backup into a new folder. Throws `broken_archive`, before anything is written, for anything but a whole
 * archive of files and folders under the names of a backup.
 */
export async function readArchive(file: string, folder: string): Promise<void> {
  const strangers: string[] = [];
  const onReadEntry = ({ path, type }: { path: string; type: string }) => {
    if (!entryNames.has(path.split('/')[0]!) || !entryTypes.has(type)) strangers.push(path);
  };
  try {
    await list({ file, strict: true, onReadEntry });
  } catch (error) {
    const told = explained(error, file);
    throw told === error ? brokenArchive(file, (error as Error).message, error) : told;
  }
  if (strangers.length > 0) throw brokenArchive(file, `it also holds ${strangers[0]}`);
  await mkdir(folder, { mode: 0o700 });
  await extract({ file, cwd: folder, strict: true, preserveOwner: false }).catch((error) => {
    throw explained(error, folder);
  });
}

/** A file that is no backup, or no whole one. */
export function brokenArchive(file: string, reason: string, cause?: unknown): Fault {
  const sentence = `${file} is not a whole backup of Frontdesk (${reason}). Nothing was changed.`;
  return new Fault('invalid', 'broken_archive', sentence, { cause });
}

const entryNames = new Set([manifestName, 'secret.key', 'files', 'database']);
const entryTypes = new Set(['File', 'OldFile', 'Directory']);

async function* countBytes(
  packed: AsyncIterable<Buffer>,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const chunk of packed) {
    count += chunk.length;
    onBytes(count);
    yield chunk;
  }
}

/** The usual faults of a file, in words. */
function explained(error: unknown, file: string): unknown {
  const words: Record<string, string> = {
    ENOENT: `There is no ${file}.`,
    EACCES: `This user may not open ${file}.`,
    EPERM: `This user may not open ${file}.`,
    EISDIR: `${file} is a folder.`,
    ENOSPC: `There is no room left for ${file} or what is in it.`,
    EDQUOT: `There is no room left for ${file} or what is in it.`,
  };
  const sentence = words[(error as NodeJS.ErrnoException).code ?? ''];
  return sentence ? new Fault('invalid', 'file_fault', sentence, { cause: error }) : error;
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(path, 'r');
  await folder.sync();
}
