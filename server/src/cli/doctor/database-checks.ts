// The checks of `frontdesk doctor` that ask the database, and the clock it shows.
import type { Database } from '#db/database.ts';
import { inspectWalls, oldestMajorVersion, readSchema, readServer, type SchemaState } from '#db/diagnosis.ts';
import { systemClock } from '#kit/clock.ts';
import { type Finding, findingOr } from '#src/cli/doctor/finding.ts';

const clockSkewMsMax = 30_000;

/** Checks an open database; later checks are left out when an earlier one they stand on fails. */
export async function checkDatabase(db: Database): Promise<Finding[]> {
  const asked = systemClock.now();
  const { version, major, now } = await readServer(db);
  const answered = systemClock.now();
  const schema = await readSchema(db);
  const walls = schema.applied.length > 0 && schema.pending.length === 0 ? await checkWalls(db) : [];
  return [
    checkVersion(db, { version, major, ms: answered.getTime() - asked.getTime() }),
    checkSchema(schema),
    ...walls,
    checkClock(answered, now, schema.lastAppliedAt),
  ];
}

function checkVersion(db: Database, server: { version: string; major: number; ms: number }): Finding {
  const name = 'Database';
  const kind = db.kind === 'embedded' ? 'Embedded PostgreSQL' : 'PostgreSQL';
  const message = `${kind} ${server.version} answers in ${server.ms} ms.`;
  if (server.major >= oldestMajorVersion) return { name, status: 'ok', message };
  return { name, status: 'fail', message, advice: `PostgreSQL ${oldestMajorVersion} or newer is needed.` };
}

function checkSchema({ applied, pending, unknown }: SchemaState): Finding {
  const name = 'Migrations';
  if (unknown.length > 0) {
    const message = `The database was written by a newer version: it has ${unknown.join(', ')}.`;
    return { name, status: 'fail', message, advice: 'Update Frontdesk.' };
  }
  if (pending.length > 0) {
    const message = `${pending.length} of ${applied.length + pending.length} are not applied yet.`;
    const advice = 'Start the server, which applies them, or run: frontdesk migrate';
    return { name, status: 'warn', message, advice };
  }
  return { name, status: 'ok', message: `All ${applied.length} are applied.` };
}

function checkWalls(db: Database): Promise<Finding[]> {
  const name = 'Row-level security';
  const advice =
    'One organization could see another: stop the server, and look at the roles of the database and their grants.';
  return findingOr(name, advice, async () => {
    const { tables, gaps } = await inspectWalls(db);
    if (gaps.length > 0) return gaps.map((message) => ({ name, status: 'fail', message, advice }));
    return [{ name, status: 'ok', message: `It binds every organization on all ${tables} tables.` }];
  });
}

/** The machine's clock against the database's, and against what it once wrote itself. */
function checkClock(here: Date, there: Date, lastAppliedAt: Date | undefined): Finding {
  const name = 'Clock';
  const advice = 'Set the clock of this machine, best by a time service (NTP).';
  const skewMs = Math.abs(here.getTime() - there.getTime());
  if (skewMs > clockSkewMsMax) {
    const seconds = Math.round(skewMs / 1000);
    return { name, status: 'fail', message: `It is ${seconds} s away from the database's.`, advice };
  }
  if (lastAppliedAt && lastAppliedAt > here) {
    const message = `It shows ${here.toISOString()}, which is before the last migration was applied.`;
    return { name, status: 'fail', message, advice };
  }
  return { name, status: 'ok', message: `It shows ${here.toISOString()}.` };
}
