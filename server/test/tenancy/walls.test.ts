// What a session of one organization can do to another's rows, tried on every table the catalog lists: nothing.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { asOwner, listTenantTables, platformTables, writtenColumns } from '#test/tenancy/catalog.ts';
import { type House, makeHouse } from '#test/tenancy/houses.ts';
import { failureOf, run } from '#test/tenancy/raw-sql.ts';
import { type World, world } from '#test/world.ts';

const insufficientPrivilege = '42501';

type Statement = (text: string, ...values: unknown[]) => Promise<Record<string, unknown>[]>;

suite('what a session of one organization can do to another’s rows', () => {
  let all: World;
  let mine: House;
  let theirs: House;
  let tables: string[];

  before(async () => {
    all = await world();
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
      const written = await writtenColumns(all, table);
      const added = await asMe((statement) =>
        failureOf(
          statement(
            `insert into ${table} (${written}) overriding system value
             select ${written} from jsonb_populate_record(null::${table}, ?::text::jsonb)`,
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

  test('a search as the owner finds no record of another organization', async () => {
    for (const table of ['customers', 'companies', 'enquiries']) {
      assert.deepEqual(await asMe(searchIn(table, theirs.word)), [], table);
      assert.notDeepEqual(await asMe(searchIn(table, mine.word)), [], table);
    }
  });

  test('a search as the owner reads nothing that a request has made', async () => {
    const failure = await asMe(async (statement) => {
      await statement('create temp view bait as select organization_id, id, search_text from customers');
      return failureOf(searchIn('bait', theirs.word)(statement));
    });
    assert.equal(failure, insufficientPrivilege);
  });
});

function searchIn(table: string, word: string) {
  return (statement: (text: string) => Promise<object[]>) =>
    statement(
      `select matching_ids('${table}', '{}', '{}', '{%${word}%}', null, '00000000-0000-0000-0000-000000000000',
         'ffffffff-ffff-ffff-ffff-ffffffffffff', 100) as id`,
    );
}
