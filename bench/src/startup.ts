// How long Frontdesk takes from its start until it is ready: with nothing there yet, on the embedded database as it
// left it, and on a PostgreSQL server.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '#bench/load/load.ts';
import { productionSettings, startFrontdesk } from '#bench/load/processes.ts';

/** One kind of start. */
export interface StartUp {
  title: string;
  /** The middle of the tries. */
  readyMs: number;
  promiseMs?: number;
}

const embedded = { NODE_ENV: 'development', PUBLIC_URL: 'http://localhost:3000' };

/** Starts Frontdesk `tries` times in each of the ways, on new data directories and on an existing server database. */
export async function measureStartUp(databaseUrl: string, tries: number): Promise<StartUp[]> {
  const firstMs: number[] = [];
  const againMs: number[] = [];
  const serverMs: number[] = [];
  for (let turn = 0; turn < tries; turn += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'));
    firstMs.push(await timeStart(embedded, folder));
    againMs.push(await timeStart(embedded, folder));
    serverMs.push(await timeStart({ ...productionSettings, DATABASE_URL: databaseUrl }, folder));
    await rm(folder, { recursive: true });
  }
  return [
    {
      title: 'embedded database, first start, with the demo organization',
      readyMs: median(firstMs),
      promiseMs: 5_000,
    },
    { title: 'embedded database, existing', readyMs: median(againMs), promiseMs: 2_000 },
    { title: 'PostgreSQL server, existing', readyMs: median(serverMs) },
  ];
}

async function timeStart(settings: Record<string, string>, folder: string): Promise<number> {
  const frontdesk = await startFrontdesk(settings, folder);
  await frontdesk.stop();
  return frontdesk.readyMs;
}
