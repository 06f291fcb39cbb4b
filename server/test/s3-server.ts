// An S3-compatible store in this process, with one bucket: it checks signatures, and fails as a test says.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { S3Settings } from '#integrations/files/s3-settings.ts';
import { signatureFault } from '#test/aws-signature.ts';

/** An object as it was put. */
export interface StoredObject {
  bytes: Buffer;
  headers: Record<string, string>;
}

/** `store` does what was asked; anything else is a bad day. */
export type S3Answer = 'store' | ((response: ServerResponse) => void);

/** A running store. */
export interface S3Server {
  /** Right settings for it, with the prefix `house/files`. */
  settings: S3Settings;
  /** By path, with the bucket. */
  objects: Map<string, StoredObject>;
  /** Method and path of each request, in the order in which they came. */
  requests: string[];
  /** What the next requests meet, one each; then everything is stored again. */
  next: S3Answer[];
}

const bucketPath = '/frontdesk-test';
const credentials = {
  region: 'eu-test-1',
  accessKeyId: 'AKIDTESTTESTTEST',
  secretAccessKey: 'a-secret/that+must=never-be-told',
};

/** Starts a store on a port of its own. It ends with the test, connections included. */
export async function startS3Server(context: Pick<TestContext, 'after'>): Promise<S3Server> {
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    store.requests.push(`${request.method} ${request.url}`);
    const answer = store.next.shift() ?? 'store';
    if (answer === 'store') answerAsStore(store, request, body, response);
    else answer(response);
  });
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const filesUrl = `http://127.0.0.1:${port}${bucketPath}/house/files/`;
  const store: S3Server = {
    settings: { filesUrl, ...credentials },
    objects: new Map(),
    requests: [],
    next: [],
  };
  return store;
}

/** Answers with an error as stores tell it. */
export function s3Error(status: number, code: string): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    // Real stores repeat the key's id and what they signed.
    response.end(
      `<?xml version="1.0"?>\n<Error><Code>${code}</Code><AWSAccessKeyId>${credentials.accessKeyId}</AWSAccessKeyId></Error>`,
    );
  };
}

function answerAsStore(
  store: S3Server,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  const { method = '', url: path = '' } = request;
  const headers = request.headers as Record<string, string>;
  const fault = signatureFault({ method, target: path, headers, body }, { ...credentials, now: new Date() });
  const [status, code] = fault ? [403, fault] : errorOf(store, method, path);
  if (code) {
    s3Error(status, code)(response);
    return;
  }
  if (method === 'PUT') store.objects.set(path, { bytes: body, headers });
  if (method === 'DELETE') store.objects.delete(path);
  response.writeHead(status).end(method === 'GET' ? store.objects.get(path)?.bytes : undefined);
}

function errorOf({ objects }: S3Server, method: string, path: string): [number, string] {
  if (!path.startsWith(`${bucketPath}/`)) return [404, 'NoSuchBucket'];
  if (!['PUT', 'GET', 'DELETE'].includes(method)) return [405, 'MethodNotAllowed'];
  if (method === 'GET' && !objects.has(path)) return [404, 'NoSuchKey'];
  return [method === 'DELETE' ? 204 : 200, ''];
}
