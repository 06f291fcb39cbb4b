// What no well-behaved client sends: the server answers, in the form errors have everywhere, and goes on.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { before, suite, test } from 'node:test';
import { freshWorld, suiteCleanup } from '#test/databases.ts';
import { makeOrganization } from '#test/world.ts';

interface RawAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of any shape
  body: any;
}

suite('raw HTTP', () => {
  let port: number;
  let keys: [string, string];
  let ids: string[];

  const cleanup = suiteCleanup();

  before(async () => {
    const all = await freshWorld(cleanup);
    const houses = [await makeOrganization(all), await makeOrganization(all)];
    keys = [await houses[0]!.keyFor(), await houses[1]!.keyFor()];
    ids = houses.map(({ organization }) => organization.id);
    await all.app.listen({ port: 0, host: '127.0.0.1' });
    port = (all.app.server.address() as AddressInfo).port;
  });

  /** Sends lines as they are and reads the answer; a client that hangs up may get none. */
  async function send(lines: string[], body = '', hangUp = false): Promise<RawAnswer> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
    if (hangUp) socket.end();
    const [head = '', rest = ''] = (await text(socket)).split('\r\n\r\n', 2);
    const json = /^transfer-encoding: chunked/im.test(head)
      ? rest.slice(rest.indexOf('{'), rest.lastIndexOf('}') + 1)
      : rest;
    return { status: Number(head.split(' ')[1]), body: json === '' ? undefined : JSON.parse(json) };
  }

  const get = (path: string, ...headers: string[]) => [
    `GET ${path} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    ...headers,
  ];
  const post = (...headers: string[]) => [
    'POST /api/v1/customers HTTP/1.1',
    'host: localhost',
    'connection: close',
    `authorization: Bearer ${keys[0]}`,
    ...headers,
  ];
  const json = 'content-type: application/json';

  test('what can’t be parsed is refused in the form of all errors', async () => {
    const unreadable: [what: string, lines: string[], status: number][] = [
      ['no HTTP', ['\u0001\u0002 nonsense'], 400],
      ['an unknown method', ['FETCH /api/v1/account HTTP/1.1', 'host: localhost'], 400],
      ['a space in the path', get('/api/v1/cus tomers'), 400],
      ['a null byte in a header', get('/api/v1/account', 'x-odd: a\u0000b'), 400],
      ['a line end in a header name', get('/api/v1/account', 'x-odd\u000b: a'), 400],
      ['two lengths', post(json, 'content-length: 2', 'content-length: 3'), 400],
      ['a length that is no number', post(json, 'content-length: two'), 400],
      ['a length and chunks', post(json, 'content-length: 2', 'transfer-encoding: chunked'), 400],
      ['chunks that are none', [...post(json, 'transfer-encoding: chunked')], 400],
      ['endless headers', get('/api/v1/account', `x-odd: ${'x'.repeat(20_000)}`), 431],
      ['an endless address', get(`/api/v1/customers?search=${'x'.repeat(20_000)}`), 431],
    ];
    for (const [what, lines, status] of unreadable) {
      const answer = await send(lines, 'zz\r\n');
      assert.equal(answer.status, status, what);
      assert.equal(answer.body.success, false, what);
      assert.equal(answer.body.code, 'invalid_request', what);
      assert.match(answer.body.requestId, /^req_/, what);
    }
  });

  test('a body that is shorter or longer than it says is refused, or is never answered', async () => {
    const short = await send(post(json, 'content-length: 20'), '{}', true);
    assert.ok(Number.isNaN(short.status) || short.status === 400, String(short.status));
    assert.equal((await send(post(json, 'content-length: 1'), '{}')).status, 400);
  });

  test('of two credentials the first counts, and no other organization’s is reached by the second', async () => {
    const [first, second] = keys.map((key) => `authorization: Bearer ${key}`);
    const { status, body } = await send(get('/api/v1/account', first!, second!));
    assert.equal(status, 200);
    assert.equal(body.data.id, ids[0]);
    assert.equal((await send(get('/api/v1/account', 'authorization: Bearer x', second!))).status, 401);
  });

  test('two Idempotency-Keys are none', async () => {
    const { status, body } = await send(
      post(json, 'idempotency-key: one', 'idempotency-key: two', 'content-length: 2'),
      '{}',
    );
    assert.equal(status, 400);
    assert.match(JSON.stringify(body.details), /idempotency-key/i);
  });

  test('a body that comes in pieces of letters is one body', async () => {
    const letters = Buffer.from('{"firstName":"Zoë"}');
    const chunks = [...letters].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join('');
    const { status, body } = await send(post(json, 'transfer-encoding: chunked'), `${chunks}0\r\n\r\n`);
    assert.equal(status, 201);
    assert.equal(body.data.firstName, 'Zoë');
  });

  test('after all this the server answers as before', async () => {
    const { status } = await send(get('/api/v1/account', `authorization: Bearer ${keys[0]}`));
    assert.equal(status, 200);
  });
});
