// A connection like those of Frontdesk's requests, the tenant role with an organization's session, that tells the text
// of every statement run on it and what the server remarks about it.
import { arrayTypes } from 'frontdesk/src/db/array-types.ts';
import { tenantRole } from 'frontdesk/src/db/lanes.ts';
import type { Tx } from 'frontdesk/src/db/tx.ts';
import postgres from 'postgres';

/** A connection whose statements are recorded. */
export interface Recorder {
  tx: Tx;
  sql: postgres.Sql;
  /** What was sent since the last call, oldest first, in single spaces. */
  takeStatements(): string[];
  /** What the server remarked since the last call, such as plans. */
  takeNotices(): string[];
  close(): Promise<void>;
}

/** Opens a recorder. `settings` are of the session, set before the role is taken. */
export async function openRecorder(
  databaseUrl: string,
  organizationId: string,
  settings: (sql: postgres.Sql) => Promise<unknown> = async () => undefined,
): Promise<Recorder> {
  let statements: string[] = [];
  let notices: string[] = [];
  const sql = postgres(databaseUrl, {
    max: 1,
    fetch_types: false,
    max_lifetime: null,
    transform: { undefined: null, column: { from: postgres.toCamel } },
    types: { integer8: { to: 20, from: [20], serialize: String, parse: Number }, ...arrayTypes },
    debug: (_connection, statement) => statements.push(inSingleSpaces(statement)),
    onnotice: ({ message }) => notices.push(String(message)),
  });
  await settings(sql);
  await sql`select set_config('app.organization_id', ${organizationId}, false)`;
  await sql`select set_config('role', ${tenantRole}, false)`;
  const tx = Object.assign(((template, ...values) => sql(template, ...(values as never[]))) as Tx, {
    organizationId,
  });
  statements = [];
  return {
    tx,
    sql,
    takeStatements() {
      const taken = statements;
      statements = [];
      return taken;
    },
    takeNotices() {
      const taken = notices;
      notices = [];
      return taken;
    },
    close: () => sql.end(),
  };
}

/** The text with every run of white space as one space, and none inside parentheses. */
export function inSingleSpaces(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/([([]) /g, '$1')
    .replace(/ ([)\]])/g, '$1')
    .trim();
}
