// The bounds of a call: its time limit, hostile and broken receivers, and how connections are reused.
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { type CallbacksOptions, openCallbacks } from './callbacks.ts';
import { serveHttp, serveRaw } from './loopback-server.ts';

const clock = { now: () => new Date('2026-03-01T12:00:00Z') };

function open(test: TestContext, options: Partial<CallbacksOptions> = {}) {
  const callbacks = openCallbacks({ rules: { hosts: [], allowLoopback: true }, clock, ...options });
  test.after(() => callbacks.close());
  return callbacks;
}

/** A POST that has ten seconds, so that a short time limit stands out where one is meant. */
function delivery(
  port: number,
  changes: { url?: string; timeoutMs?: number; responseBytesMax?: number } = {},
) {
  const url = `http://127.0.0.1:${port}/hook`;
  return {
    url,
    headers: { 'webhook-id': 'evt_1' },
    body: '{"a":1}',
    timeoutMs: 10_000,
    responseBytesMax: 1000,
    ...changes,
  };
}

// Less than the time limit for opening a connection, after which what hangs would end anyway.
const soon = { timeout: 5000 };

describe('the time limit of a call', soon, () => {
  it('ends a receiver that never answers', async (test) => {
    const port = await serveHttp(test, () => {});
    const result = await open(test).post(delivery(port, { timeoutMs: 100 }));
    assert.partialDeepStrictEqual(result, { outcome: 'failed', reason: 'timeout' });
  });

  it('ends an answer that drips for ever, and hangs up', async (test) => {
    const hungUp = Promise.withResolvers<void>();
    const port = await serveHttp(test, (_, response) => {
      const drip = setInterval(() => response.write('x'), 10);
      response.once('close', () => {
        clearInterval(drip);
        hungUp.resolve();
      });
    });
    const result = await open(test).post(delivery(port, { timeoutMs: 150 }));
    assert.partialDeepStrictEqual(result, { outcome: 'failed', reason: 'timeout' });
    await hungUp.promise;
  });

  it('ends a TLS handshake that never completes', async (test) => {
    const port = await serveRaw(test, () => {});
    const result = await open(test).post(
      delivery(port, { url: `https://127.0.0.1:${port}/`, timeoutMs: 100 }),
    );
    assert.partialDeepStrictEqual(result, { outcome: 'failed', reason: 'timeout' });
  });

  it('ends a look-up that never answers, and what came too late is not sent', async (test) => {
    const bodies: string[] = [];
    const port = await serveHttp(test, async (request, response) => {
      bodies.push(await text(request));
      response.end();
    });
    const found = Promise.withResolvers<string[]>();
    const callbacks = open(test, { lookup: () => found.promise, connectionsPerOriginMax: 1 });
    const url = `http://localhost:${port}/hook`;
    const late = await callbacks.post({ ...delivery(port, { url, timeoutMs: 50 }), body: 'late' });
    assert.partialDeepStrictEqual(late, { outcome: 'failed', reason: 'timeout' });
    found.resolve(['127.0.0.1']);
    await callbacks.post({ ...delivery(port, { url }), body: 'in time' });
    assert.deepEqual(bodies, ['in time']);
  });
});

describe('a receiver', () => {
  it('that refuses connections fails the call as a connection', async (test) => {
    const port = await serveRaw(test, (socket) => socket.destroy());
    assert.partialDeepStrictEqual(await open(test).post(delivery(port)), {
      outcome: 'failed',
      reason: 'connection',
    });
    assert.partialDeepStrictEqual(await open(test).post(delivery(1)), {
      outcome: 'failed',
      reason: 'connection',
    });
  });

  it('that breaks off in the middle of its answer fails the call as a connection', async (test) => {
    const port = await serveRaw(test, (socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
    );
    assert.partialDeepStrictEqual(await open(test).post(delivery(port)), {
      outcome: 'failed',
      reason: 'connection',
    });
  });

  it('that does not speak HTTP, or sends an endless head, fails the call as an invalid response', async (test) => {
    const mail = await serveRaw(test, (socket) => socket.write('220 mail.example.com ESMTP\r\n'));
    const chatty = await serveRaw(test, (socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`),
    );
    for (const port of [mail, chatty]) {
      const result = await open(test).post(delivery(port));
      assert.partialDeepStrictEqual(result, { outcome: 'failed', reason: 'invalid_response' });
    }
  });

  it('that does not speak TLS fails an https call as TLS, without the address in the message', async (test) => {
    const port = await serveHttp(test, (_, response) => response.end());
    const callbacks = open(test, { lookup: async () => ['127.0.0.1'] });
    const result = await callbacks.post(delivery(port, { url: `https://localhost:${port}/` }));
    assert.partialDeepStrictEqual(result, { outcome: 'failed', reason: 'tls' });
    assert.doesNotMatch(JSON.stringify(result), /127\.0\.0\.1/);
  });
});

describe('connections', soon, () => {
  it('are kept and used again', async (test) => {
    const sockets = new Set();
    const port = await serveHttp(test, (request, response) => {
      sockets.add(request.socket);
      response.end();
    });
    const callbacks = open(test, { connectionsPerOriginMax: 1 });
    for (let call = 0; call < 3; call += 1) await callbacks.post(delivery(port));
    assert.equal(sockets.size, 1);
  });

  it('to one origin are bounded; further calls wait and are answered', async (test) => {
    const sockets = new Set();
    const port = await serveHttp(test, (request, response) => {
      sockets.add(request.socket);
      setImmediate(() => response.end());
    });
    const callbacks = open(test, { connectionsPerOriginMax: 2 });
    const results = await Promise.all(Array.from({ length: 8 }, () => callbacks.post(delivery(port))));
    assert.ok(results.every(({ outcome }) => outcome === 'answered'));
    assert.equal(sockets.size, 2);
  });

  it('and calls all end when closing: before an answer, in a body, in a handshake', soon, async (test) => {
    const arrived = Promise.withResolvers<void>();
    const hanging = await serveHttp(test, () => arrived.resolve());
    const begun = Promise.withResolvers<void>();
    const dripping = await serveHttp(test, (_, response) => response.write('x', () => begun.resolve()));
    const greeted = Promise.withResolvers<void>();
    const hungUp = Promise.withResolvers<void>();
    const mute = await serveRaw(test, (socket) => {
      socket.once('data', () => greeted.resolve());
      socket.once('close', () => hungUp.resolve());
    });
    const callbacks = open(test);
    const calls = [
      callbacks.post(delivery(hanging)),
      callbacks.post(delivery(dripping)),
      callbacks.post(delivery(mute, { url: `https://127.0.0.1:${mute}/` })),
    ];
    await Promise.all([arrived.promise, begun.promise, greeted.promise]);
    await callbacks.close();
    for (const call of calls)
      assert.partialDeepStrictEqual(await call, { outcome: 'failed', reason: 'closed' });
    await hungUp.promise;
    assert.partialDeepStrictEqual(await callbacks.post(delivery(hanging)), {
      outcome: 'failed',
      reason: 'closed',
    });
  });

  it('and calls still looking a name up end when closing, even after another to that host failed', async (test) => {
    const unknown = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    const answers = [() => Promise.reject(unknown), () => new Promise<never>(() => {})];
    const callbacks = open(test, { lookup: () => answers.shift()!() });
    const call = delivery(4010, { url: 'http://localhost:4010/hook' });
    const [failing, looking] = [callbacks.post(call), callbacks.post(call)];
    assert.partialDeepStrictEqual(await failing, { outcome: 'failed', reason: 'connection' });
    await callbacks.close();
    assert.partialDeepStrictEqual(await looking, { outcome: 'failed', reason: 'closed' });
  });
});
