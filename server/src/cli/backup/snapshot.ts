// A still copy of a running Frontdesk on the embedded database, in a folder of its own: what a backup is packed from.
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyBetweenTransactions } from '#db/embedded/still-copy.ts';
import { Fault } from '#kit/fault.ts';
import { fingerprintOf, type Manifest, manifestName } from '#src/cli/backup/manifest.ts';
import { readVersion } from '#src/cli/program.ts';
import type { Parts } from '#src/parts.ts';

/** A still copy. */
export interface Snapshot {
  folder: string;
  manifest: Manifest;
  /** Names in the folder, in the order in which they are to be packed. */
  entries: string[];
  fileCount: number;
  remove(): Promise<void>;
}

let underWay = false;

/**
 * Copies everything, the database first: bytes of a file are there before the row that shows it, and stay for a day
 * after it. Throws `backup_running` when this process is at another one.
 */
export async function takeSnapshot(parts: Parts): Promise<Snapshot> {
  if (underWay)
    throw new Fault('conflict', 'backup_running', 'Another backup is under way. Wait for its end.');
  underWay = true;
  const folder = join(parts.config.dataDir, '.backup');
  const remove = async () => {
    await rm(folder, { recursive: true, force: true });
    underWay = false;
  };
  try {
    // What a killed process left: no other one works in this data directory.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    const migrations = await copyBetweenTransactions(
      parts.db,
      parts.config.dataDir,
      join(folder, 'database'),
    );
    const fileCount = await linkFiles(join(parts.config.dataDir, 'files'), join(folder, 'files'));
    const secretKey = await copyKey(parts, folder);
    const manifest = manifestOf(parts, migrations, secretKey);
    await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
    const key = secretKey === 'included' ? ['secret.key'] : [];
    return { folder, manifest, entries: [manifestName, ...key, 'files', 'database'], fileCount, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The stored files under a second name: they are never changed, and so can't be deleted while they are packed. */
async function linkFiles(source: string, copy: string): Promise<number> {
  await mkdir(copy, { mode: 0o700 });
  let count = 0;
  for (const organization of existsSync(source) ? await readdir(source) : []) {
    if (organization.startsWith('.')) continue;
    await mkdir(join(copy, organization), { mode: 0o700 });
    for (const file of await readdir(join(source, organization))) {
      const [from, to] = [join(source, organization, file), join(copy, organization, file)];
      const kept = await link(from, to).then(
        () => true,
        (error) => copyInstead(error, from, to),
      );
      if (kept) count += 1;
    }
  }
  return count;
}

/** Not every file system has second names. A file that is gone was shown by no record any more. */
async function copyInstead(error: NodeJS.ErrnoException, from: string, to: string): Promise<boolean> {
  if (error.code === 'ENOENT') return false;
  await copyFile(from, to);
  return true;
}

/** Puts the secret key beside the data when it lies there, and not in the environment. */
async function copyKey({ config }: Parts, folder: string): Promise<Manifest['secretKey']> {
  const kept = await readFile(join(config.dataDir, 'secret.key'), 'utf8').catch(() => '');
  if (kept.trim() !== config.secretKey) return 'environment';
  await writeFile(join(folder, 'secret.key'), kept, { mode: 0o600 });
  return 'included';
}

function manifestOf(
  { platform, config }: Parts,
  migrations: string[],
  secretKey: Manifest['secretKey'],
): Manifest {
  return {
    format: 1,
    version: readVersion(),
    createdAt: platform.clock.now().toISOString(),
    migrations,
    secretKey,
    secretKeyFingerprint: fingerprintOf(config.secretKey),
  };
}
