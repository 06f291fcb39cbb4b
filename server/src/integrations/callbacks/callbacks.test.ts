// Callbacks and downloads: what counts as delivered, what as failed, and what is sent.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { type CallbacksOptions, openCallbacks } from './callbacks.ts';
import { serveHttp } from './loopback-server.ts';

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

/** Sends bytes until the connection goes away. */
function sendForEver(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const send = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', send);
  send();
}

describe('a callback', () => {
  it('arrives with its method, path, headers and exact body, and its answer comes back', async (test) => {
    let seen: unknown;
    const port = await serveHttp(test, async (request, response) => {
      const { method, url, headers } = request;
      seen = { method, url, id: headers['webhook-id'], host: headers.host, body: await text(request) };
      response.writeHead(202, { 'retry-after': '7' }).end('Grüße');
    });
    const url = `http://127.0.0.1:${port}/hook?key=a%20b`;
    const result = await open(test).post({ ...delivery(port, { url }), body: '{"name":"Zoë\\n"}' });
    assert.deepEqual(seen, {
      method: 'POST',
      url: '/hook?key=a%20b',
      id: 'evt_1',
      host: `127.0.0.1:${port}`,
      body: '{"name":"Zoë\\n"}',
    });
    const { durationMs, ...answer } = result;
    assert.deepEqual(answer, { outcome: 'answered', status: 202, retryAfterSeconds: 7, body: 'Grüße' });
    assert.ok(Number.isInteger(durationMs) && durationMs >= 0);
  });

  it('brings a Retry-After date back as seconds from the clock it was opened with', async (test) => {
    const port = await serveHttp(test, (_, response) => {
      response.writeHead(503, { 'retry-after': 'Sun, 01 Mar 2026 12:05:00 GMT' }).end();
    });
    const result = await open(test).post(delivery(port));
    assert.partialDeepStrictEqual(result, { outcome: 'answered', status: 503, retryAfterSeconds: 300 });
  });

  it('does not follow a redirect, which is just its status', async (test) => {
    let visits = 0;
    const inner = await serveHttp(test, (_, response) => {
      visits += 1;
      response.end('secret');
    });
    const port = await serveHttp(test, (_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${inner}/` }).end('moved');
    });
    const callbacks = open(test);
    assert.partialDeepStrictEqual(await callbacks.post(delivery(port)), { status: 307, body: 'moved' });
    assert.partialDeepStrictEqual(await callbacks.get(delivery(port)), { status: 307 });
    assert.equal(visits, 0);
  });

  it('keeps the first bytes of an endless answer and hangs up', async (test) => {
    const hungUp = Promise.withResolvers<void>();
    const port = await serveHttp(test, (_, response) => {
      response.once('close', hungUp.resolve);
      sendForEver(response);
    });
    const result = await open(test).post(delivery(port));
    assert.partialDeepStrictEqual(result, { outcome: 'answered', status: 200, body: 'x'.repeat(1000) });
    await hungUp.promise;
  });

  it('brings back text a database can store, whatever the bytes', async (test) => {
    const port = await serveHttp(test, (_, response) => response.end(Buffer.from('a\0b\xffää', 'latin1')));
    const cut = await serveHttp(test, (_, response) => response.end('ää'));
    const callbacks = open(test);
    assert.partialDeepStrictEqual(await callbacks.post(delivery(port)), {
      body: 'a\ufffdb\ufffd\ufffd\ufffd',
    });
    assert.partialDeepStrictEqual(await callbacks.post(delivery(cut, { responseBytesMax: 3 })), {
      body: 'ä',
    });
  });

  it('is refused unsent when its URL breaks the rules', async (test) => {
    const callbacks = open(test, {
      rules: { hosts: ['hooks.zapier.com'], allowLoopback: false },
      lookup: () => assert.fail('nothing is looked up'),
    });
    for (const url of [
      'https://evil.example/a',
      'http://127.0.0.1:9/hook',
      'https://anna:secret@hooks.zapier.com/',
      'https://2130706433/',
    ]) {
      assert.partialDeepStrictEqual(await callbacks.post(delivery(9, { url })), {
        outcome: 'failed',
        reason: 'url_refused',
      });
      assert.notEqual(callbacks.checkTargetUrl(url), undefined);
    }
  });
});

describe('a download', () => {
  it('brings back status, type and all bytes', async (test) => {
    const picture = Buffer.from([0x89, 0x50, 0x00, 0xff]);
    const port = await serveHttp(test, (_, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(picture),
    );
    const { durationMs: _, ...result } = await open(test).get(delivery(port, { responseBytesMax: 4 }));
    assert.deepEqual(result, { outcome: 'answered', status: 200, contentType: 'image/png', body: picture });
  });

  it('fails beyond its size, and hangs up', async (test) => {
    const hungUp = Promise.withResolvers<void>();
    const port = await serveHttp(test, (_, response) => {
      response.once('close', hungUp.resolve);
      sendForEver(response);
    });
    assert.partialDeepStrictEqual(await open(test).get(delivery(port)), {
      outcome: 'failed',
      reason: 'too_large',
    });
    await hungUp.promise;
  });

  it('needs https and a public host, though not one on the list of callbacks', async (test) => {
    const callbacks = open(test, {
      rules: { hosts: ['hooks.zapier.com'], allowLoopback: false },
      lookup: async () => ['10.0.0.1'],
    });
    const reasonFor = async (url: string) => {
      const result = await callbacks.get(delivery(9, { url }));
      return result.outcome === 'failed' ? result.reason : result.status;
    };
    assert.equal(await reasonFor('http://pictures.example/a.png'), 'url_refused');
    assert.equal(await reasonFor('https://localhost/a.png'), 'url_refused');
    assert.equal(await reasonFor('https://pictures.example/a.png'), 'address_refused');
  });
});
