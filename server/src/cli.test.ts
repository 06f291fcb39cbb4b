// The command line as people run it: the real program in processes of its own, alone and beside a running server.
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockDataDir } from '#db/embedded/data-dir-lock.ts';

const root = mkdtempSync(join(tmpdir(), 'frontdesk-cli-'));
const serverFolder = join(import.meta.dirname, '..');
const program = join(serverFolder, 'bin/frontdesk.js');

// The suite runs once for each kind of database; what is about the embedded one needs no second time.
const embeddedTest = process.env.FRONTDESK_TEST_DATABASE ? test.skip : test;
const serverTest = process.env.FRONTDESK_TEST_DATABASE ? test : test.skip;

interface Outcome {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

function environment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { DATABASE_URL, FRONTDESK_TEST_DATABASE, INIT_CWD, npm_lifecycle_event, LOG_LEVEL, ...rest } =
    process.env;
  return { ...rest, NODE_ENV: 'test', ...settings };
}

/** Runs `frontdesk …argv` in `root`, with `DATA_DIR` in it. */
function frontdesk(dataDir: string, argv: string[], settings: Record<string, string> = {}): Promise<Outcome> {
  const env = environment({ DATA_DIR: join(root, dataDir), ...settings });
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...argv],
      { env, cwd: root },
      (_error, stdout, stderr) => resolve({ exitCode: child.exitCode, stdout, stderr }),
    );
  });
}

interface RunningServer {
  process: ChildProcess;
  url: string;
}

let shared: Promise<RunningServer> | undefined;

/** A server on the data directory `served`, started at its first use. */
function server(): Promise<RunningServer> {
  shared ??= startServer();
  return shared;
}

async function startServer(): Promise<RunningServer> {
  const port = await freePort();
  const env = environment({ DATA_DIR: join(root, 'served'), PORT: String(port), ADMIN_RATE_LIMIT: '0' });
  const child = spawn(process.execPath, ['src/main.ts'], { env, cwd: serverFolder, stdio: 'ignore' });
  const url = `http://localhost:${port}`;
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    await sleep(50);
  }
  return { process: child, url };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

after(async () => {
  const child = (await shared)?.process;
  child?.kill('SIGTERM');
  if (child) {
    const [exitCode] = await once(child, 'exit');
    assert.equal(exitCode, 0);
    assert.ok(!existsSync(join(root, 'served/commands/socket')));
  }
  rmSync(root, { recursive: true, force: true });
});

test('help needs no database and makes none', async () => {
  const { exitCode, stdout, stderr } = await frontdesk('untouched', ['--help']);
  assert.deepEqual([exitCode, stderr], [0, '']);
  assert.match(stdout, /^Usage: frontdesk/);
  assert.ok(!existsSync(join(root, 'untouched')));
});

test('an older Node gets one line that says what to do', async () => {
  const pretend = 'Object.defineProperty(process, "versions", { value: { node: "20.20.2" } })';
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
  const child = spawn(process.execPath, ['--import', preload, program], { env: environment({}) });
  const stderr = (await child.stderr.toArray()).join('');
  assert.match(stderr, /^Error: Frontdesk needs Node 24 or newer, .*npx frontdesk.*\n$/);
  if (child.exitCode === null) await once(child, 'exit');
  assert.equal(child.exitCode, 1);
});

test('a failure is one line on standard error; LOG_LEVEL=debug adds the stack', async () => {
  const plain = await frontdesk('nothing', ['organization', 'list', '--json']);
  assert.deepEqual([plain.exitCode, plain.stdout], [1, '']);
  assert.match(plain.stderr, /^Error: There is no database in .*\.\n$/);
  const debug = await frontdesk('nothing', ['organization', 'list'], { LOG_LEVEL: 'debug' });
  assert.match(debug.stderr, /\n {4}at /);
});

test('wrong settings are told in one line', async () => {
  const { exitCode, stderr } = await frontdesk('nothing', ['organization', 'list'], {
    PORT: 'x',
    NODE_ENV: 'y',
  });
  assert.equal(exitCode, 1);
  assert.match(stderr, /^Error: The configuration is not right: .*NODE_ENV.*PORT.*\n$/);
});

test('a database that can not be reached is told in one line, without its password', async () => {
  const settings = { DATABASE_URL: 'postgres://user:hidden@localhost:1/x', SECRET_KEY: 'k'.repeat(40) };
  const { exitCode, stderr } = await frontdesk('nothing', ['organization', 'list'], settings);
  assert.equal(exitCode, 1);
  assert.match(stderr, /^Error: The database can't be reached \(ECONNREFUSED\).*\n$/);
  assert.doesNotMatch(stderr, /hidden/);
});

for (const argv of [
  ['backup', 'x.tar.gz'],
  ['restore', 'x.tar.gz'],
]) {
  test(`${argv[0]} of a database server points to its own tools`, async () => {
    const settings = { DATABASE_URL: 'postgres://user:hidden@localhost:1/x', SECRET_KEY: 'k'.repeat(40) };
    const { exitCode, stderr } = await frontdesk('nothing', argv, settings);
    assert.equal(exitCode, 1);
    assert.match(stderr, /^Error: The database is on a server .*pg_dump and pg_restore.*\n$/);
  });
}

embeddedTest(
  'without a server, commands work on the embedded database by themselves, one after the other',
  async () => {
    const migrated = await frontdesk('alone', ['migrate', '--json']);
    assert.equal(migrated.exitCode, 0, migrated.stderr);
    assert.ok(JSON.parse(migrated.stdout).migrations > 10);
    const made = await frontdesk('alone', ['organization', 'create', 'Lone House', '--json']);
    assert.deepEqual([made.exitCode, made.stderr], [0, '']);
    const unlock = lockDataDir(join(root, 'alone'));
    const waiting = frontdesk('alone', ['api-key', 'list', '--json']);
    await sleep(300);
    unlock();
    assert.deepEqual(await waiting, { exitCode: 0, stdout: '[]\n', stderr: '' });
  },
);

embeddedTest('doctor tells each check, in text and as JSON', async () => {
  await server();
  const { exitCode, stdout, stderr } = await frontdesk('served', ['doctor', '--json']);
  assert.deepEqual([exitCode, stderr], [0, '']);
  const { healthy, checks } = JSON.parse(stdout) as {
    healthy: boolean;
    checks: { name: string; status: string }[];
  };
  assert.ok(healthy);
  const names = [
    'Configuration',
    'Data directory',
    'Files',
    'Database',
    'Migrations',
    'Row-level security',
    'Clock',
    'Mail',
  ];
  assert.deepEqual(
    checks.filter(({ status }) => status === 'ok').map(({ name }) => name),
    names,
  );
  const broken = await frontdesk('served', ['doctor'], { PORT: 'x' });
  assert.equal(broken.exitCode, 1);
  assert.match(broken.stdout, /^fail {2}Configuration {2}PORT must be/);
  assert.equal(broken.stderr, 'Error: 1 of 1 checks failed.\n');
});

embeddedTest('beside a server that has the database, a command works on it at once', async () => {
  const { url } = await server();
  const made = await frontdesk('served', [
    'organization',
    'create',
    'Served House',
    '--slug',
    'served',
    '--json',
  ]);
  assert.deepEqual([made.exitCode, made.stderr], [0, '']);
  const key = await frontdesk('served', ['api-key', 'create', 'Key', '-o', 'served', '--json']);
  const authorization = `Bearer ${JSON.parse(key.stdout).secret}`;
  assert.equal((await fetch(`${url}/api/v1/account`, { headers: { authorization } })).status, 200);
  const failed = await frontdesk('served', ['api-key', 'revoke', 'x', '-o', 'served'], {
    LOG_LEVEL: 'debug',
  });
  assert.equal(failed.exitCode, 1);
  assert.match(failed.stderr, /^Error: The API key x was not found\.\nFault: .*\n {4}at /);
  assert.equal((await frontdesk('served', ['migrate'])).exitCode, 1);
  const restored = await frontdesk('served', ['restore', 'x.tar.gz', '--force']);
  assert.match(
    restored.stderr,
    /^Error: Another Frontdesk process is running on .* Stop it before a restore\.\n$/,
  );
});

embeddedTest(
  'a backup taken while a server writes comes back in another data directory with all that was acknowledged before',
  async () => {
    const { url } = await server();
    const backed = ['--slug', 'backed', '--json'];
    assert.equal(
      (await frontdesk('served', ['organization', 'create', 'Backed House', ...backed])).exitCode,
      0,
    );
    const key = await frontdesk('served', ['api-key', 'create', 'Key', '-o', 'backed', '--json']);
    const authorization = `Bearer ${JSON.parse(key.stdout).secret}`;
    const numbers: string[] = [];
    const post = async () => {
      const headers = { authorization, 'content-type': 'application/json' };
      const response = await fetch(`${url}/api/v1/customers`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ firstName: 'Ada', lastName: `Number ${numbers.length}` }),
      });
      assert.equal(response.status, 201);
      numbers.push(((await response.json()) as { data: { customerNumber: string } }).data.customerNumber);
    };
    for (let count = 0; count < 10; count += 1) await post();
    const acknowledged = [...numbers];
    const backup = frontdesk('served', ['backup', 'backup.tar.gz', '--json']);
    let done = false;
    backup.then(() => {
      done = true;
    });
    while (!done) await post().then(() => sleep(5));
    assert.equal((await backup).exitCode, 0, (await backup).stderr);
    assert.ok(numbers.length > acknowledged.length);

    const restored = await frontdesk('restored', ['restore', 'backup.tar.gz', '--json']);
    assert.deepEqual([restored.exitCode, restored.stderr], [0, '']);
    const refused = await frontdesk('restored', ['restore', 'backup.tar.gz']);
    assert.match(refused.stderr, /^Error: The data directory .* is not empty\..*--force.*\n$/);
    assert.deepEqual((await customerNumbers('restored')).slice(0, 10), acknowledged);
  },
);

/** The numbers of the customers of the organization `backed` in a data directory that no process has open. */
async function customerNumbers(dataDir: string): Promise<string[]> {
  const { openDatabase } = await import('#db/database.ts');
  const db = await openDatabase({ dataDir: join(root, dataDir), connections: 1 });
  try {
    const rows = await db.root(
      (tx) => tx<{ customerNumber: string }[]>`
        select customer_number from customers
        where organization_id = (select id from organizations where slug = 'backed') order by id
      `,
    );
    return rows.map(({ customerNumber }) => customerNumber);
  } finally {
    await db.close();
  }
}

serverTest('on a database server, commands open their own connection', async () => {
  const settings = { DATABASE_URL: process.env.FRONTDESK_TEST_DATABASE!, SECRET_KEY: 'k'.repeat(40) };
  const slug = `cli-${process.pid}-${Date.now()}`;
  const made = await frontdesk('with-server', ['organization', 'create', 'House', '--slug', slug], settings);
  assert.deepEqual([made.exitCode, made.stderr], [0, '']);
  const listed = await frontdesk('with-server', ['organization', 'list', '--json'], settings);
  assert.ok(JSON.parse(listed.stdout).some((organization: { slug: string }) => organization.slug === slug));
  const doctor = await frontdesk('with-server', ['doctor', '--json'], settings);
  assert.equal(doctor.exitCode, 0, doctor.stdout);
  assert.ok(!existsSync(join(root, 'with-server/database')));
});
