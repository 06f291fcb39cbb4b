// Loaded into a measured process before its own program: tells memory and processor time when asked, and takes
// profiles. It holds nothing open, and ends the process with the benchmark however that ends.
import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { dirname } from 'node:path';

/** What is asked of a measured process. A profile is begun without a file, and ended into one. */
export type Question = { ask: 'figures' } | { ask: 'profile'; file: string | undefined };

/** What a measured process has used so far. */
export interface Figures {
  rssBytes: number;
  cpuSeconds: number;
}

let session: Session | undefined;

process.on('message', async (question: Question) => {
  if (question.ask === 'profile') await (question.file ? endProfile(question.file) : beginProfile());
  const { user, system } = process.cpuUsage();
  const figures: Figures = { rssBytes: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6 };
  process.send?.(figures);
});
process.on('disconnect', () => process.exit());
process.channel?.unref();

async function beginProfile(): Promise<void> {
  session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
}

async function endProfile(file: string): Promise<void> {
  const { profile } = await session!.post('Profiler.stop');
  session!.disconnect();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(profile));
}
