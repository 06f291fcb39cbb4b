// The server that tests and benchmarks run against: comes up, keeps what was committed, and leaves nothing behind.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { listProcesses } from './postgres-processes.ts';
import { type OwnPostgres, type PostgresServer, startPostgres } from './postgres-server.ts';

const isBorrowed = Boolean(process.env.TEST_DATABASE_URL);
const ownOnly = { skip: isBorrowed && 'the server at TEST_DATABASE_URL is not ours to restart' };

suite('a started PostgreSQL server', () => {
  let server: PostgresServer;

  before(async () => {
    server = await startPostgres({ settings: { work_mem: '7MB' } });
  });

  after(() => server.stop());

  test('accepts connections and says which version of which origin it is', async () => {
    const [row] = await query(server.url, (sql) => sql`show server_version`);
    const number = String(row?.server_version).split(' ')[0];
    assert.ok(server.version.startsWith(`PostgreSQL ${number} (`), server.version);
  });

  test('makes separate databases in UTF-8', async () => {
    const first = await server.createDatabase();
    const second = await server.createDatabase(`frontdesk_named_${process.pid}`);
    await query(first, (sql) => sql`create table notes (body text)`);
    const [seen] = await query(
      second,
      (sql) => sql`select to_regclass('notes') as notes, lower('É') as letter`,
    );
    assert.deepEqual({ ...seen }, { notes: null, letter: 'é' });
  });

  test('has the extensions of the product', async () => {
    const url = await server.createDatabase();
    for (const name of ['pg_trgm', 'btree_gist', 'citext', 'unaccent']) {
      await query(url, (sql) => sql`create extension ${sql(name)}`);
    }
  });

  test('takes settings, and syncs its writes unless they say otherwise', ownOnly, async () => {
    const [row] = await query(
      server.url,
      (sql) => sql`select current_setting('work_mem') as memory, current_setting('fsync') as fsync`,
    );
    assert.deepEqual({ ...row }, { memory: '7MB', fsync: 'on' });
  });

  for (const mode of ['fast', 'immediate'] as const) {
    test(`keeps committed rows and its address over a restart (${mode})`, ownOnly, async () => {
      assert.ok(server.canRestart);
      const url = await server.createDatabase();
      await query(url, (sql) => sql`create table notes as select 'kept' as body`);
      const before = await serverPid(server);
      await server.restart(mode);
      assert.notEqual(await serverPid(server), before);
      assert.equal((await query(url, (sql) => sql`select body from notes`))[0]?.body, 'kept');
    });
  }

  test('loses open transactions and nothing committed in a crash', ownOnly, async () => {
    assert.ok(server.canRestart);
    const url = await server.createDatabase();
    const client = postgres(url, { max: 1 });
    await client`create table notes as select 'committed' as body`;
    const [backend] = await client`select pg_backend_pid() as pid`;
    const open = client.unsafe("begin; insert into notes values ('open'); select pg_sleep(600)").simple();
    const lost = assert.rejects(open);
    await untilTrue(async () => (await query(url, waitingBackends)).length > 0);
    const postmaster = await serverPid(server);

    await server.crash();
    await lost;
    assert.deepEqual([await isRunning(postmaster), await isRunning(backend?.pid)], [false, false]);
    await assert.rejects(query(url, (sql) => sql`select 1`));

    await server.start();
    assert.deepEqual([...(await client`select body from notes`)], [{ body: 'committed' }]);
    await client.end();
  });
});

test(
  'a stopped server leaves neither process nor folder, and stops with clients connected',
  ownOnly,
  async () => {
    const server = await startPostgres();
    assert.ok(server.canRestart);
    const client = postgres(server.url, { max: 1, onnotice: () => undefined });
    const folder = await dataFolder(server);
    const pid = await serverPid(server);
    await client`select 1`;
    await server.stop();
    assert.equal(await isRunning(pid), false);
    await assert.rejects(access(folder), { code: 'ENOENT' });
    await client.end();
  },
);

test(
  'a setting the server refuses fails the start with the reason and leaves no folder',
  ownOnly,
  async () => {
    await assert.rejects(startPostgres({ settings: { work_mem: 'plenty' } }), /did not start.*work_mem/s);
  },
);

for (const signal of ['SIGKILL', 'SIGTERM', 'SIGINT'] as const) {
  test(`a test process ended by ${signal} leaves neither server nor folder`, ownOnly, async () => {
    const { child, pid, folder } = await startInOwnProcess();
    assert.equal(await isRunning(pid), true);
    child.kill(signal);
    await untilTrue(async () => !(await isRunning(pid)));
    await untilTrue(() =>
      access(folder).then(
        () => false,
        () => true,
      ),
    );
  });
}

function waitingBackends(sql: postgres.Sql) {
  return sql`select 1 from pg_stat_activity where wait_event = 'PgSleep'`;
}

async function startInOwnProcess(): Promise<{ child: ChildProcess; pid: number; folder: string }> {
  const program = `
    import { startPostgres } from ${JSON.stringify(import.meta.resolve('./postgres-server.ts'))};
    import postgres from ${JSON.stringify(import.meta.resolve('postgres'))};
    const server = await startPostgres();
    const [row] = await postgres(server.url)\`show data_directory\`;
    console.log(row.data_directory);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [folder] = await once(createInterface(child.stdout), 'line');
  return { child, folder, pid: await pidIn(folder) };
}

async function query<Row>(url: string, work: (sql: postgres.Sql) => PromiseLike<Row>): Promise<Row> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

async function dataFolder(server: OwnPostgres): Promise<string> {
  const [row] = await query(server.url, (sql) => sql`show data_directory`);
  return String(row?.data_directory);
}

async function serverPid(server: OwnPostgres): Promise<number> {
  return pidIn(await dataFolder(server));
}

async function pidIn(folder: string): Promise<number> {
  return Number.parseInt(await readFile(join(folder, 'postmaster.pid'), 'utf8'), 10);
}

async function isRunning(pid: number): Promise<boolean> {
  return (await listProcesses()).some((one) => one.pid === pid);
}

async function untilTrue(question: () => Promise<boolean>): Promise<void> {
  const deadline = AbortSignal.timeout(30_000);
  while (!(await question())) {
    assert.ok(!deadline.aborted, 'not within 30 seconds');
    await pause(20);
  }
}
