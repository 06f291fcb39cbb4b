// The measured processes: Frontdesk, the bare server, a server that only answers, and the load generator.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
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

const probe = import.meta.resolve('./probe.ts');

/** Frontdesk as an operator runs it in production, with jobs in the server and a limit nobody reaches. */
export function startFrontdesk(settings: Record<string, string>, dataDir: string): Promise<Running> {
  return startServer(import.meta.resolve('frontdesk/src/main.ts'), '/readyz', {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://desk.example.com',
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_FROM: 'desk@example.com',
    SECRET_KEY: 'a secret key for measuring, and for nothing else',
    DATA_DIR: dataDir,
    ADMIN_RATE_LIMIT: '1000000000',
    ...settings,
  });
}

/** The bare limit over the same database. */
export function startBare(databaseUrl: string, organizationId: string): Promise<Running> {
  const env = { DATABASE_URL: databaseUrl, ORGANIZATION_ID: organizationId };
  return startServer(import.meta.resolve('./bare-server.ts'), '/', env);
}

/** A server that answers every request with the same few bytes. */
export function startConstant(): Promise<Running> {
  return startServer(import.meta.resolve('./constant-server.ts'), '/', {});
}

/** Starts another program of the benchmark that is spoken to by messages. */
export function startProgram(program: string): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(program)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

async function startServer(program: string, readyPath: string, env: Record<string, string>): Promise<Running> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--import', probe, fileURLToPath(program)], {
    env: { PATH: process.env.PATH, TZ: 'UTC', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(url + readyPath, child);
  const readyMs = performance.now() - startedAt;
  return {
    url,
    readyMs,
    figures: () => askProbe(child, { ask: 'figures' }),
    async profile() {
      await askProbe(child, { ask: 'profile', file: undefined });
      return async (file) => void (await askProbe(child, { ask: 'profile', file }));
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function askProbe(child: ChildProcess, question: Question): Promise<Figures> {
  const answered = once(child, 'message');
  child.send(question);
  const [figures] = await answered;
  return figures;
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  const deadline = AbortSignal.timeout(60_000);
  while (!deadline.aborted) {
    if (child.exitCode !== null) break;
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
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
