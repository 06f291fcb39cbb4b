// frontdesk migrate

import type { Database } from '#db/database.ts';
import { DataDirInUse, lockDataDir } from '#db/embedded/data-dir-lock.ts';
import { hasDatabase } from '#db/restored-data.ts';
import { Fault } from '#kit/fault.ts';
import { addCommand, type CommonOptions } from '#src/cli/command.ts';
import type { CommandFamily } from '#src/cli/context.ts';
import type { Config } from '#src/config.ts';

/** Adds `migrate`. */
export const migrateCommand: CommandFamily = (program, shell) => {
  addCommand(program, 'migrate', {
    summary: 'Bring the database schema up to date',
    details: 'A server does so by itself when it starts; several may at once.',
    examples: ['migrate', 'migrate --json'],
  }).action(
    shell.bare(async ({ config: readConfig, parts, print }, _options: CommonOptions) => {
      if (parts) throw serverMigrates();
      const config = readConfig();
      const isNew = !config.databaseUrl && !hasDatabase(config.dataDir);
      const { migrated, total } = await migrateAlone(config);
      const upToDate = `The schema is up to date: ${total} migrations.`;
      const applied = migrated.map((name) => `Applied ${name}`).join('\n');
      const made = `Made the database in ${config.dataDir}.\n${upToDate}`;
      print({ applied: migrated, migrations: total }, isNew ? made : `${applied}\n${upToDate}`.trim());
    }),
  );
};

async function migrateAlone(config: Config): Promise<{ migrated: string[]; total: number }> {
  const { listMigrations } = await import('#db/migrate.ts');
  const unlock = config.databaseUrl ? () => undefined : lockAlone(config.dataDir);
  try {
    const db = await open(config);
    await db.close();
    return { migrated: db.migrated, total: listMigrations().length };
  } finally {
    unlock();
  }
}

async function open({ databaseUrl, dataDir }: Config): Promise<Database> {
  const { openDatabase } = await import('#db/database.ts');
  return openDatabase({ url: databaseUrl, dataDir, connections: 1 });
}

function lockAlone(dataDir: string): () => void {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    throw error instanceof DataDirInUse ? serverMigrates() : error;
  }
}

function serverMigrates(): Fault {
  const why =
    'Another Frontdesk process has the embedded database open, and brought it up to date when it started.';
  return new Fault('conflict', 'database_in_use', `${why} After an update, restart it.`);
}
