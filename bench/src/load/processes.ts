// The measured processes: Frontdesk, the bare limit, and a server that only answers.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BusyHall } from '#bench/seed/busy-day.ts';
import type { SignIns } from '#bench/seed/sign-ins.ts';
import type { Statements } from '#bench/shares/statements.ts';
import type { Figures, Question } from './probe.ts';

/** A running process that serves HTTP. */
export interface Running {
  url: string;
  /** From its start until it was ready. */
  readyMs: number;
  figures(): Promise<Figures>;
  /** Begins a profile; the returned function ends it and writes it to a file. */
  profile(): Promise<(file: string) => Promise<void>>;
  stop(): Promise<void>;
}

/** How the measured Frontdesk is set: as in production, with keys, a limit that nobody reaches, and jobs. */
export const productionSettings = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  PUBLIC_URL: 'https://desk.example.com',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'desk@example.com',
  SECRET_KEY: 'a secret key for measuring, and for nothing else',
  ADMIN_RATE_LIMIT: '1000000000',
};

const probe = import.meta.resolve('./probe.ts');

/** Frontdesk with these settings; data and log lie in `folder`. */
export async function startFrontdesk(settings: Record<string, string>, folder: string): Promise<Running> {
  const log = openSync(join(folder, 'frontdesk.log'), 'a');
  const env = { HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), ...settings };
  try {
    const preload = 'frontdesk/src/compile-cache.ts';
    return await startServer('frontdesk/src/main.ts', { preload, readyPath: '/readyz', env, log });
  } finally {
    closeSync(log);
  }
}

/** What the bare limit knows beforehand. */
export interface BareStart {
  organizationId: string;
  statements: Statements;
  /** For the cases of signing in. */
  signIns: Pick<SignIns, 'issuer' | 'signingKey'> | undefined;
  /** For the case of booking. */
  hall: BusyHall | undefined;
}

/** The bare limit over the same database, for one organization, with the statements it is to send. */
export function startBare(databaseUrl: string, start: BareStart): Promise<Running> {
  const { organizationId, statements, signIns, hall } = start;
  const env = {
    DATABASE_URL: databaseUrl,
    ORGANIZATION_ID: organizationId,
    STATEMENTS: JSON.stringify(statements),
    ...(signIns && { ISSUER: signIns.issuer, SIGNING_KEY: JSON.stringify(signIns.signingKey) }),
    ...(hall && { HALL: JSON.stringify(hall) }),
  };
  return startServer('#bench/shares/bare-server.ts', { readyPath: '/', env });
}

/** A server that answers every request with the same few bytes. */
export function startConstant(): Promise<Running> {
  return startServer('./constant-server.ts', { readyPath: '/', env: {} });
}

interface ServerStart {
  /** What is loaded ahead of the program. */
  preload?: string;
  readyPath: string;
  env: Record<string, string>;
  /** Where its output goes; nowhere without it. */
  log?: number;
}

async function startServer(program: string, { preload, readyPath, env, log }: ServerStart): Promise<Running> {
  const port = await freePort();
  const startedAt = performance.now();
  const preloads = [probe, ...(preload ? [import.meta.resolve(preload)] : [])].flatMap((url) => [
    '--import',
    url,
  ]);
  const child = spawn(process.execPath, [...preloads, fileURLToPath(import.meta.resolve(program))], {
    env: { PATH: process.env.PATH, TZ: 'UTC', PORT: String(port), ...env },
    stdio: ['ignore', log ?? 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(url + readyPath, child);
  return {
    url,
    readyMs: performance.now() - startedAt,
    figures: () => ask(child, { ask: 'figures' }),
    async profile() {
      await ask(child, { ask: 'profile', file: undefined });
      return async (file) => void (await ask(child, { ask: 'profile', file }));
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function ask(child: ChildProcess, question: Question): Promise<Figures> {
  const answered = once(child, 'message');
  child.send(question);
  const [figures] = await answered;
  return figures;
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  const deadline = AbortSignal.timeout(120_000);
  while (!deadline.aborted && child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await pause(5);
  }
  child.kill('SIGKILL');
  throw new Error(`${url} did not become ready.`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
