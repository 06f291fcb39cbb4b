// Keeping the planner's picture of the tables true. The embedded database has nobody who analyzes by itself, and a
// server's autovacuum comes up to a minute late: plans made for empty tables would be kept while tables fill.
import type { Database } from '#db/database.ts';
import type { RootTx } from '#db/tx.ts';

/**
 * Analyzes the tables of which half has changed since they last were, one transaction each, and returns how many. To
 * ask costs about a millisecond, so a long import asks after every batch. Measured: without it, 10,000 customers
 * imported into an empty embedded database took five times as long, and each further one longer, because the checks of
 * foreign keys went on reading the whole organization through an index that had seemed as good as any.
 */
export async function refreshStatistics(db: Pick<Database, 'root' | 'kind'>): Promise<number> {
  const count = await db.root(countChanged);
  for (let left = count; left > 0; left -= 1) {
    await db.root(async (tx) => {
      // The embedded database works on this thread: a sample of a tenth stops it for 30 ms instead of 200 ms.
      if (db.kind === 'embedded') await tx`select set_config('default_statistics_target', '10', true)`;
      await analyzeMostChanged(tx);
    });
  }
  return count;
}

async function countChanged(tx: RootTx): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and pg_stat_get_mod_since_analyze(oid) > 250 + 0.5 * greatest(reltuples, 0)
  `;
  return row!.count;
}

async function analyzeMostChanged(tx: RootTx): Promise<void> {
  await tx`
    do $$
    declare
      changed regclass;
    begin
      select oid into changed from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and pg_stat_get_mod_since_analyze(oid) > 250 + 0.5 * greatest(reltuples, 0)
      order by pg_stat_get_mod_since_analyze(oid) desc limit 1;
      if changed is not null then
        execute format('analyze %s', changed);
      end if;
    end
    $$
  `;
}
