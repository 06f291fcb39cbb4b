// Opens the database, embedded or on a PostgreSQL server, behind the same lanes and the same SQL.
import postgres from 'postgres';
import { arrayTypes } from '#db/array-types.ts';
import { type EmbeddedDatabase, openEmbedded } from '#db/embedded.ts';
import { type Lanes, openLanes, tenantRole } from '#db/lanes.ts';
import { migrate } from '#db/migrate.ts';

/** Where the database is. Without a `url` it is the embedded one in `dataDir`. */
export interface DatabaseSettings {
  url?: string | undefined;
  dataDir: string;
  /** Connections of this process to a server. The embedded database has one. */
  connections: number;
  /** The role that row-level security binds; another one only where several databases share a server's roles. */
  archive?: Uint8Array<ArrayBuffer> | undefined;
}

/** An open, migrated database. */
export interface Database extends Lanes {
  kind: 'embedded' | 'server';
  /** Answers once the database does; throws when it can't be reached. */
  ping(): Promise<void>;
  /** The embedded database itself, for backups. */
  embedded: EmbeddedDatabase | undefined;
}

/** Opens the database and brings its schema up to date. Throws when it can't be reached or migrated. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const embedded = settings.url ? undefined : await openEmbedded(settings.dataDir, settings.archive);
  const connect = connector(settings, embedded);

  const owner = connect({});
  try {
    await migrate(owner);
  } finally {
    await owner.end({ timeout: 5 });
  }

  const lanes = openLanes(embedded ? 1 : settings.connections, (onLost) =>
    connect({
      onclose: onLost,
      ...(embedded ? {} : { connection: { ...sessionSettings, role: tenantRole } }),
    }),
  );
  return {
    ...lanes,
    kind: embedded ? 'embedded' : 'server',
    embedded,
    async ping() {
      await lanes.root((tx) => tx`select 1`);
    },
    async close() {
      await lanes.close();
      await embedded?.close();
    },
  };
}

type PostgresOptions = postgres.Options<Record<string, postgres.PostgresType>>;

// What a session of the pool starts with. The tenant role without an organization sees no row and writes none, so a
// connection made anew in the middle of something fails closed.
const sessionSettings = {
  application_name: 'frontdesk',
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
};

function connector(settings: DatabaseSettings, embedded: EmbeddedDatabase | undefined) {
  return (options: PostgresOptions): postgres.Sql => {
    const common: PostgresOptions = {
      max: 1,
      // Lanes hold open transactions between statements: the client must not close a connection for its age.
      max_lifetime: null,
      idle_timeout: 0,
      connect_timeout: 5,
      backoff: () => 0.2,
      fetch_types: false,
      onnotice: () => undefined,
      transform: { undefined: null, column: { from: postgres.toCamel } },
      types: { integer8: { to: 20, from: [20], serialize: String, parse: Number }, ...arrayTypes },
      ...options,
    };
    if (!embedded) return postgres(settings.url!, common);
    return postgres({
      ...common,
      user: 'postgres',
      database: 'postgres',
      socket: embedded.connect,
    } as PostgresOptions);
  };
}
