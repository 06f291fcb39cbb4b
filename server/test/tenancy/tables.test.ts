// The walls between organizations in the database, tried on every table the catalog lists.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import {
  asOwner,
  listForeignKeys,
  listIndexes,
  listTables,
  listTenantTables,
  platformTables,
} from '#test/tenancy/catalog.ts';
import { type House, makeHouse } from '#test/tenancy/houses.ts';
import { failureOf, run } from '#test/tenancy/raw-sql.ts';
import { type World, world } from '#test/world.ts';

/** Indexes that serve sweeps over all organizations and so begin with what is looked for. */
const sweepIndexes: Record<string, string> = {
  events_unpublished: 'the publisher finds what waits, of all organizations',
  events_age: 'old events are removed everywhere',
  idempotency_answers_age: 'old answers are removed everywhere',
  customer_sessions_age: 'ended sessions are removed everywhere',
  one_time_codes_age: 'old codes are removed everywhere',
  oidc_artifacts_expiry: 'what has expired is removed everywhere',
  outgoing_mails_due: 'the mail job finds what is due, of all organizations',
  webhook_subscriptions_due: 'workers find what is due, of all organizations',
  webhook_subscriptions_due_failing: 'the same, for receivers that fail',
  webhook_subscriptions_ended: 'ended subscriptions are removed everywhere',
  webhook_deliveries_age: 'old deliveries are removed everywhere',
};

/** Tables whose rows are not removed with their organization, each with the reason. */
const unlinkedTables: Record<string, string> = {
  rate_windows:
    'callers without an organization are counted under an id that is none; windows end by themselves',
};

/** Functions that run as the owner and hold the wall themselves. */
const ownerFunctions: Record<string, string> = {
  search_customer_ids: 'LIKE uses no index behind row-level security',
};

const insufficientPrivilege = '42501';

type Statement = (text: string, ...values: unknown[]) => Promise<Record<string, unknown>[]>;

let all: World;
before(async () => {
  all = await world();
});

suite('the form of the tables', () => {
  test('every table belongs to organizations or is one of the few of the platform', async () => {
    const tables = await listTables(all);
    const owned = await asOwner<{ table: string; type: string; required: boolean }>(
      all,
      `select c.relname as table, format_type(a.atttypid, null) as type, a.attnotnull as required
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where a.attname = 'organization_id' and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
    );
    for (const table of tables) {
      if (table in platformTables) continue;
      const column = owned.find((one) => one.table === table);
      assert.ok(
        column,
        `${table} has no organization_id and is not in platformTables (test/tenancy/catalog.ts)`,
      );
      assert.deepEqual([column.type, column.required], ['uuid', true], `${table}.organization_id`);
    }
    const gone = Object.keys(platformTables).filter((table) => !tables.includes(table));
    assert.deepEqual(gone, [], 'platformTables names a table that is not there');
  });

  test('nothing stands outside the schema that the walls are built in', async () => {
    const others = await asOwner<{ name: string }>(
      all,
      `select nspname as name from pg_namespace
       where nspname !~ '^pg_' and nspname not in ('public', 'information_schema')`,
    );
    assert.deepEqual(others, []);
  });

  test('every primary key, unique constraint and index begins with the organization', async () => {
    const tenant = new Set(await listTenantTables(all));
    for (const { table, name, isUnique, isPrimary, columns } of await listIndexes(all)) {
      if (!tenant.has(table) || (name in sweepIndexes && !isUnique)) continue;
      const kind = isPrimary ? 'primary key' : isUnique ? 'unique index' : 'index';
      assert.equal(columns[0], 'organization_id', `${table} has the ${kind} ${name} (${columns.join(', ')})`);
    }
  });

  test('every link between organizations’ tables carries the organization on both sides', async () => {
    const tenant = new Set(await listTenantTables(all));
    const linked = new Set<string>();
    for (const { table, target, columns, targetColumns } of await listForeignKeys(all)) {
      if (!tenant.has(table)) continue;
      linked.add(table);
      const key = `${table} (${columns.join(', ')}) → ${target} (${targetColumns.join(', ')})`;
      assert.equal(columns[0], 'organization_id', key);
      assert.equal(targetColumns[0], target === 'organizations' ? 'id' : 'organization_id', key);
    }
    const loose = [...tenant].filter((table) => !linked.has(table));
    assert.deepEqual(
      loose,
      Object.keys(unlinkedTables),
      'a table without a link to its organization keeps rows of ones that are gone',
    );
  });

  test('every table has row-level security with one policy that compares the organization, for all commands', async () => {
    const rows = await asOwner<{ table: string; enabled: boolean; policies: string[] }>(
      all,
      `select c.relname as table, c.relrowsecurity as enabled,
         (select coalesce(json_agg(concat_ws(' ', p.polcmd, pg_get_expr(p.polqual, c.oid),
            pg_get_expr(p.polwithcheck, c.oid))), '[]') from pg_policy p where p.polrelid = c.oid) as policies
       from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
    );
    const tenant = await listTenantTables(all);
    const wall = '(organization_id = current_organization_id())';
    for (const table of tenant) {
      const row = rows.find((one) => one.table === table)!;
      assert.deepEqual([row.enabled, row.policies], [true, [`* ${wall} ${wall}`]], table);
    }
  });

  test('the role of requests owns nothing, stands behind every wall and is nobody else', async () => {
    const [role] = await asOwner<object>(
      all,
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin,
         (select count(*) from pg_class c where c.relowner = r.oid) as owned,
         (select count(*) from pg_auth_members m where m.member = r.oid) as memberships
       from pg_roles r where rolname = 'frontdesk_tenant'`,
    );
    assert.deepEqual(
      { ...role },
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolcanlogin: false,
        owned: 0,
        memberships: 0,
      },
    );
  });

  test('functions that run as the owner are few, hold the wall themselves, and are for requests alone', async () => {
    const functions = await asOwner<{ name: string; source: string; settings: string; everybody: boolean }>(
      all,
      `select proname as name, prosrc as source, array_to_string(proconfig, ';') as settings,
         has_function_privilege('public', oid, 'execute') as everybody
       from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`,
    );
    assert.deepEqual(functions.map(({ name }) => name).sort(), Object.keys(ownerFunctions).sort());
    for (const { name, source, settings, everybody } of functions) {
      assert.match(source, /organization_id = current_organization_id\(\)/, name);
      assert.match(settings, /search_path=public, pg_temp/, name);
      assert.equal(everybody, false, name);
    }
  });

  test('every table and column says what it means', async () => {
    const silent = await asOwner<{ name: string }>(
      all,
      `select concat_ws('.', c.relname, a.attname) as name
       from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migrations'
         and (obj_description(c.oid) is null or col_description(c.oid, a.attnum) is null) order by 1`,
    );
    assert.deepEqual(
      silent.map(({ name }) => name),
      [],
    );
  });
});

suite('what a session of one organization can do to another’s rows', () => {
  let mine: House;
  let theirs: House;
  let tables: string[];

  before(async () => {
    mine = await makeHouse(all, 'a');
    theirs = await makeHouse(all, 'b');
    tables = await listTenantTables(all);
  });

  /** Runs statements as my organization, the way every request does, and leaves nothing behind. */
  async function asMe<T>(work: (statement: Statement) => Promise<T>): Promise<T> {
    const { tx, rollback } = await all.parts.db.open(mine.organization.id);
    try {
      return await work((text, ...values) => run(tx, text, ...values));
    } finally {
      await rollback();
    }
  }

  test('there is something to steal in every table', async () => {
    for (const table of tables) {
      const rows = await asOwner(
        all,
        `select from ${table} where organization_id = ?`,
        theirs.organization.id,
      );
      assert.ok(rows.length > 0, `${table} is empty: let test/tenancy/spare-rows.ts make a row of it`);
    }
  });

  test('it sees its own rows and none of the others', async () => {
    for (const table of tables) {
      const [seen] = await asMe((statement) =>
        statement(
          `select count(*) filter (where organization_id = ?) as own, count(*) as seen from ${table}`,
          mine.organization.id,
        ),
      );
      assert.ok(Number(seen!.own) > 0, `${table} shows nothing of its own organization`);
      assert.equal(seen!.own, seen!.seen, `${table} shows rows of other organizations`);
    }
  });

  test('it changes and removes none of them', async () => {
    for (const table of tables) {
      const changed = await asMe((statement) =>
        statement(
          `update ${table} set organization_id = organization_id where organization_id <> ? returning 1 as one`,
          mine.organization.id,
        ),
      );
      const removed = await asMe((statement) =>
        statement(`delete from ${table} where organization_id <> ? returning 1 as one`, mine.organization.id),
      );
      assert.deepEqual([changed.length, removed.length], [0, 0], table);
    }
  });

  test('it adds none: neither new rows nor its own ones moved over', async () => {
    for (const table of tables) {
      const [theirRow] = await asOwner<{ row: string }>(
        all,
        `select to_jsonb(t)::text as row from ${table} t where organization_id = ? limit 1`,
        theirs.organization.id,
      );
      const added = await asMe((statement) =>
        failureOf(
          statement(
            `insert into ${table} overriding system value
             select * from jsonb_populate_record(null::${table}, ?::text::jsonb)`,
            theirRow!.row,
          ),
        ),
      );
      assert.equal(added, insufficientPrivilege, `${table} takes a row of another organization`);
      const moved = await asMe((statement) =>
        failureOf(statement(`update ${table} set organization_id = ?`, theirs.organization.id)),
      );
      assert.equal(moved, insufficientPrivilege, `${table} lets a row move to another organization`);
    }
  });

  test('of the platform’s tables it sees its own organization and nothing else', async () => {
    for (const table of Object.keys(platformTables)) {
      if (table === 'organizations') continue;
      for (const attempt of [`select from ${table}`, `delete from ${table}`]) {
        assert.equal(
          await asMe((statement) => failureOf(statement(attempt))),
          insufficientPrivilege,
          attempt,
        );
      }
    }
    const seen = await asMe((statement) => statement('select id from organizations'));
    assert.deepEqual(
      seen.map(({ id }) => id),
      [mine.organization.id],
    );
    for (const attempt of [
      'update organizations set name = name where id <> ?',
      'delete from organizations where id <> ?',
    ]) {
      const touched = await asMe((statement) =>
        statement(`${attempt} returning 1 as one`, mine.organization.id),
      );
      assert.deepEqual(touched, [], attempt);
    }
  });

  test('a session without an organization sees no row at all', async () => {
    await all.parts.db.root(async (tx) => {
      await run(
        tx,
        `select set_config('role', 'frontdesk_tenant', true), set_config('app.organization_id', '', true)`,
      );
      for (const table of [...tables, 'organizations']) {
        assert.deepEqual(await run(tx, `select 1 as one from ${table} limit 1`), [], table);
      }
    });
  });

  test('a search as the owner finds no customer of another organization', async () => {
    const found = await asMe((statement) =>
      statement(
        `select search_customer_ids('{%${theirs.word}%}', null, '00000000-0000-0000-0000-000000000000',
           'ffffffff-ffff-ffff-ffff-ffffffffffff', null, 100) as id`,
      ),
    );
    assert.deepEqual(found, []);
  });
});
