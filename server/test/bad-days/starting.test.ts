// Starts that go wrong or come together: several processes on one empty database, two on one folder, bad settings.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { listMigrations } from '#db/migrate.ts';
import { makeInstallation, startServer, temporaryFolder } from '#test/bad-days/server-process.ts';
import { connectBeside, freshDatabase, onEmbedded, onServer } from '#test/databases.ts';

suite('processes that start', { timeout: 180_000 }, () => {
  // To see it fail: drop pg_advisory_lock from migrate() in db/migrate.ts.
  test(
    'several at once on an empty database, all get ready, and each migration runs once',
    onServer,
    async (t) => {
      const url = await freshDatabase(t);
      const environment = { DATABASE_URL: url, DATABASE_CONNECTIONS: '2', DATA_DIR: temporaryFolder(t) };
      const servers = await Promise.all(Array.from({ length: 4 }, () => startServer(t, environment)));
      await Promise.all(servers.map((server) => server.ready()));
      const applied = await connectBeside(t, url)`select name from schema_migrations order by name`;
      assert.deepEqual(
        applied.map(({ name }) => name),
        listMigrations().map(({ name }) => name),
      );
      for (const server of servers) server.kill('SIGTERM');
      for (const server of servers) assert.deepEqual(await server.ended, { code: 0, signal: null });
    },
  );

  // To see it fail: let lockDataDir() in db/embedded/data-dir-lock.ts return at once.
  test(
    'a second on the same folder is refused in one line, and takes over once the first is killed',
    onEmbedded,
    async (t) => {
      const { environment } = await makeInstallation(t);
      const first = await startServer(t, environment);
      await first.ready();
      const second = await startServer(t, environment);
      assert.deepEqual(await second.ended, { code: 1, signal: null });
      assert.equal(
        second.complaints(),
        `Another Frontdesk process is running on ${environment.DATA_DIR}. Stop it, or set DATA_DIR to another directory.\n`,
      );
      assert.equal((await fetch(`${first.origin}/readyz`)).status, 200, 'the first is not disturbed');

      first.kill('SIGKILL');
      await first.ended;
      const third = await startServer(t, environment);
      await third.ready();
    },
  );

  test('with settings that are wrong, all of them are told together, and nothing is made', async (t) => {
    const dataDir = join(temporaryFolder(t), 'data');
    const server = await startServer(t, {
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: 'http',
      PUBLIC_URL: 'desk.example.com',
      DATABASE_URL: 'mysql://user:hidden-password@localhost/x',
      DATABASE_CONNECTIONS: '1',
      SECRET_KEY: 'short',
      SMTP_URL: 'mail.example.com',
      LOG_LEVEL: 'loud',
      ADMIN_RATE_LIMIT: '-1',
    });
    assert.deepEqual(await server.ended, { code: 1, signal: null });
    const told = server.complaints();
    for (const name of [
      'PORT',
      'PUBLIC_URL',
      'DATABASE_URL',
      'DATABASE_CONNECTIONS',
      'SECRET_KEY',
      'SMTP_URL',
      'LOG_LEVEL',
      'ADMIN_RATE_LIMIT',
    ]) {
      assert.match(told, new RegExp(`^ +- ${name} .{15}`, 'm'), `${name} is not told of`);
    }
    assert.ok(!told.includes('hidden-password'), 'a password is told');
    assert.ok(!/\n\s+at /.test(told), 'a stack is told');
    assert.equal(existsSync(dataDir), false);
  });

  test('with a database that is not there, ends with an error instead of waiting', onServer, async (t) => {
    const server = await startServer(t, {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
      DATA_DIR: temporaryFolder(t),
    });
    const { code } = await server.ended;
    assert.equal(code, 1);
    assert.match(server.complaints(), /ECONNREFUSED|can’t be reached/);
  });
});
