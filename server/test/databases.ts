// Databases for tests that need one of their own: to restart it, to kill its connections, or to start several processes
// on it.
import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import postgres from 'postgres';
import { openWorld, type World } from '#test/world.ts';

/** The server this run tests on; `undefined` in the run on the embedded database. */
export const serverUrl = process.env.FRONTDESK_TEST_DATABASE;

/** Skips a test, with the reason, in the run on the embedded database. */
export const onServer = {
  skip: !serverUrl && 'about a PostgreSQL server, and this run is on the embedded database',
};

/** Skips a test, with the reason, in the run on a server. */
export const onEmbedded = {
  skip: Boolean(serverUrl) && 'about the embedded database, and this run is on a server',
};

/** A test's or a suite's way to tidy up. */
export type Cleanup = Pick<TestContext, 'after'>;

/** A new, empty database on the server of this run; it goes with the test. */
export async function freshDatabase(test: Cleanup): Promise<string> {
  if (!serverUrl) throw new Error('There is no server in the run on the embedded database.');
  const name = `frontdesk_${randomBytes(6).toString('hex')}`;
  await withServer((sql) => sql`create database ${sql(name)}`);
  test.after(() => withServer((sql) => sql`drop database if exists ${sql(name)} with (force)`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** A world on a new database of the run's kind; it goes with the test. */
export async function freshWorld(test: Cleanup, settings: Record<string, string> = {}): Promise<World> {
  const url: Record<string, string> = serverUrl ? { DATABASE_URL: await freshDatabase(test) } : {};
  const opened = await openWorld({ ...url, ...settings });
  test.after(() => closeWorld(opened));
  return opened;
}

/** Closes a world that a test has opened. */
export async function closeWorld({ app, parts }: World): Promise<void> {
  await app.close();
  await parts.close();
}

/** A client of the operator's, beside the product's own connections; it goes with the test. */
export function connectBeside(test: Cleanup, url: string): postgres.Sql {
  const sql = postgres(url, { max: 2, onnotice: () => undefined, connection: { application_name: 'test' } });
  test.after(() => sql.end({ timeout: 1 }));
  return sql;
}

async function withServer(work: (sql: postgres.Sql) => PromiseLike<unknown>): Promise<void> {
  const sql = postgres(serverUrl!, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
