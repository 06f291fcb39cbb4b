// The database goes away under load and comes back: requests fail clearly meanwhile, none hangs, nothing acknowledged
// is lost, and Frontdesk goes on without being restarted.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '#test/ask.ts';
import { expectRefusal } from '#test/bad-input/refusals.ts';
import { closeWorld, onServer } from '#test/databases.ts';
import { type PostgresServer, startPostgres } from '#test/postgres-server.ts';
import { makeOrganization, openWorld, type TestOrganization, type World } from '#test/world.ts';

const isBorrowed = Boolean(process.env.TEST_DATABASE_URL);
const own = {
  ...onServer,
  ...(isBorrowed ? { skip: 'the server at TEST_DATABASE_URL is not ours to restart' } : {}),
};
const connections = 5;
const users = 12;
/** Longer than this is a hang. */
const answerMsMax = 15_000;

suite('a database server that goes away', { ...own, timeout: 180_000 }, () => {
  let server: PostgresServer;
  let all: World;
  let house: TestOrganization;

  before(async () => {
    server = await startPostgres();
    all = await openWorld({
      DATABASE_URL: await server.createDatabase(),
      DATABASE_CONNECTIONS: String(connections),
    });
    house = await makeOrganization(all);
  });

  after(async () => {
    await closeWorld(all);
    await server.stop();
  });

  for (const mode of ['fast', 'immediate'] as const) {
    test(`and is restarted (${mode}) under load is back in use by itself`, async () => {
      assert.ok(server.canRestart);
      const load = startLoad(house);
      await load.until(200, 50);
      await server.restart(mode);
      await load.until(200, 50);
      await load.stop();
      await checkAfter(load);
    });
  }

  test('and is killed with -9 under load answers 503 until it is back, and has lost nothing', async () => {
    assert.ok(server.canRestart);
    const load = startLoad(house);
    await load.until(200, 50);
    await server.crash();
    await load.until(503, 50);
    const ready = await all.app.inject('/readyz');
    assert.equal(ready.statusCode, 503);
    assert.equal((await all.app.inject('/healthz')).statusCode, 200);
    await server.start();
    await load.until(200, 50);
    assert.equal((await all.app.inject('/readyz')).statusCode, 200);
    await load.stop();
    await checkAfter(load);
  });

  /** All that was acknowledged is there, every refusal was clear, and no connection was left behind. */
  async function checkAfter(load: Load): Promise<void> {
    for (const answer of load.answers) {
      if (answer.status === 200 || answer.status === 201) continue;
      expectRefusal(answer, { status: 503, code: 'upstream_unavailable' }, 'under load');
      assert.ok(Number(answer.headers['retry-after']) > 0);
    }
    for (const id of load.created) assert.equal((await house.admin.get(`/customers/${id}`)).status, 200, id);
    const [open] = await all.parts.db.root(
      (tx) => tx<{ count: number }[]>`
      select count(*) as count from pg_stat_activity
      where application_name = 'frontdesk' and datname = current_database()
    `,
    );
    assert.ok(open!.count <= connections, `${open!.count} connections are open, of ${connections}`);
  }
});

type Load = ReturnType<typeof startLoad>;

/** Keeps asking and writing, as a number of users do. */
function startLoad({ admin }: TestOrganization) {
  const answers: Answer[] = [];
  const created: string[] = [];
  let isStopped = false;

  async function use(): Promise<void> {
    while (!isStopped) {
      const written = await inTime(admin.post('/customers', { firstName: 'Load' }));
      if (written.status === 201) created.push(written.body.data.id);
      answers.push(written, await inTime(admin.get('/customers?limit=1')));
    }
  }
  const using = Promise.all(Array.from({ length: users }, use));
  // Looked at when the load stops.
  using.catch(() => undefined);
  return {
    answers,
    created,
    /** Returns after this many further answers with a status. */
    async until(status: number, count: number): Promise<void> {
      const from = answers.length;
      const deadline = AbortSignal.timeout(60_000);
      while (answers.slice(from).filter((answer) => answer.status === status).length < count) {
        assert.ok(!deadline.aborted, `no ${count} answers with ${status} within a minute`);
        await Promise.race([pause(20), using]);
      }
    },
    async stop(): Promise<void> {
      isStopped = true;
      await using;
    },
  };
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const isLate = Symbol('late');
  const timer = new AbortController();
  const first = await Promise.race([answer, pause(answerMsMax, isLate, { signal: timer.signal })]);
  timer.abort();
  if (first === isLate)
    throw new assert.AssertionError({ message: `a request hangs: no answer in ${answerMsMax} ms` });
  return first as T;
}
