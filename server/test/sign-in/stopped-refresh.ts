// Stopping a refresh between its two halves, in a database of the test's own: the token is used up, its successor waits.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import type { Cleanup } from '#test/databases.ts';

/** Refreshes that stop. */
export interface StoppedRefreshes {
  /** Returns when this many wait, each with its token used up and nothing committed. */
  reached(count: number): Promise<void>;
  /** Lets them go on, and those that come. */
  release(): Promise<void>;
}

/** Lets every refresh of the database wait before it stores a refresh token. */
export async function stopAtSuccessor(test: Cleanup, url: string): Promise<StoppedRefreshes> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  test.after(() => sql.end());
  await sql`create function wait_for_test() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(1); return new; end'`;
  await sql`create trigger wait_for_test before insert on oidc_artifacts
    for each row when (new.model = 'RefreshToken') execute function wait_for_test()`;
  await sql`create trigger wait_for_test before insert on session_refresh_tokens
    for each row execute function wait_for_test()`;
  await sql`select pg_advisory_lock(1)`;

  // A row whose update is not committed shows who updates it.
  const stopped = () => sql<{ waiting: number; usedUp: number }[]>`
    select (select count(*)::int from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())) as waiting,
      (select count(*)::int from oidc_artifacts where model = 'RefreshToken' and consumed_at is null and xmax <> 0)
        + (select count(*)::int from session_refresh_tokens where consumed_at is null and xmax <> 0) as "usedUp"
  `;
  return {
    async reached(count) {
      const deadline = AbortSignal.timeout(10_000);
      for (;;) {
        const { waiting, usedUp } = (await stopped())[0]!;
        if (waiting === count && usedUp === count) return;
        assert.ok(!deadline.aborted, `${waiting} wait and ${usedUp} are used up, not ${count}`);
        await pause(20);
      }
    },
    async release() {
      await sql`select pg_advisory_unlock(1)`;
    },
  };
}
