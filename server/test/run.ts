// The runner behind `npm test`: the whole suite on the embedded database, and at the same time on a PostgreSQL server
// that the run brings up by itself. Arguments are test files, to run only them: npm test -- test/tenancy/walls.test.ts
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '#test/postgres-server.ts';

const serverFolder = join(import.meta.dirname, '..');

/** Closes the shared world, so it runs with every choice of files. */
const closing = 'test/close.test.ts';

/** Tests that use no database, or make an embedded one of their own: they run once, in the embedded run. */
const needNoServer =
  /^src\/(kit|integrations|demo)\/|^src\/(main|welcome)\.test\.ts$|^src\/db\/(embedded|restored-data)\./;

/** Tests of the PostgreSQL server that tests bring up: they run once, in the run on a server. */
const needNoEmbedded = /^test\/postgres-/;

interface Result {
  database: string;
  passed: boolean;
  seconds: number;
}

const running = new Set<ChildProcess>();
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isInterrupted = true;
    for (const child of running) child.kill(signal);
  });
}

process.exitCode = await runSuite(chosenFiles(process.argv.slice(2)));

async function runSuite(files: string[]): Promise<number> {
  // Two cores, two runs: one shows what it says as it says it, the other afterwards.
  const onServer = runOnServer(files.filter((file) => !needNoServer.test(file)));
  const embedded = startRun(
    'embedded database',
    files.filter((file) => !needNoEmbedded.test(file)),
  );
  embedded.show();
  const results = [await embedded.result];
  const server = await onServer;
  server.show();
  results.push(await server.result);
  await server.stop();
  return report(results);
}

async function runOnServer(files: string[]) {
  // Nothing here survives a power cut, so nothing needs to be synced; tests that kill servers start their own.
  const server = await startPostgres({ settings: { fsync: 'off' } });
  const run = startRun(server.version, files, await server.createDatabase());
  return { ...run, stop: () => server.stop() };
}

/** Starts the files in a process of their own. What it says is kept until `show` is called, and then passed on. */
function startRun(database: string, files: string[], databaseUrl?: string) {
  const startedAt = performance.now();
  const { FRONTDESK_TEST_DATABASE: _, ...environment } = process.env;
  const child = spawn(process.execPath, ['--test', '--test-isolation=none', ...files], {
    cwd: serverFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment,
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
      ...(databaseUrl ? { FRONTDESK_TEST_DATABASE: databaseUrl } : {}),
    },
  });
  running.add(child);
  const kept: Buffer[] = [Buffer.from(`\nTests on: ${database}\n\n`)];
  let write = (chunk: Buffer): unknown => kept.push(chunk);
  child.stdout.on('data', (chunk: Buffer) => write(chunk));
  child.stderr.on('data', (chunk: Buffer) => write(chunk));
  const result = once(child, 'close').then(([exitCode]): Result => {
    running.delete(child);
    return { database, passed: exitCode === 0, seconds: (performance.now() - startedAt) / 1000 };
  });
  return {
    result,
    show() {
      write = (chunk) => process.stdout.write(chunk);
      for (const chunk of kept.splice(0)) write(chunk);
    },
  };
}

function chosenFiles(given: string[]): string[] {
  const all = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: serverFolder }).sort();
  if (given.length === 0) return all;
  const chosen = all.filter((file) => given.some((name) => name.endsWith(file) || file.startsWith(name)));
  if (chosen.length === 0) throw new Error(`No test file is named ${given.join(' or ')}.`);
  return [...new Set([...chosen, closing])];
}

function report(results: Result[]): number {
  process.stdout.write('\n');
  for (const { database, passed, seconds } of results) {
    process.stdout.write(`${passed ? 'passed' : 'FAILED'} in ${seconds.toFixed(0)} s: ${database}\n`);
  }
  if (isInterrupted) process.stdout.write('Interrupted.\n');
  return isInterrupted || results.some(({ passed }) => !passed) ? 1 : 0;
}
