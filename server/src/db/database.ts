// Opens the database, embedded or on a PostgreSQL server, behind the same lanes and the same SQL.
import postgres from 'postgres';
import { arrayTypes } from '#db/array-types.ts';
import { type EmbeddedDatabase, openEmbedded } from '#db/embedded/embedded.ts';
import { connectOnce } from '#db/embedded/server-socket.ts';
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
  /** Leaves the schema as it is found, for looking at it; without it, it is brought up to date. */
  asFound?: true;
}

/** An open, migrated database. */
export interface Database extends Lanes {
  kind: 'embedded' | 'server';
  /** The migrations that opening it has applied, in order. */
  migrated: string[];
  /** Answers once the database does; throws when it can't be reached. */
  ping(): Promise<void>;
  /** The embedded database itself, for backups. */
  embedded: EmbeddedDatabase | undefined;
}

/** Opens the database and brings its schema up to date. Throws when it can't be reached or migrated. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const embedded = settings.url ? undefined : await openEmbedded(settings.dataDir, settings.archive);
  const connect = connector(settings, embedded);

  const migrated = settings.asFound ? [] : await migrateAsOwner(connect({}));

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
    migrated,
    async ping() {
      await lanes.root((tx) => tx`select 1`);
    },
    async close() {
      await lanes.close();
      await embedded?.close();
    },
  };
}

async function migrateAsOwner(owner: postgres.Sql): Promise<string[]> {
  try {
    return await migrate(owner);
  } finally {
    await owner.end({ timeout: 5 });
  }
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
    // Without a name in the library's types, but of its interface: how a client gets its socket.
    const socket = embedded ? embedded.connect : connectOnce(() => options.onclose?.(0));
    const common = {
      max: 1,
      // Lanes hold open transactions between statements: the client must not close a connection for its age.
      max_lifetime: null,
      idle_timeout: 0,
      connect_timeout: 5,
      fetch_types: false,
      onnotice: () => undefined,
      transform: { undefined: null, column: { from: postgres.toCamel } },
      types: { integer8: { to: 20, from: [20], serialize: String, parse: Number }, ...arrayTypes },
      ...options,
      socket,
    } as PostgresOptions;
    return embedded
      ? postgres({ ...common, user: 'postgres', database: 'postgres' })
      : postgres(settings.url!, common);
  };
}
