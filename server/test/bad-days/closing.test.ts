// SIGTERM in the middle of requests: they are answered, and the process ends with 0.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import sharp from 'sharp';
import { makeInstallation, startServer } from '#test/bad-days/server-process.ts';
import { type Cleanup, connectBeside, onServer } from '#test/databases.ts';

suite('a server that is told to end', { timeout: 120_000 }, () => {
  test('answers the request it has begun, takes no more, and ends with 0', async (t) => {
    const { environment, key } = await makeInstallation(t);
    const server = await startServer(t, environment);
    await server.ready();
    const photos = await servePhotosLate(t);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = fetch(`${server.url}/customers`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ firstName: 'Late', profilePhoto: photos.url }),
    });
    const photo = await photos.asked;

    server.kill('SIGTERM');
    await untilRefused(server.origin);
    await photo.send();
    const { status } = await answer;
    assert.equal(status, 201);
    assert.deepEqual(await server.ended, { code: 0, signal: null });
  });

  test('waits for the database too: what is committed then is answered', onServer, async (t) => {
    const { environment, key } = await makeInstallation(t);
    const server = await startServer(t, environment);
    await server.ready();
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const created = await fetch(`${server.url}/customers`, { method: 'POST', headers, body: '{}' });
    const { id } = ((await created.json()) as { data: { id: string } }).data;
    const beside = connectBeside(t, environment.DATABASE_URL!);
    const [isHeld, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = beside.begin(async (sql) => {
      await sql`select from customers where id = ${id} for update`;
      isHeld.resolve();
      await letGo.promise;
    });
    await isHeld.promise;
    const changing = fetch(`${server.url}/customers/${id}`, {
      method: 'PATCH',
      headers,
      body: '{"firstName":"Last"}',
    });
    await untilWaiting(beside);

    server.kill('SIGTERM');
    await untilRefused(server.origin);
    letGo.resolve();
    await holding;
    assert.equal((await changing).status, 200);
    assert.deepEqual(await server.ended, { code: 0, signal: null });
    const [row] = await beside`select first_name from customers where id = ${id}`;
    assert.equal(row!.first_name, 'Last');
  });
});

/** A picture's address that answers when told to. */
async function servePhotosLate(test: Cleanup) {
  const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const asked = Promise.withResolvers<{ send(): Promise<void> }>();
  const photos = createServer((_request, response: ServerResponse) => {
    asked.resolve({
      async send() {
        response.setHeader('content-type', 'image/png').end(picture);
        await once(response, 'close');
      },
    });
  });
  photos.listen(0, '127.0.0.1');
  await once(photos, 'listening');
  test.after(async () => photos.closeAllConnections() ?? photos.close());
  return {
    url: `http://127.0.0.1:${(photos.address() as AddressInfo).port}/photo.png`,
    asked: asked.promise,
  };
}

/** Returns once the server takes no connection any more. */
async function untilRefused(origin: string): Promise<void> {
  const deadline = AbortSignal.timeout(20_000);
  for (;;) {
    const answer = await fetch(`${origin}/healthz`, { headers: { connection: 'close' } }).catch(
      () => undefined,
    );
    if (!answer) return;
    await answer.arrayBuffer();
    assert.ok(!deadline.aborted, 'it still takes connections');
  }
}

/** Returns once a statement of the server waits for a lock. */
async function untilWaiting(beside: ReturnType<typeof connectBeside>): Promise<void> {
  const deadline = AbortSignal.timeout(20_000);
  for (;;) {
    const waiting = await beside`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `;
    if (waiting.length > 0) return;
    assert.ok(!deadline.aborted, 'nothing waits for the lock');
  }
}
