// A command in a process of its own: it opens the database for itself, unless a server holds it.
import { setTimeout as sleep } from 'node:timers/promises';
import { DataDirInUse } from '#db/embedded/data-dir-lock.ts';
import { hasDatabase } from '#db/restored-data.ts';
import { Fault } from '#kit/fault.ts';
import type { Terminal } from '#src/cli/context.ts';
import { handOff } from '#src/cli/handoff.ts';
import { exitCodes } from '#src/cli/shell/failures.ts';
import type { Host } from '#src/cli/shell/run.ts';
import { type Config, readConfig } from '#src/config.ts';
import type { Parts } from '#src/parts.ts';

/** How long a command waits for a server that starts, or for another command that is about to end. */
const patienceMs = 10_000;
const retryMs = 200;

/** A host for the command line `argv` with settings from `env`. */
export function ownProcess(argv: string[], terminal: Terminal, env: NodeJS.ProcessEnv): Host {
  const handOver = (config: Config) =>
    config.databaseUrl ? Promise.resolve(undefined) : handOff(config.dataDir, argv, terminal);
  return {
    parts: undefined,
    config: () => readConfig(env),
    handOver,
    async use(work, { mayCreate, check }) {
      const config = readConfig(env);
      check?.(config);
      const deadline = performance.now() + patienceMs;
      for (;;) {
        const exitCode = await handOver(config);
        if (exitCode !== undefined) return exitCode;
        if (!mayCreate) requireDatabase(config);
        const parts = await openUnlessInUse(config, performance.now() < deadline);
        if (parts) return useHere(parts, work);
        await sleep(retryMs, undefined, { signal: terminal.signal });
      }
    },
  };
}

async function useHere(parts: Parts, work: (parts: Parts) => Promise<void>): Promise<number> {
  try {
    await work(parts);
    return exitCodes.done;
  } finally {
    await parts.close();
  }
}

async function openUnlessInUse(config: Config, mayRetry: boolean): Promise<Parts | undefined> {
  const { openLog, openParts } = await import('#src/parts.ts');
  try {
    // Standard output belongs to the command's result, and a failure tells itself.
    return await openParts(config, { log: openLog('silent') });
  } catch (error) {
    if (mayRetry && error instanceof DataDirInUse) return undefined;
    throw error;
  }
}

// A command in the wrong folder would otherwise make a database there, and find nothing in it.
function requireDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl || hasDatabase(dataDir)) return;
  const advice = 'Start the server or make an organization first, or set DATA_DIR to where the database is.';
  throw new Fault('missing', 'no_database', `There is no database in ${dataDir} yet. ${advice}`);
}
