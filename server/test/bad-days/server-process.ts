// Frontdesk as a real process, for tests that kill it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cleanup, closeWorld, freshDatabase, serverUrl } from '#test/databases.ts';
import { makeOrganization, openWorld, type TestOrganization } from '#test/world.ts';

/** How a process ended. */
export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A started server. */
export interface ServerProcess {
  /** Of the Admin API. */
  url: string;
  origin: string;
  /** All it has written to its error output up to now. */
  complaints(): string;
  /** Resolves when it answers; rejects when it ends instead. */
  ready(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<Ending>;
}

/** Where the data of a test's processes are, and an organization in it. */
export interface Installation {
  /** Names the database to a process; other settings go beside it. */
  environment: Record<string, string>;
  house: Pick<TestOrganization, 'organization'>;
  key: string;
}

const settings = {
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'http://frontdesk.test',
  SECRET_KEY: 'a secret key that is only for tests, and long',
  ADMIN_RATE_LIMIT: '0',
  LOG_LEVEL: 'fatal',
};

/** A new installation on the run's kind of database, with one organization and a key, and no process running. */
export async function makeInstallation(test: Cleanup): Promise<Installation> {
  const dataDir = temporaryFolder(test);
  const database: Record<string, string> = serverUrl ? { DATABASE_URL: await freshDatabase(test) } : {};
  const environment = { ...settings, ...database, DATA_DIR: dataDir };
  const world = await openWorld(environment);
  const house = await makeOrganization(world);
  const key = await house.keyFor();
  await closeWorld(world);
  return { environment, house, key };
}

/** A folder that goes with the test. */
export function temporaryFolder(test: Cleanup): string {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-process-'));
  test.after(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts `main.ts` with nothing but these settings; the process ends with the test, if not before. */
export async function startServer(
  test: Cleanup,
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, ...settings, PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const ended = endOf(child);
  test.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const origin = `http://127.0.0.1:${port}`;
  return {
    url: `${origin}/api/v1`,
    origin,
    complaints: () => complaints,
    ready: () => untilReady(child, origin, () => complaints),
    kill: (signal) => void child.kill(signal),
    ended,
  };
}

async function endOf(child: ChildProcess): Promise<Ending> {
  const [code, signal] = await once(child, 'close');
  return { code, signal };
}

async function untilReady(child: ChildProcess, origin: string, complaints: () => string): Promise<void> {
  const deadline = AbortSignal.timeout(60_000);
  while (!deadline.aborted) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server ended instead of getting ready: ${complaints()}`);
    }
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await pause(20);
  }
  throw new Error('The server did not get ready within a minute.');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
