// What the database itself says about its tables.
import { run } from '#test/tenancy/raw-sql.ts';
import type { World } from '#test/world.ts';

/** Tables of the whole instance, each with the reason why no organization owns its rows. */
export const platformTables: Record<string, string> = {
  organizations: 'the tenants themselves; each sees its own row only',
  schema_migrations: 'which migrations the database has',
  instance_keys: 'keys the instance signs deliveries with',
  signing_keys: 'keys the instance signs tokens with',
};

/** A unique constraint, primary key or index, with its columns in order. */
export interface Index {
  table: string;
  name: string;
  isPrimary: boolean;
  isUnique: boolean;
  columns: string[];
}

/** A foreign key: its columns and those they point at, in order. */
export interface ForeignKey {
  table: string;
  target: string;
  columns: string[];
  targetColumns: string[];
}

/** The tables of the product, by name. */
export async function listTables(world: World): Promise<string[]> {
  const rows = await asOwner<{ name: string }>(
    world,
    `select c.relname as name from pg_class c
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The tables whose rows belong to organizations. */
export async function listTenantTables(world: World): Promise<string[]> {
  return (await listTables(world)).filter((name) => !(name in platformTables));
}

/** The columns of a table that statements write, listed with commas: all but those the database generates. */
export async function writtenColumns(world: World, table: string): Promise<string> {
  const [row] = await asOwner<{ columns: string }>(
    world,
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = ?::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    table,
  );
  return row!.columns;
}

/** All indexes of the product's tables. An expression counts as a column without a name. */
export async function listIndexes(world: World): Promise<Index[]> {
  const rows = await asOwner<Index>(
    world,
    `select t.relname as table, i.relname as name, x.indisprimary as is_primary, x.indisunique as is_unique,
       (select json_agg(coalesce(a.attname, '') order by k.place)
        from unnest(x.indkey::smallint[]) with ordinality k (number, place)
        left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.number and k.number > 0) as columns
     from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
     where t.relnamespace = 'public'::regnamespace order by 1, 2`,
  );
  return rows;
}

/** All foreign keys of the product's tables. */
export async function listForeignKeys(world: World): Promise<ForeignKey[]> {
  return asOwner<ForeignKey>(
    world,
    `select t.relname as table, r.relname as target,
       (select json_agg(a.attname order by k.place) from unnest(c.conkey) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) as columns,
       (select json_agg(a.attname order by k.place) from unnest(c.confkey) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number) as target_columns
     from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
     where c.contype = 'f' and t.relnamespace = 'public'::regnamespace`,
  );
}

/** Runs one query as the owner of the database. */
export function asOwner<Row extends object>(
  world: World,
  text: string,
  ...values: unknown[]
): Promise<Row[]> {
  return world.parts.db.root((tx) => run<Row>(tx, text, ...values));
}
