// What an open database tells about its own health: its version, its schema, and whether the tenancy walls stand.
import { randomUUID } from 'node:crypto';
import type { Database } from '#db/database.ts';
import { listMigrations } from '#db/migrate.ts';
import type { RootTx } from '#db/tx.ts';

/** The first PostgreSQL version whose SQL is enough. */
export const oldestMajorVersion = 15;

/** The database's own version and its clock. Throws when it can't be reached. */
export async function readServer(db: Database): Promise<{ version: string; major: number; now: Date }> {
  return db.root(async (tx) => {
    const [row] = await tx<{ version: string; number: number; now: Date }[]>`
      select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
        clock_timestamp() as now
    `;
    return { version: row!.version, major: Math.floor(row!.number / 10_000), now: row!.now };
  });
}

/** Where the schema stands: `pending` are to be applied, `unknown` ones were written by a newer version. */
export interface SchemaState {
  applied: string[];
  pending: string[];
  unknown: string[];
  /** When the last migration was applied. */
  lastAppliedAt: Date | undefined;
}

/** Compares the migrations the database has with those of this version. */
export async function readSchema(db: Database): Promise<SchemaState> {
  const rows = await db.root(selectAppliedMigrations);
  const applied = rows.map(({ name }) => name);
  const known = listMigrations().map(({ name }) => name);
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
    lastAppliedAt: rows.at(-1)?.appliedAt,
  };
}

/** What of the tenancy walls does not stand, in sentences; none when all is well. `tables` is how many are walled. */
export async function inspectWalls(db: Database): Promise<{ tables: number; gaps: string[] }> {
  const tables = await db.root(selectOrganizationTables);
  const open = tables.filter(({ walled }) => !walled).map(({ name }) => name);
  const gaps = open.length > 0 ? [`Row-level security is off on ${open.join(', ')}.`] : [];
  return { tables: tables.length, gaps: [...gaps, ...(await tryTheWalls(db))] };
}

/** Does as a tenant what a tenant must not be able to do. Nothing stays: its last statement fails in any case. */
async function tryTheWalls(db: Database): Promise<string[]> {
  const [stranger, victim] = [randomUUID(), randomUUID()];
  const gaps: string[] = [];
  const seen = db.write(stranger, async (tx) => {
    const [session] = await tx<{ role: string; unbound: boolean; sees: boolean }[]>`
      select current_user as role, rolsuper or rolbypassrls as unbound, exists (select from organizations) as sees
      from pg_roles where rolname = current_user
    `;
    if (session!.unbound) gaps.push(`The role ${session!.role} is not bound by row-level security.`);
    if (session!.sees) gaps.push(`The role ${session!.role} sees organizations that are not its own.`);
    await tx`insert into number_counters (organization_id, kind, last_number) values (${victim}, 'doctor', 1)`;
  });
  await seen.catch((error: { code?: string }) => {
    // The wall comes first; the foreign key stops what it has let through, since there is no such organization.
    if (error.code === foreignKeyViolation) gaps.push('A tenant can write for other organizations.');
    else if (error.code !== insufficientPrivilege) throw error;
  });
  return gaps;
}

const insufficientPrivilege = '42501';
const foreignKeyViolation = '23503';

/** The migrations the database has, in order; none when it was never migrated. */
export async function selectAppliedMigrations(tx: RootTx): Promise<{ name: string; appliedAt: Date }[]> {
  const [found] = await tx<
    { exists: boolean }[]
  >`select to_regclass('schema_migrations') is not null as exists`;
  if (!found!.exists) return [];
  return tx<
    { name: string; appliedAt: Date }[]
  >`select name, applied_at from schema_migrations order by name`;
}

/** Every table of organizations' data, and whether its rows are walled in by a policy. */
function selectOrganizationTables(tx: RootTx): Promise<{ name: string; walled: boolean }[]> {
  return tx<{ name: string; walled: boolean }[]>`
    select c.relname as name,
      c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid) as walled
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (c.relname = 'organizations' or exists (
        select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped))
    order by c.relname
  `;
}
