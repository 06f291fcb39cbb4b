// Brings the schema up to date: the files of `migrations/`, in order, each in a transaction of its own, under a lock
// so that several processes may start at once.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type postgres from 'postgres';

const folder = join(import.meta.dirname, '../../migrations');

/** Any number; all processes must use the same one. */
const migrationLock = 7_301_986_214;

/** A file of `migrations/`: its name is its identity. */
export interface Migration {
  name: string;
  sql: string;
}

/** The migrations this version of the program has, in order. */
export function listMigrations(): Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  return names.sort().map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8') }));
}

/**
 * Applies what the database lacks and returns the names applied. Throws when the database holds a migration that this
 * version does not know: it was written by a newer one.
 */
export async function migrate(owner: postgres.Sql, migrations = listMigrations()): Promise<string[]> {
  await owner`select pg_advisory_lock(${migrationLock})`;
  try {
    const pending = await pendingMigrations(owner, migrations);
    for (const migration of pending) await applyMigration(owner, migration);
    return pending.map(({ name }) => name);
  } finally {
    await owner`select pg_advisory_unlock(${migrationLock})`;
  }
}

async function pendingMigrations(owner: postgres.Sql, migrations: Migration[]): Promise<Migration[]> {
  await owner`
    create table if not exists schema_migrations (
      name text primary key,
      applied_at timestamptz not null default now()
    )
  `;
  const rows = await owner<{ name: string }[]>`select name from schema_migrations`;
  const applied = new Set(rows.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `The database was written by a newer version (it has ${unknown.join(', ')}). Update Frontdesk.`,
    );
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

async function applyMigration(owner: postgres.Sql, { name, sql }: Migration): Promise<void> {
  await owner`begin`;
  try {
    await owner.unsafe(sql);
    await owner`select build_tenant_walls()`;
    await owner`insert into schema_migrations (name) values (${name})`;
    await owner`commit`;
  } catch (error) {
    await owner`rollback`;
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
