// The form that tenancy asks of every table, key, index and function of the catalog.
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
import { type World, world } from '#test/world.ts';

/** Indexes that serve sweeps over all organizations and so begin with what is looked for. */
const sweepIndexes: Record<string, string> = {
  booking_holds_by_expiry: 'expired holds are ended everywhere',
  bookings_deleted: 'deleted bookings are removed everywhere',
  enquiries_deleted: 'deleted enquiries are removed everywhere',
  events_unpublished: 'the publisher finds what waits, of all organizations',
  events_age: 'old events are removed everywhere',
  idempotency_answers_age: 'old answers are removed everywhere',
  customer_sessions_age: 'ended sessions are removed everywhere',
  credit_lots_due: 'credit that has expired is taken out everywhere',
  one_time_codes_age: 'old codes are removed everywhere',
  oidc_artifacts_expiry: 'what has expired is removed everywhere',
  orders_deleted: 'deleted orders are removed everywhere',
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
  matching_ids: 'LIKE uses no index behind row-level security',
};

suite('the form of the tables', () => {
  let all: World;
  before(async () => {
    all = await world();
  });

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
