// The process: configuration, database, application, jobs; listens, and closes on a signal.

import type { FastifyInstance } from 'fastify';
import { DataDirInUse } from '#db/embedded/data-dir-lock.ts';
import { RestoreFinished } from '#db/restored-data.ts';
import { type Jobs, startJobs, startUpkeep } from '#jobs/jobs.ts';
import { buildApp } from '#src/app.ts';
import { serveCommands } from '#src/cli/handoff.ts';
import { ConfigError, readConfig } from '#src/config.ts';
import { makeDemo } from '#src/demo/demo.ts';
import { startJobsThread } from '#src/jobs-thread.ts';
import { CannotListen, listen } from '#src/listen.ts';
import { openParts, type Parts } from '#src/parts.ts';
import { greet } from '#src/welcome.ts';

const echoMs = 500;
const asWorker = process.argv[2] === 'worker';

/** What the operator can mend: told in words, without a stack. */
const toldPlainly = [ConfigError, DataDirInUse, RestoreFinished, CannotListen];

try {
  const config = readConfig(process.env);
  const parts = await openParts(config);
  const app = asWorker ? undefined : await buildApp(parts);
  const jobs = [startUpkeep(parts), ...startJobsOf(parts)];
  const commands = config.databaseUrl ? undefined : await serveCommands(parts);
  const close = async () => {
    await app?.close();
    await commands?.close();
    await Promise.all(jobs.map((job) => job.stop()));
    await parts.close();
  };
  closeOnSignal(parts, close);
  if (app) await serve(app, parts).catch((error) => close().then(() => Promise.reject(error)));
} catch (error) {
  if (!toldPlainly.some((kind) => error instanceof kind)) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

/** A worker does nothing else; the embedded database is open in this thread alone. */
function startJobsOf(parts: Parts): Jobs[] {
  const { jobsInServer, databaseUrl } = parts.config;
  if (asWorker || (jobsInServer && !databaseUrl)) return [startJobs(parts)];
  return jobsInServer ? [startJobsThread(parts)] : [];
}

async function serve(app: FastifyInstance, parts: Parts): Promise<void> {
  const demo = await makeDemo(parts);
  await listen(app, parts.config);
  greet(parts, demo);
}

/** Answers what has been asked, finishes what is being done, and ends with 0. A second signal ends at once. */
function closeOnSignal({ log }: Parts, close: () => Promise<void>): void {
  let closing = false;
  let patient = true;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (closing && patient) return;
      if (closing) process.exit(1);
      closing = true;
      // npm passes on the signal that a terminal has sent to the whole group: its echo is no second wish.
      setTimeout(() => {
        patient = false;
      }, echoMs).unref();
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
