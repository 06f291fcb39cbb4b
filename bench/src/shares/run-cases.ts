// Brings up both servers and runs the chosen cases on them.
import { join } from 'node:path';
import { type LoadGenerator, median } from '#bench/load/load.ts';
import { productionSettings, startBare, startConstant, startFrontdesk } from '#bench/load/processes.ts';
import { measureSigningRates } from '#bench/load/signing-rate.ts';
import { openStatementCounter } from '#bench/load/statement-counter.ts';
import { type Section, sharesSection } from '#bench/report.ts';
import type { BusyHall } from '#bench/seed/busy-day.ts';
import type { Tenant } from '#bench/seed/seed.ts';
import type { SignIns } from '#bench/seed/sign-ins.ts';
import { bookingCases } from './booking-cases.ts';
import { compareAnswers } from './case.ts';
import { creditCases } from './credit/credit-cases.ts';
import { customerCases } from './customer-cases.ts';
import { countOverbooked, type Rush, rush } from './rush.ts';
import { loadWith, measureShare, type Share } from './shares.ts';
import { signInCases } from './sign-in-cases.ts';
import { recordStatements } from './statements.ts';

/** What the cases are run with. */
export interface CasesRun {
  databaseUrl: string;
  tenant: Tenant;
  /** For the cases of signing in. */
  signIns: SignIns | undefined;
  /** For the case of booking. */
  hall: BusyHall | undefined;
  /** For the log and the data directory. */
  folder: string;
  generator: LoadGenerator;
  pairs: number;
  /** Folder for profiles, if any are wanted. */
  profiles: string | undefined;
}

/** Runs the cases with these names. Throws when the servers' answers differ or a request fails. */
export async function measureCases(names: string[], run: CasesRun): Promise<Section> {
  const { databaseUrl, tenant, signIns, hall, folder, generator, pairs } = run;
  const generatorRate = await rateOfGenerator(generator);
  const organizationId = tenant.organization.id;
  const statements = await recordStatements(databaseUrl, organizationId);
  const counter = await openStatementCounter(databaseUrl);
  const frontdesk = await startFrontdesk({ ...productionSettings, DATABASE_URL: databaseUrl }, folder);
  const bare = await startBare(databaseUrl, { organizationId, statements, signIns, hall });
  const servers = { bare, frontdesk };
  const all = [
    ...customerCases(tenant),
    ...(signIns ? signInCases(signIns) : []),
    ...(hall ? bookingCases(tenant, hall) : []),
    ...creditCases(tenant),
  ];
  const cases = all.filter(({ name }) => names.includes(name));
  const shares: Share[] = [];
  let rushed: Rush | undefined;
  const signing = [await measureSigningRates()];
  try {
    await compareAnswers(cases, { bare: bare.url, frontdesk: frontdesk.url });
    for (const one of cases) {
      shares.push(await measureShare(one, { generator, counter, servers, pairs }));
      if (one.tokens) signing.push(await measureSigningRates());
      if (!run.profiles) continue;
      const end = await frontdesk.profile();
      await loadWith(one, { generator, servers }, 'frontdesk', 5);
      await end(join(run.profiles, `${one.name}.cpuprofile`));
    }
    if (hall) {
      rushed = await rush(frontdesk.url, tenant, hall);
      rushed.overbooked = await countOverbooked(databaseUrl, organizationId);
    }
  } finally {
    await Promise.all([frontdesk.stop(), bare.stop(), counter.close()]);
  }
  const signingRates = {
    oneThread: median(signing.map(({ oneThread }) => oneThread)),
    threadPool: median(signing.map(({ threadPool }) => threadPool)),
  };
  return sharesSection(shares, { generatorRate, signingRates, rush: rushed });
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
