// The process: configuration, database, application, jobs; listens, and closes on a signal.

import { DataDirInUse } from '#db/data-dir-lock.ts';
import { buildApp } from '#src/app.ts';
import { ConfigError, readConfig } from '#src/config.ts';
import { openParts, type Parts } from '#src/parts.ts';

const asWorker = process.argv[2] === 'worker';

try {
  const config = readConfig(process.env);
  const parts = await openParts(config);
  const app = asWorker ? undefined : await buildApp(parts);
  closeOnSignal(parts, async () => {
    await app?.close();
    await parts.close();
  });
  await app?.listen({ port: config.port, host: config.host });
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof DataDirInUse)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** Answers what has been asked, finishes what is being done, and ends with 0. A second signal ends at once. */
function closeOnSignal({ log }: Parts, close: () => Promise<void>): void {
  let closing = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (closing) process.exit(1);
      closing = true;
      try {
        await close();
        process.exit(0);
      } catch (error) {
        log.error({ err: error }, 'Closing failed.');
        process.exit(1);
      }
    });
  }
}
