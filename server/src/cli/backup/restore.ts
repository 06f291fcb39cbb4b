// Bringing a backup back: made ready and tried beside what is there, then put in its place at once.
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDatabase } from '#db/database.ts';
import { selectAppliedMigrations } from '#db/diagnosis.ts';
import { DataDirInUse, lockDataDir } from '#db/embedded/data-dir-lock.ts';
import { listMigrations } from '#db/migrate.ts';
import { commitRestore, stagingFolder } from '#db/restored-data.ts';
import { Fault } from '#kit/fault.ts';
import { brokenArchive, readArchive } from '#src/cli/backup/archive.ts';
import { fingerprintOf, type Manifest, manifestName, parseManifest } from '#src/cli/backup/manifest.ts';
import type { Config } from '#src/config.ts';

/** What a restore has done. */
export interface Restored {
  manifest: Manifest;
  /** Where the data that was there is kept, if there was any. */
  oldData: string | undefined;
}

/**
 * Puts the backup in `file` in the place of what the data directory holds; with `force` also when it holds something,
 * which is then kept beside it. Throws a Fault, before anything is changed, when the directory is in use or not empty,
 * the backup is broken or of a newer version, or its secret key is not the one that is set.
 */
export async function restoreBackup(
  config: Config,
  file: string,
  { force, signal, onStep }: { force: boolean; signal: AbortSignal; onStep(step: string): void },
): Promise<Restored> {
  const { dataDir } = config;
  const unlock = lockForRestore(dataDir);
  const staged = stagingFolder(dataDir);
  try {
    await rm(staged, { recursive: true, force: true });
    const isEmpty = await isEmptyBut(dataDir, file);
    if (!isEmpty && !force) throw notEmpty(dataDir);
    onStep('Unpacking the backup …');
    await readArchive(file, staged);
    const manifest = await readManifest(file, staged);
    checkVersion(manifest, file);
    if (!force) await checkSecretKey(config, manifest);
    onStep('Trying the database …');
    await tryDatabase(staged, manifest, file);
    onStep('Writing everything to the disk …');
    await syncAll(staged);
    signal.throwIfAborted();
    await rm(join(staged, manifestName));
    return { manifest, oldData: commitRestore(dataDir, { keepOld: !isEmpty }) };
  } finally {
    // What an unpacking that failed has under way may still be written for an instant.
    await rm(staged, { recursive: true, force: true, maxRetries: 10 }).finally(unlock);
  }
}

/** What a data directory without data may hold. */
const noData = new Set(['secret.key', 'lock', 'lock-journal', 'commands', 'lost+found']);
const syncedAtOnce = 32;

async function isEmptyBut(dataDir: string, file: string): Promise<boolean> {
  const names = await readdir(dataDir);
  return names.every((name) => noData.has(name) || join(dataDir, name) === file);
}

function notEmpty(dataDir: string): Fault {
  const advice = 'Set DATA_DIR to an empty one, or add --force: what is there is then kept beside it.';
  return new Fault('conflict', 'data_dir_not_empty', `The data directory ${dataDir} is not empty. ${advice}`);
}

function lockForRestore(dataDir: string): () => void {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    const sentence = `Another Frontdesk process is running on ${dataDir}. Stop it before a restore.`;
    throw new Fault('conflict', 'database_in_use', sentence);
  }
}

async function readManifest(file: string, staged: string): Promise<Manifest> {
  const text = await readFile(join(staged, manifestName), 'utf8').catch(() => '');
  const manifest = parseManifest(text);
  if (!manifest) throw brokenArchive(file, 'it has no manifest');
  return manifest;
}

function checkVersion({ format, version, migrations }: Manifest, file: string): void {
  const known = new Set(listMigrations().map(({ name }) => name));
  if (format === 1 && migrations.every((name) => known.has(name))) return;
  const sentence = `${file} was made by a newer version (${version}). Update Frontdesk. Nothing was changed.`;
  throw new Fault('invalid', 'newer_backup', sentence);
}

/** Secrets in the database open only under the key they were sealed with. */
async function checkSecretKey({ dataDir, secretKey }: Config, manifest: Manifest): Promise<void> {
  if (fingerprintOf(secretKey) === manifest.secretKeyFingerprint) return;
  const kept = await readFile(join(dataDir, 'secret.key'), 'utf8').catch(() => '');
  const isSet = kept.trim() !== secretKey;
  if (manifest.secretKey === 'included' && !isSet) return;
  const advice =
    manifest.secretKey === 'included'
      ? 'Unset SECRET_KEY, and the one in the backup is used'
      : 'Set SECRET_KEY to the one that was set then';
  const sentence = `The backup was made under another SECRET_KEY. ${advice}; or add --force to go on without what was sealed.`;
  throw new Fault('conflict', 'other_secret_key', sentence);
}

async function tryDatabase(staged: string, manifest: Manifest, file: string): Promise<void> {
  const names = await readdir(join(staged, 'database')).catch((): string[] => []);
  const entries = await readdir(staged);
  if (!names.includes('PG_VERSION') || !entries.includes('files'))
    throw brokenArchive(file, 'parts are missing');
  const applied = await readApplied(staged).catch((error: Error) => {
    throw brokenArchive(file, `its database does not open: ${error.message}`, error);
  });
  if (applied.join() !== manifest.migrations.join()) throw brokenArchive(file, 'its database is another one');
}

async function readApplied(staged: string): Promise<string[]> {
  const db = await openDatabase({ dataDir: staged, connections: 1, asFound: true });
  try {
    return (await db.root(selectAppliedMigrations)).map(({ name }) => name);
  } finally {
    await db.close();
  }
}

/** Forces everything to the disk, so that a power cut after the move finds whole files under the new names. */
async function syncAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const isWindows = process.platform === 'win32';
  const paths = entries
    .filter((entry) => entry.isFile() || (entry.isDirectory() && !isWindows))
    .map((entry) => join(entry.parentPath, entry.name));
  const worker = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await syncOne(path, isWindows);
  };
  await Promise.all(Array.from({ length: syncedAtOnce }, worker));
  if (!isWindows) await syncOne(dirname(join(folder, manifestName)), isWindows);
}

async function syncOne(path: string, isWindows: boolean): Promise<void> {
  await using handle = await open(path, isWindows ? 'r+' : 'r');
  await handle.sync();
}
