// Files in an S3-compatible store, each one object at `<filesUrl><organizationId>/<fileId>`. Signatures come from the
// library; what a store may cost in time and memory, and when to ask it again, is decided here.
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher, errors, request } from 'undici';
import { checkFileKey, checkFileSize, type FileStore, fileBytesMax } from '#integrations/files/files.ts';
import type { S3Settings } from '#integrations/files/s3-settings.ts';
import { Fault } from '#kit/fault.ts';
import { sha256 } from '#kit/hash.ts';

const retriesMax = 3;
const idleTimeoutMs = 4_000;

/** For tests; 10 s and 200 ms otherwise. */
export interface S3Patience {
  /** How long one try may take, from connecting to the last byte. */
  timeoutMs?: number;
  /** The wait before the first repetition; it doubles with each one. */
  retryDelayMs?: number;
}

/**
 * Opens the store; nothing connects before the first call. A call is repeated up to 3 times when the connection fails
 * or the store answers that it can't just now, but not after a try that ran out of time. Every method throws a Fault
 * of kind `unavailable` with code `upstream_unavailable` when the store does not do it: down, slow or refusing. Its
 * cause tells the log why, and holds no secret. Decisions: docs/decisions/0010.
 */
export function openS3(settings: S3Settings, patience: S3Patience = {}): FileStore {
  const { timeoutMs = 10_000, retryDelayMs = 200 } = patience;
  const agent = new Agent({ connect: { timeout: timeoutMs }, keepAliveTimeout: idleTimeoutMs });
  const store: Store = { settings, agent, timeoutMs, retryDelayMs };
  return {
    async put(key, bytes, contentType) {
      checkFileSize(bytes);
      // For who puts a cache before the bucket: as long as our own addresses may be kept.
      const headers = { 'content-type': contentType, 'cache-control': 'public, max-age=3600' };
      const answer = await ask(store, { method: 'PUT', key, headers, bytes });
      if (answer.status !== 200) throw refusal(store, 'PUT', answer);
    },
    async get(key) {
      const answer = await ask(store, { method: 'GET', key });
      if (isMissing(answer)) return undefined;
      if (answer.status !== 200 || !answer.bytes) throw refusal(store, 'GET', answer);
      return answer.bytes;
    },
    async delete(key) {
      const answer = await ask(store, { method: 'DELETE', key });
      if (answer.status !== 204 && answer.status !== 200 && !isMissing(answer))
        throw refusal(store, 'DELETE', answer);
    },
    async close() {
      if (!agent.closed) await agent.close();
    },
  };
}

interface Store {
  settings: S3Settings;
  agent: Agent;
  timeoutMs: number;
  retryDelayMs: number;
}

interface Call {
  method: 'PUT' | 'GET' | 'DELETE';
  key: string;
  headers?: Record<string, string>;
  bytes?: Buffer;
}

interface Answer {
  status: number;
  /** The store's name for what is wrong, `NoSuchKey`, or empty. */
  code: string;
  /** The whole body, or `undefined` when it is larger than any file of ours. */
  bytes: Buffer | undefined;
}

async function ask(store: Store, call: Call): Promise<Answer> {
  checkFileKey(call.key);
  for (let retries = 0; ; retries += 1) {
    try {
      const answer = await send(store, call);
      if (!isPassing(answer) || retries === retriesMax) return answer;
    } catch (error) {
      if (isBug(error)) throw error;
      if (!isPassingFailure(error) || retries === retriesMax) throw failure(store, call.method, error);
    }
    // Spread out, so that what failed together does not come back together.
    await wait(store.retryDelayMs * 2 ** retries * (0.5 + Math.random() / 2));
  }
}

/** One try, signed for this moment: a store accepts a signature for 15 minutes around it. */
async function send({ settings, agent, timeoutMs }: Store, call: Call): Promise<Answer> {
  const { method, key, bytes } = call;
  const { filesUrl, region, accessKeyId, secretAccessKey } = settings;
  // Left out, the library leaves the bytes out of the signature.
  const headers = { ...call.headers, 'x-amz-content-sha256': sha256(bytes ?? '').toString('hex') };
  const url = `${filesUrl}${key}`;
  const credentials = { accessKeyId, secretAccessKey, region, service: 's3' };
  const signed = await new AwsV4Signer({ ...credentials, method, url, headers }).sign();
  const { statusCode, body } = await request(signed.url, {
    dispatcher: agent,
    method,
    headers: Object.fromEntries(signed.headers),
    body: bytes,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const whole = await readWhole(body);
  return { status: statusCode, code: statusCode < 300 ? '' : errorCode(whole), bytes: whole };
}

async function readWhole(body: Dispatcher.ResponseData['body']): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop destroys the body, and with it the connection.
    if (size > fileBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Only the code: the rest of the document repeats what was sent, the key's id included. */
function errorCode(document: Buffer | undefined): string {
  return /<Code>([0-9A-Za-z.]{1,64})<\/Code>/.exec(String(document?.subarray(0, 10_000)))?.[1] ?? '';
}

/**
 * Whether the store says that there is no such file. Its word is needed beside the status: a bucket that is not there,
 * or another server at the endpoint, answers 404 as well, and would make every file look deleted.
 */
function isMissing({ status, code }: Answer): boolean {
  return status === 404 && code === 'NoSuchKey';
}

function isPassing({ status, code }: Answer): boolean {
  return status >= 500 || status === 429 || code === 'RequestTimeout';
}

function isPassingFailure(error: unknown): boolean {
  return !/^(TimeoutError|ConnectTimeoutError|ClientClosedError|ClientDestroyedError)$/.test(
    (error as Error).name,
  );
}

/** Whatever else the HTTP client throws is about the network or the store. */
function isBug(error: unknown): boolean {
  return error instanceof TypeError || error instanceof errors.InvalidArgumentError;
}

function failure(store: Store, method: string, error: unknown): Fault {
  const { message, name, code } = error as NodeJS.ErrnoException;
  return unavailable(
    new Error(`${method} at ${hostOf(store)} failed: ${message || code || name}.`, { cause: error }),
  );
}

function refusal(store: Store, method: string, { status, code, bytes }: Answer): Fault {
  const seen = [status, code, bytes ? '' : `with more than ${fileBytesMax} bytes`].filter(Boolean).join(' ');
  return unavailable(new Error(`${method} at ${hostOf(store)} was answered ${seen}.`));
}

function hostOf({ settings }: Store): string {
  return new URL(settings.filesUrl).host;
}

function unavailable(cause: Error): Fault {
  const sentence = 'The file store can’t answer just now; try again soon.';
  return new Fault('unavailable', 'upstream_unavailable', sentence, { retryAfterSeconds: 5, cause });
}
