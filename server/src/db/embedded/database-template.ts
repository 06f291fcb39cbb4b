// A ready-made, migrated, empty embedded database, made once at installation: a new data directory starts as a copy
// of it, which takes a fraction of the time that making one takes. Everything works without it, only slower.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listMigrations } from '#db/migrate.ts';

const workspace = join(import.meta.dirname, '../../..');
const cacheFolder = join(workspace, '.cache');
const namePrefix = 'database-';

/** The folder of the template that fits this version of the program, or `undefined` when none was made. */
export function findTemplate(): string | undefined {
  const folder = templateFolder();
  return existsSync(join(folder, 'PG_VERSION')) ? folder : undefined;
}

/**
 * Makes the template that fits this version, unless it is there, and removes those of other versions. `fill` is given
 * an empty data directory, makes a database in it and closes it.
 */
export async function makeTemplate(fill: (dataDir: string) => Promise<void>): Promise<void> {
  if (findTemplate()) return;
  const unfinished = join(cacheFolder, `unfinished-${process.pid}`);
  mkdirSync(unfinished, { recursive: true });
  try {
    await fill(unfinished);
    if (findTemplate()) return; // Another process was faster.
    const database = join(unfinished, 'database');
    // Whoever installs may not be who runs, and an empty database holds no secret.
    chmodSync(database, 0o755);
    removeTemplates();
    renameSync(database, templateFolder());
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Named by all it is made from: the engine's version and the migrations. */
function templateFolder(): string {
  const manifest = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
  const parts = [manifest.dependencies['@electric-sql/pglite'], listMigrations()];
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return join(cacheFolder, namePrefix + digest.slice(0, 16));
}

function removeTemplates(): void {
  for (const name of readdirSync(cacheFolder)) {
    if (name.startsWith(namePrefix)) rmSync(join(cacheFolder, name), { recursive: true });
  }
}
