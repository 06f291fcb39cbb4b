// Brings up both servers and runs the chosen cases on them.
import { join } from 'node:path';
import type { LoadGenerator } from '#bench/load/load.ts';
import { productionSettings, startBare, startConstant, startFrontdesk } from '#bench/load/processes.ts';
import { type Section, sharesSection } from '#bench/report.ts';
import type { Tenant } from '#bench/seed/seed.ts';
import { casesIn, compareAnswers } from './cases.ts';
import { measureShare, type Share } from './shares.ts';
import { recordStatements } from './statements.ts';

/** What the cases are run with. */
export interface CasesRun {
  databaseUrl: string;
  tenant: Tenant;
  /** For the log and the data directory. */
  folder: string;
  generator: LoadGenerator;
  pairs: number;
  /** Folder for profiles, if any are wanted. */
  profiles: string | undefined;
}

/** Runs the cases with these names. Throws when the servers' answers differ or a request fails. */
export async function measureCases(names: string[], run: CasesRun): Promise<Section> {
  const { databaseUrl, tenant, folder, generator, pairs } = run;
  const generatorRate = await rateOfGenerator(generator);
  const statements = await recordStatements(databaseUrl, tenant.organization.id);
  const frontdesk = await startFrontdesk({ ...productionSettings, DATABASE_URL: databaseUrl }, folder);
  const bare = await startBare(databaseUrl, tenant.organization.id, statements);
  const headers = { authorization: `Bearer ${tenant.apiKey}` };
  const cases = casesIn(tenant).filter(({ name }) => names.includes(name));
  const shares: Share[] = [];
  try {
    await compareAnswers(cases, [frontdesk.url, bare.url], headers);
    for (const one of cases) {
      shares.push(await measureShare(one, { generator, headers, bare, frontdesk, pairs }));
      if (!run.profiles) continue;
      const end = await frontdesk.profile();
      await generator.run({
        url: frontdesk.url,
        headers,
        requests: one.requests,
        connections: 32,
        seconds: 5,
      });
      await end(join(run.profiles, `${one.name}.cpuprofile`));
    }
  } finally {
    await Promise.all([frontdesk.stop(), bare.stop()]);
  }
  return sharesSection(shares, generatorRate);
}

async function rateOfGenerator(generator: LoadGenerator): Promise<number> {
  const constant = await startConstant();
  try {
    const load = { url: constant.url, headers: {}, connections: 32, seconds: 2 };
    const { rate } = await generator.run({ ...load, requests: [{ method: 'GET', path: '/' }] });
    return rate;
  } finally {
    await constant.stop();
  }
}
