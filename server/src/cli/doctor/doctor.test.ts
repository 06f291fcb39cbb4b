// What `frontdesk doctor` finds when something is wrong.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { type Database, openDatabase } from '#db/database.ts';
import { lockDataDir } from '#db/embedded/data-dir-lock.ts';
import type { RootTx } from '#db/tx.ts';
import { checkConfiguration, checkInstallation } from '#src/cli/doctor/checks.ts';
import { checkDatabase } from '#src/cli/doctor/database-checks.ts';
import type { Finding } from '#src/cli/doctor/finding.ts';
import { type Config, readConfig } from '#src/config.ts';
import type { Parts } from '#src/parts.ts';
import { s3Error, startS3Server } from '#test/s3-server.ts';

const root = mkdtempSync(join(tmpdir(), 'frontdesk-doctor-'));
let opened: Promise<Database> | undefined;

/** An embedded database for this file alone: its walls are torn down and put up again. */
function database(): Promise<Database> {
  opened ??= openDatabase({ dataDir: join(root, 'data'), connections: 1 });
  return opened;
}

after(async () => {
  await (await opened)?.close();
  rmSync(root, { recursive: true, force: true });
});

function configOf(settings: Record<string, string> = {}): Config {
  return readConfig({ NODE_ENV: 'test', DATA_DIR: join(root, 'data'), ...settings });
}

const linesOf = (findings: Finding[]) =>
  findings.map(({ status, name, message }) => `${status} ${name}: ${message}`);

/** What is found on the database while the change holds, all is well before and after it. */
async function findingsWith(
  change: (tx: RootTx) => unknown,
  undo: (tx: RootTx) => unknown,
): Promise<string[]> {
  const db = await database();
  await db.root(async (tx) => void (await change(tx)));
  try {
    return linesOf(await checkDatabase(db));
  } finally {
    await db.root(async (tx) => void (await undo(tx)));
    assert.deepEqual(
      (await checkDatabase(db)).filter(({ status }) => status !== 'ok'),
      [],
    );
  }
}

function includes(lines: string[], expected: RegExp): void {
  assert.ok(
    lines.some((line) => expected.test(line)),
    lines.join('\n'),
  );
}

test('a sound database passes every check', async () => {
  const lines = linesOf(await checkDatabase(await database()));
  assert.deepEqual(
    lines.map((line) => line.split(':')[0]),
    ['ok Database', 'ok Migrations', 'ok Row-level security', 'ok Clock'],
  );
});

test('a table without row-level security fails', async () => {
  const lines = await findingsWith(
    (tx) => tx`alter table files disable row level security`,
    (tx) => tx`alter table files enable row level security`,
  );
  includes(lines, /^fail Row-level security: Row-level security is off on files\.$/);
});

test('a tenant role that row-level security does not bind fails', async () => {
  const lines = await findingsWith(
    (tx) => tx`alter role frontdesk_tenant bypassrls`,
    (tx) => tx`alter role frontdesk_tenant nobypassrls`,
  );
  includes(lines, /^fail Row-level security: The role frontdesk_tenant is not bound/);
});

test('a policy that lets strangers write fails, and the try leaves nothing behind', async () => {
  const lines = await findingsWith(
    (tx) => tx`create policy hole on number_counters for insert with check (true)`,
    (tx) => tx`drop policy hole on number_counters`,
  );
  includes(lines, /^fail Row-level security: A tenant can write for other organizations\.$/);
  const [row] = await (await database()).root(
    (tx) => tx<{ count: number }[]>`select count(*) from number_counters`,
  );
  assert.equal(row!.count, 0);
});

test('a policy that shows organizations to strangers fails', async () => {
  const lines = await findingsWith(
    async (tx) => {
      await tx`create policy hole on organizations for select using (true)`;
      await tx`insert into organizations (id, slug, name, country_code, time_zone, currency, created_at, updated_at)
        values (gen_random_uuid(), 'seen', 'Seen', 'DE', 'UTC', 'EUR', now(), now())`;
    },
    async (tx) => {
      await tx`drop policy hole on organizations`;
      await tx`delete from organizations`;
    },
  );
  includes(lines, /^fail Row-level security: The role frontdesk_tenant sees organizations/);
});

test('migrations that wait are a warning, those of a newer version a failure', async () => {
  const [last] = await (await database()).root(
    (tx) => tx<{ name: string }[]>`select name from schema_migrations order by name desc limit 1`,
  );
  const waiting = await findingsWith(
    (tx) => tx`delete from schema_migrations where name = ${last!.name}`,
    (tx) => tx`insert into schema_migrations (name) values (${last!.name})`,
  );
  includes(waiting, /^warn Migrations: 1 of \d+ are not applied yet\.$/);
  const newer = await findingsWith(
    (tx) => tx`insert into schema_migrations (name) values ('9999-future.sql')`,
    (tx) => tx`delete from schema_migrations where name = '9999-future.sql'`,
  );
  includes(
    newer,
    /^fail Migrations: The database was written by a newer version: it has 9999-future\.sql\.$/,
  );
});

test('a clock before the last migration fails', async () => {
  const lines = await findingsWith(
    (tx) => tx`update schema_migrations set applied_at = applied_at + interval '1 day'`,
    (tx) => tx`update schema_migrations set applied_at = applied_at - interval '1 day'`,
  );
  includes(lines, /^fail Clock: It shows .*, which is before the last migration was applied\.$/);
});

test('every wrong setting is a failure of its own', () => {
  const { config, findings } = checkConfiguration(() => configOf({ PORT: 'x', LOG_LEVEL: 'loud' }));
  assert.equal(config, undefined);
  assert.deepEqual(
    findings.map(({ status, message }) => [status, message.split(' ')[0]]),
    [
      ['fail', 'PORT'],
      ['fail', 'LOG_LEVEL'],
    ],
  );
});

/** The installation without its database, as a server that runs sees it. */
async function examine(config: Config): Promise<string[]> {
  return linesOf(await checkInstallation(config, { db: await database() } as Parts));
}

test('a data directory that can not be written fails, one that everybody can read is a warning', async () => {
  const file = join(root, 'a-file');
  writeFileSync(file, '');
  includes(await examine({ ...configOf(), dataDir: file }), /^fail Data directory: ENOTDIR/);
  chmodSync(join(root, 'data'), 0o755);
  includes(await examine(configOf()), /^warn Data directory: Every user of this machine can look into/);
  chmodSync(join(root, 'data'), 0o700);
  includes(await examine(configOf()), /^ok Data directory: .* is writable/);
});

test('a file store that takes, gives back and removes a file is well, and has nothing left of it', async (t) => {
  includes(await examine(configOf()), /^ok Files: .*files takes files, gives them back and removes them\.$/);
  assert.deepEqual(
    readdirSync(join(root, 'data', 'files')).filter((name) => name !== '.incoming'),
    [],
  );
  const { settings, objects } = await startS3Server(t);
  includes(await examine({ ...configOf(), s3: settings }), /^ok Files: 127\.0\.0\.1:\d+ takes files/);
  assert.equal(objects.size, 0);
});

test('a file store that refuses fails, without its secret in the report', async (t) => {
  const { settings, next } = await startS3Server(t);
  next.push(s3Error(403, 'AccessDenied'));
  const lines = await examine({ ...configOf(), s3: settings });
  includes(lines, /^fail Files: /);
  assert.equal(lines.join().includes(settings.secretAccessKey), false);
  writeFileSync(join(root, 'data', 'files', 'doctor'), '');
  includes(await examine(configOf()), /^fail Files: ENOTDIR|^fail Files: EEXIST/);
  rmSync(join(root, 'data', 'files', 'doctor'));
});

test('a database that another process has just now, and none at all, are warnings', async () => {
  const config = configOf({ DATA_DIR: join(root, 'empty') });
  includes(linesOf(await checkInstallation(config, undefined)), /^warn Database: There is none in /);
  await database();
  const unlock = lockDataDir(join(root, 'data'));
  includes(
    linesOf(await checkInstallation(configOf(), undefined)),
    /^warn Database: Another Frontdesk process/,
  );
  unlock();
});

test('a mail server that answers is well; one that does not fails, without its password in the report', async (t) => {
  const mail = { MAIL_FROM: 'a@b.example' };
  const port = await startMailServer(t);
  const well = await examine(configOf({ ...mail, SMTP_URL: `smtp://localhost:${port}?ignoreTLS=true` }));
  includes(well, new RegExp(`^ok Mail: localhost:${port} takes our mail\\.$`));
  const dead = await examine(configOf({ ...mail, SMTP_URL: 'smtp://user:hidden@localhost:1' }));
  includes(dead, /^fail Mail: /);
  assert.doesNotMatch(dead.join(), /hidden/);
  includes(await examine(configOf()), /^ok Mail: Mail stays in the development mailbox/);
});

async function startMailServer(t: TestContext): Promise<number> {
  const server = createServer((socket) => {
    socket.write('220 ready\r\n');
    socket.on('data', (line) => socket.write(/^QUIT/i.test(String(line)) ? '221 bye\r\n' : '250 ok\r\n'));
    socket.on('error', () => undefined);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as { port: number }).port;
}
