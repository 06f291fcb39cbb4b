// The S3-compatible store on bad days, and what it sends. What every file store promises: file-store.test.ts.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { fileBytesMax } from '#integrations/files/files.ts';
import { openS3, type S3Patience } from '#integrations/files/s3.ts';
import type { S3Settings } from '#integrations/files/s3-settings.ts';
import { Fault } from '#kit/fault.ts';
import { type S3Server, s3Error, startS3Server } from '#test/s3-server.ts';

const bytes = Buffer.from('bytes');
const path = '/frontdesk-test/house/files/org/file';

test('an object has its type and how long a cache may keep it', async (t) => {
  const { store, server } = await open(t);
  await store.put('org/file', bytes, 'image/webp');
  const { headers } = server.objects.get(path)!;
  assert.equal(headers['content-type'], 'image/webp');
  assert.equal(headers['cache-control'], 'public, max-age=3600');
});

const failures: [string, (response: ServerResponse) => void][] = [
  ['an internal error', s3Error(500, 'InternalError')],
  ['a bad gateway in front of it', (response) => response.writeHead(502).end('<html>Bad gateway</html>')],
  ['a wish to slow down', s3Error(503, 'SlowDown')],
  ['a limit', s3Error(429, 'TooManyRequests')],
  ['a request that took it too long', s3Error(400, 'RequestTimeout')],
  ['a dropped connection', (response) => response.destroy()],
  ['an answer cut short', cutShort],
];

for (const [name, failure] of failures) {
  test(`${name} three times over is hidden from the caller`, async (t) => {
    const { store, server } = await open(t);
    await store.put('org/file', bytes, 'text/plain');
    server.next = [failure, failure, failure];
    assert.deepEqual(await store.get('org/file'), bytes);
    assert.deepEqual(server.requests.slice(1), Array(4).fill(`GET ${path}`));
  });

  test(`${name} that stays is told as unavailable after four tries`, async (t) => {
    const { store, server } = await open(t);
    server.next = Array(9).fill(failure);
    await assert.rejects(store.put('org/file', bytes, 'text/plain'), isUnavailable);
    assert.equal(server.requests.length, 4);
    assert.equal(server.objects.size, 0);
  });
}

test('a put or delete that failed halfway is done by the repetition', async (t) => {
  const { store, server } = await open(t);
  server.next = [s3Error(500, 'InternalError')];
  await store.put('org/file', bytes, 'text/plain');
  assert.deepEqual(server.objects.get(path)?.bytes, bytes);
  server.next = [s3Error(500, 'InternalError')];
  await store.delete('org/file');
  assert.equal(server.objects.size, 0);
});

test('a store that is not there is told as unavailable by every method, and serves again when it is back', async (t) => {
  const { store, server } = await open(t);
  const away = openS3({ ...server.settings, filesUrl: `http://127.0.0.1:${await closedPort()}/b/` }, quick);
  t.after(() => away.close?.());
  await assert.rejects(away.put('org/file', bytes, 'text/plain'), isUnavailable);
  await assert.rejects(away.get('org/file'), causeMatches(/^GET at 127\.0\.0\.1:\d+ failed: .*ECONNREFUSED/));
  await assert.rejects(away.delete('org/file'), isUnavailable);
  server.next = Array(4).fill((response: ServerResponse) => response.destroy());
  await assert.rejects(store.get('org/file'), isUnavailable);
  assert.equal(await store.get('org/file'), undefined);
});

const silences: [string, (response: ServerResponse) => void][] = [
  ['never answers', () => undefined],
  [
    'stops in the middle of a file',
    (response) => response.writeHead(200, { 'content-length': 10 }).write('half'),
  ],
];

for (const [name, silence] of silences) {
  test(`a store that ${name} costs its time limit once and is told as unavailable`, async (t) => {
    const { store, server } = await open(t, { timeoutMs: 100 });
    server.next = [silence];
    await assert.rejects(store.get('org/file'), causeMatches(/aborted due to timeout/));
    assert.equal(server.requests.length, 1);
  });
}

const wrong: [string, Partial<S3Settings>, string][] = [
  ['secret', { secretAccessKey: 'another-secret' }, '403 SignatureDoesNotMatch'],
  ['key id', { accessKeyId: 'AKIDOTHER' }, '403 InvalidAccessKeyId'],
  ['region', { region: 'us-east-1' }, '403 AuthorizationHeaderMalformed'],
];

for (const [name, settings, seen] of wrong) {
  test(`a wrong ${name} is unavailable to the caller, at once, and by its name in the log`, async (t) => {
    const { store, server } = await open(t, {}, settings);
    await assert.rejects(
      store.put('org/file', bytes, 'text/plain'),
      causeMatches(new RegExp(`was answered ${seen}\\.$`)),
    );
    await assert.rejects(store.get('org/file'), isUnavailable);
    await assert.rejects(store.delete('org/file'), isUnavailable);
    assert.equal(server.requests.length, 3);
    assert.equal(server.objects.size, 0);
  });
}

test('a missing bucket, or another server at the endpoint, does not make files look deleted', async (t) => {
  const { store, server } = await open(t);
  const page = (response: ServerResponse) => response.writeHead(404).end('<h1>Not found</h1>');
  for (const answer of [s3Error(404, 'NoSuchBucket'), page]) {
    server.next = [answer, answer];
    await assert.rejects(store.get('org/file'), isUnavailable);
    await assert.rejects(store.delete('org/file'), isUnavailable);
  }
});

test('a store that answers a delete with "no such key" has deleted', async (t) => {
  const { store, server } = await open(t);
  server.next = [s3Error(404, 'NoSuchKey')];
  await store.delete('org/file');
});

test('a redirect is not followed: it would take the credentials elsewhere', async (t) => {
  const { store, server } = await open(t);
  server.next = [(response) => response.writeHead(301, { location: '/elsewhere' }).end()];
  await assert.rejects(store.get('org/file'), isUnavailable);
  assert.deepEqual(server.requests, [`GET ${path}`]);
});

test('an object larger than any file of ours is not read into memory', async (t) => {
  const { store, server } = await open(t);
  server.next = [(response) => response.writeHead(200).end(Buffer.alloc(fileBytesMax + 1))];
  await assert.rejects(store.get('org/file'), causeMatches(/200 with more than 33554432 bytes/));
});

test('after closing, calls fail at once', async (t) => {
  const { store, server } = await open(t);
  await store.close?.();
  await assert.rejects(store.get('org/file'), isUnavailable);
  assert.equal(server.requests.length, 0);
});

test('nothing of the credentials can reach the log', async (t) => {
  const { store, server } = await open(t, { timeoutMs: 100 });
  const { accessKeyId, secretAccessKey } = server.settings;
  const drop = (response: ServerResponse) => response.destroy();
  const answers = [[s3Error(403, 'SignatureDoesNotMatch')], Array(4).fill(drop), [() => undefined]];
  for (const answer of answers) {
    server.next = answer;
    const error = await store.get('org/file').catch((fault: Error) => fault);
    assert.ok(error instanceof Fault);
    const logged = everythingOf(error);
    assert.match(logged, /GET at/);
    for (const secret of [secretAccessKey, accessKeyId, 'Signature='])
      assert.ok(!logged.includes(secret), logged);
  }
});

const quick: S3Patience = { retryDelayMs: 1 };

async function open(t: TestContext, patience: S3Patience = {}, settings: Partial<S3Settings> = {}) {
  const server: S3Server = await startS3Server(t);
  const store = openS3({ ...server.settings, ...settings }, { ...quick, ...patience });
  t.after(() => store.close?.());
  return { server, store };
}

function cutShort(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 10 });
  response.write('half', () => response.destroy());
}

function isUnavailable(error: unknown): boolean {
  assert.ok(error instanceof Fault);
  assert.equal(error.kind, 'unavailable');
  assert.equal(error.code, 'upstream_unavailable');
  return true;
}

function causeMatches(pattern: RegExp) {
  return (error: unknown) => {
    assert.ok(isUnavailable(error));
    assert.match(((error as Fault).cause as Error).message, pattern);
    return true;
  };
}

/** All of an error that anybody could print: its causes and hidden members too. */
function everythingOf(error: Error): string {
  return inspect(error, { depth: 10, showHidden: true });
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
