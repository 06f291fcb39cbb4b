// Loaded into a measured process before its own program: tells memory and processor time when asked, and can take a
// profile. It holds nothing open.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

/** What is asked of a measured process. */
export type Question = { ask: 'figures' } | { ask: 'profile'; file: string | undefined };

/** What a measured process has used so far. */
export interface Figures {
  rssBytes: number;
  cpuSeconds: number;
}

let profiling: Session | undefined;

process.on('message', async (question: Question) => {
  if (question.ask === 'profile') await profile(question.file);
  const { user, system } = process.cpuUsage();
  const figures: Figures = { rssBytes: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6 };
  process.send?.(figures);
});
process.channel?.unref();

/** Begins a profile, or ends it and writes it to the file. */
async function profile(file: string | undefined): Promise<void> {
  if (file === undefined) {
    profiling = new Session();
    profiling.connect();
    await profiling.post('Profiler.enable');
    await profiling.post('Profiler.setSamplingInterval', { interval: 200 });
    await profiling.post('Profiler.start');
    return;
  }
  const { profile: taken } = await profiling!.post('Profiler.stop');
  writeFileSync(file, JSON.stringify(taken));
  profiling!.disconnect();
}
