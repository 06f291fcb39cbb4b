// The server as a process: what it says when it starts, and how it ends.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-main-'));
const started: ChildProcess[] = [];
after(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

interface Running {
  url: string;
  /** All it has said up to now. */
  said: { stdout: string; stderr: string };
  /** Resolves when it has said this on standard output. */
  says(part: string): Promise<void>;
  signal(name: 'SIGTERM' | 'SIGINT'): void;
  ended: Promise<number | null>;
}

function start(port: number, environment: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), ...environment },
  });
  started.push(child);
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text) => {
      said[name] += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    url: `http://localhost:${port}`,
    said,
    async says(part) {
      while (!said.stdout.includes(part)) {
        if (child.exitCode !== null) throw new Error(`It ended without saying "${part}": ${said.stderr}`);
        await wait(20);
      }
    },
    signal: (name) => child.kill(name),
    ended,
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('a first start is welcomed with a request that works, and a signal ends it with 0', async () => {
  const server = start(await freePort());
  await server.says('curl ');
  const [, key, address] = /curl -H "Authorization: (Bearer \S+)" "(\S+)"/.exec(server.said.stdout)!;
  const answer = await fetch(address!, { headers: { authorization: key! } });
  assert.equal(answer.status, 200);
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
  assert.equal(demo.urls.admin, `${server.url}/api/v1`);

  server.signal('SIGTERM');
  assert.equal(await server.ended, 0);
});

test('a signal and its echo, as npm passes them on together, are one wish to end', async () => {
  const server = start(await freePort());
  await server.says('Frontdesk is ready');
  server.signal('SIGINT');
  server.signal('SIGTERM');
  assert.equal(await server.ended, 0);
});

test('a port in use is told in one line', async () => {
  const other = createServer().listen(0, 'localhost');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const server = start(port);
  assert.equal(await server.ended, 1);
  assert.equal(
    server.said.stderr,
    `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.\n`,
  );
  assert.equal(server.said.stdout, '');
  other.close();
});

test('in production standard output is a log of JSON lines, one of which says that it listens', async () => {
  const server = start(await freePort(), {
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://desk.example',
    SECRET_KEY: 'a secret key that is only for tests, and long',
    SMTP_URL: 'smtp://localhost:2525',
    MAIL_FROM: 'desk@example.com',
  });
  await server.says('listening');
  server.signal('SIGTERM');
  assert.equal(await server.ended, 0);
  const lines = server.said.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const listening = lines.filter(({ msg }) => /listening/i.test(msg));
  assert.deepEqual(
    listening.map(({ msg, url }) => ({ msg, url })),
    [{ msg: 'listening', url: 'https://desk.example' }],
  );
});
