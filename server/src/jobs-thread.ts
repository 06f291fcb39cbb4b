// The jobs of a server on a PostgreSQL server, on a thread of their own: what a burst of webhooks has to do takes most
// of a core for many seconds, and on one event loop every request would wait for its turn. Measured: docs/decisions/0006.
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Jobs, startJobs, startUpkeep } from '#jobs/jobs.ts';
import type { Config } from '#src/config.ts';
import { openParts, type Parts } from '#src/parts.ts';

/** What is said to the thread: there may be something to publish, or to send; or it is to end. */
type Word = 'event' | 'mail' | 'stop';

/** Enough for every job to be at the database; they wait for one another rather than take requests' connections. */
const connectionsMax = 5;
const beginAgainMs = 1_000;

/** Starts the thread. One that fails is told of in the log and started again. */
export function startJobsThread({ config, log, onEvent, onMail }: Parts): Jobs {
  const databaseConnections = Math.min(config.databaseConnections, connectionsMax);
  let isStopping = false;
  let again: NodeJS.Timeout | undefined;
  let thread: Worker | undefined;

  function start(): void {
    thread = new Worker(new URL(import.meta.url), { workerData: { ...config, databaseConnections } });
    thread.on('error', (error) => log.error({ err: error }, 'The thread of the jobs failed.'));
    thread.once('exit', () => {
      thread = undefined;
      if (!isStopping) again = setTimeout(start, beginAgainMs);
    });
  }
  const say = (word: Word) => thread?.postMessage(word);
  onEvent.listener = () => say('event');
  onMail.listener = () => say('mail');
  start();
  return {
    async stop() {
      isStopping = true;
      clearTimeout(again);
      if (!thread) return;
      const ended = once(thread, 'exit');
      say('stop');
      await ended;
    },
  };
}

async function runJobs(config: Config, port: NonNullable<typeof parentPort>): Promise<void> {
  const parts = await openParts(config);
  const jobs = [startUpkeep(parts), startJobs(parts)];
  port.on('message', async (word: Word) => {
    if (word === 'event') parts.onEvent.listener();
    if (word === 'mail') parts.onMail.listener();
    if (word !== 'stop') return;
    await Promise.all(jobs.map((job) => job.stop()));
    await parts.close();
    port.close();
  });
}

if (!isMainThread && parentPort) await runJobs(workerData, parentPort);
