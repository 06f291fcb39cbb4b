// The runner behind `npm test`: the whole suite on the embedded database, and then again on a PostgreSQL server that
// the run brings up by itself. Arguments are test files, to run only them: npm test -- test/routes.test.ts
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '#test/postgres-server.ts';

const serverFolder = join(import.meta.dirname, '..');

/** Closes the shared world, so it runs with every choice of files. */
const closing = 'test/close.test.ts';

/** Tests of the PostgreSQL server that tests bring up: they need no database, so once is enough. */
const isAboutTestServer = (file: string) => file.startsWith('test/postgres-');

interface Result {
  database: string;
  passed: boolean;
  seconds: number;
}

let running: ChildProcess | undefined;
let interrupted = false;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true;
    running?.kill(signal);
  });
}

process.exitCode = await runSuite(chosenFiles(process.argv.slice(2)));

async function runSuite(files: string[]): Promise<number> {
  const results = [
    await runOn(
      'embedded database',
      files.filter((file) => !isAboutTestServer(file)),
      undefined,
    ),
  ];
  if (!interrupted) results.push(await runOnServer(files));
  return report(results);
}

async function runOnServer(files: string[]): Promise<Result> {
  // Nothing here survives a power cut, so nothing needs to be synced; tests that kill servers start their own.
  const server = await startPostgres({ settings: { fsync: 'off' } });
  try {
    return await runOn(server.version, files, await server.createDatabase());
  } finally {
    await server.stop();
  }
}

/** Runs the files in a process of their own, its output passed on as it comes. */
async function runOn(database: string, files: string[], databaseUrl: string | undefined): Promise<Result> {
  process.stdout.write(`\nTests on the ${databaseUrl ? 'server' : 'embedded'} database: ${database}\n\n`);
  const startedAt = performance.now();
  const { FRONTDESK_TEST_DATABASE: _, ...environment } = process.env;
  running = spawn(process.execPath, ['--test', '--test-isolation=none', ...files], {
    cwd: serverFolder,
    stdio: 'inherit',
    env: databaseUrl ? { ...environment, FRONTDESK_TEST_DATABASE: databaseUrl } : environment,
  });
  const [exitCode] = await once(running, 'exit');
  running = undefined;
  return { database, passed: exitCode === 0, seconds: (performance.now() - startedAt) / 1000 };
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
  if (interrupted) process.stdout.write('Interrupted.\n');
  return interrupted || results.some(({ passed }) => !passed) ? 1 : 0;
}
