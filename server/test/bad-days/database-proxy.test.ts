// A proxy before the database that takes connections and drops them, as proxies do while the database behind them is
// away: requests fail at once instead of hanging, and go on when it is back.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import { type Cleanup, closeWorld, freshDatabase, onServer } from '#test/databases.ts';
import { makeOrganization, openWorld } from '#test/world.ts';

suite('a database behind a proxy', { ...onServer, timeout: 60_000 }, () => {
  // To see it fail: let connectOnce() in db/server-socket.ts call onUseless only when no socket could be made.
  test('that drops connections before a word is said fails clearly, and is back in use by itself', async (t) => {
    const cleanups: (() => Promise<unknown>)[] = [];
    t.after(async () => {
      for (const work of cleanups.reverse()) await work();
    });
    const cleanup: Cleanup = { after: (work) => cleanups.push(work) };
    const proxy = await startProxy(cleanup, new URL(await freshDatabase(cleanup)));
    const all = await openWorld({ DATABASE_URL: proxy.url, DATABASE_CONNECTIONS: '3' });
    cleanup.after(() => closeWorld(all));
    const { admin } = await makeOrganization(all);
    assert.equal((await admin.post('/customers', {})).status, 201);

    proxy.drop();
    for (let count = 0; count < 10; count += 1) {
      const answers = await Promise.all([admin.post('/customers', {}), admin.get('/customers')]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [503, 503],
      );
    }
    proxy.pass();
    assert.equal((await admin.post('/customers', {})).status, 201);
    assert.equal((await admin.get('/customers')).body.data.length, 2);
  });
});

async function startProxy(test: Cleanup, target: URL) {
  const sockets = new Set<Socket>();
  let isDropping = false;
  const proxy = createServer((client) => {
    if (isDropping) {
      client.destroy();
      return;
    }
    const server = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  test.after(async () => proxy.close());
  const url = new URL(target);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: url.href,
    drop() {
      isDropping = true;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    pass() {
      isDropping = false;
    },
  };
}
