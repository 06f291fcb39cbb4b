// Databases for tests that need one of their own: to restart it, to kill its connections, or to start several processes
// on it.
import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
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

/** Where something that a test opened says how it is closed again. */
export interface Cleanup {
  after(work: () => Promise<unknown>): void;
}

/** The cleanup of the suite that is being declared: closes in the reverse order of opening. */
export function suiteCleanup(): Cleanup {
  const works: (() => Promise<unknown>)[] = [];
  after(async () => {
    for (const work of works.reverse()) await work();
  });
  return { after: (work) => works.push(work) };
}

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
  const opened: (() => Promise<unknown>)[] = [];
  test.after(async () => {
    for (const work of opened.reverse()) await work();
  });
  const inner: Cleanup = { after: (work) => opened.push(work) };
  const url: Record<string, string> = serverUrl ? { DATABASE_URL: await freshDatabase(inner) } : {};
  const fresh = await openWorld({ ...url, ...settings });
  inner.after(() => closeWorld(fresh));
  return fresh;
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
