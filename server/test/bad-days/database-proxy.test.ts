// A proxy before the database that drops connections or ends them, as proxies do while the database behind them is away
// or restarts: requests fail at once instead of hanging, and go on when it is back.
import assert from 'node:assert/strict';
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import { isConnectionFault } from '#db/tx.ts';
import { type Cleanup, closeWorld, freshDatabase, onServer } from '#test/databases.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { makeOrganization, openWorld } from '#test/world.ts';

suite('a database behind a proxy', { ...onServer, timeout: 60_000 }, () => {
  // To see it fail: let connectOnce() in db/embedded/server-socket.ts call onUseless only when no socket could be made.
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

  // To see it fail: leave hungUp out of isConnectionFault() in db/tx.ts.
  test('that says goodbye is told from a bug, also by who speaks before the goodbye is noticed', async (t) => {
    const cleanups: (() => Promise<unknown>)[] = [];
    t.after(async () => {
      for (const work of cleanups.reverse()) await work();
    });
    const cleanup: Cleanup = { after: (work) => cleanups.push(work) };
    const proxy = await startProxy(cleanup, new URL(await freshDatabase(cleanup)));
    const sockets = clientSockets(cleanup, proxy.port);
    const all = await openWorld({ DATABASE_URL: proxy.url, DATABASE_CONNECTIONS: '2' });
    cleanup.after(() => closeWorld(all));
    const { organization } = await makeOrganization(all);

    // Every connection is in use, and each speaks at the moment when it or the other has heard the goodbye.
    const held = [await all.parts.db.open(organization.id), await all.parts.db.open(organization.id)];
    for (const { tx } of held) await tx`select 1`;
    // Long enough for the client to write it at once.
    const statement = `select 1 -- ${'-'.repeat(2_000)}`;
    const said: Promise<unknown>[] = [];
    const open = sockets.filter(({ destroyed }) => !destroyed);
    for (const socket of open) {
      socket.once('end', () => {
        for (const { tx } of held) said.push(run(tx, statement).catch((error) => error));
      });
    }
    const closed = open.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    proxy.end();
    await Promise.all(closed);
    const errors = (await Promise.all(said)).filter((outcome) => outcome instanceof Error);
    assert.ok(errors.length > 0);
    for (const error of errors) assert.ok(isConnectionFault(error), String(error));
    for (const { rollback } of held) await rollback();
    await all.parts.db.ping();
  });
});

/** The sockets that this process opens to a port from now on. */
function clientSockets(test: Cleanup, port: number): Socket[] {
  const sockets: Socket[] = [];
  const opened = channel('net.client.socket');
  const note = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.once('connect', () => socket.remotePort === port && sockets.push(socket));
  };
  opened.subscribe(note);
  test.after(async () => opened.unsubscribe(note));
  return sockets;
}

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
  const { port } = proxy.address() as AddressInfo;
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    port,
    drop() {
      isDropping = true;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    end() {
      for (const socket of sockets) socket.end();
      sockets.clear();
    },
    pass() {
      isDropping = false;
    },
  };
}
