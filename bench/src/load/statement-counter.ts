// Counts the statements that a database server runs, whoever sends them: proof of what a request costs it.
import postgres from 'postgres';

/** How often a statement was run. */
export interface CountedStatement {
  text: string;
  count: number;
}

/** Counts the statements of one database. */
export interface StatementCounter {
  /** Forgets what was counted. */
  reset(): Promise<void>;
  /** What was run since, but for BEGIN and COMMIT, which it counts only where they are not prepared. */
  counted(): Promise<CountedStatement[]>;
  close(): Promise<void>;
}

/** The setting a server needs to count. */
export const countingSettings = { shared_preload_libraries: 'pg_stat_statements' };

/** A counter over a database whose server has `countingSettings`. */
export async function openStatementCounter(databaseUrl: string): Promise<StatementCounter> {
  const sql = postgres(databaseUrl, { max: 1, fetch_types: false, onnotice: () => undefined });
  await sql`create extension if not exists pg_stat_statements`;
  return {
    async reset() {
      await sql`select pg_stat_statements_reset()`;
    },
    async counted() {
      return sql<CountedStatement[]>`
        select query as text, sum(calls)::integer as count
        from pg_stat_statements join pg_database d on d.oid = dbid
        where d.datname = current_database() and query not like '%pg_stat_statements%'
          and query !~* '^(begin|commit|rollback)'
        group by query
      `;
    },
    close: () => sql.end(),
  };
}
