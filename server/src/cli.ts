// The command line: organizations, keys, parameters, imports, migrations, checks, backups. bin/frontdesk.js starts it.
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { Terminal } from '#src/cli/context.ts';
import { ownProcess } from '#src/cli/shell/own-process.ts';
import { runCommandLine } from '#src/cli/shell/run.ts';

const argv = process.argv.slice(2);
const cancelled = new AbortController();
const terminal: Terminal = {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  columns: process.stderr.isTTY ? process.stderr.columns : undefined,
  ask: process.stdin.isTTY ? ask : undefined,
  cwd: callerFolder(process.env),
  signal: cancelled.signal,
  debug: process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace',
};
stopOnSignal();
// Whoever reads the output may have seen enough: `frontdesk organization list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
process.exitCode = await runCommandLine(argv, terminal, ownProcess(argv, terminal, process.env));

/** Asks on standard error, so that standard output stays the result's. Ctrl-C cancels, and so does the end of input. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.on('SIGINT', () => cancelled.abort());
  const ended = once(lines, 'close').then(() => {
    cancelled.abort();
    return '';
  });
  try {
    return await Promise.race([lines.question(question, { signal: cancelled.signal }), ended]);
  } finally {
    lines.removeAllListeners('close').close();
  }
}

/** Asks the command to stop; a second signal ends at once. */
function stopOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (cancelled.signal.aborted) process.exit(130);
      cancelled.abort();
    });
  }
}

/** `npm run frontdesk` changes into the package's folder; npm keeps where it was called from. */
function callerFolder({ npm_lifecycle_event, INIT_CWD }: NodeJS.ProcessEnv): string {
  return (npm_lifecycle_event === 'frontdesk' && INIT_CWD) || process.cwd();
}
