// The embedded database: PGlite in the data directory, spoken to by the same client as a server, through a stream
// inside this process that carries PostgreSQL's wire protocol.
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { findTemplate } from '#db/embedded/database-template.ts';

/** An open embedded database. It has one session: whoever holds a transaction has it alone. */
export interface EmbeddedDatabase {
  /** A new stream that speaks the wire protocol. Only one may be in use at a time. */
  connect(): Duplex;
  /** A copy of the whole database as a gzipped tar archive, taken between two statements. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Opens the database in `dataDir`/database, creating it or filling it from `archive` (as `dump` makes it). Throws when
 * there is an archive and a database already.
 */
export async function openEmbedded(
  dataDir: string,
  archive?: Uint8Array<ArrayBuffer>,
): Promise<EmbeddedDatabase> {
  const folder = join(dataDir, 'database');
  const exists = existsSync(join(folder, 'PG_VERSION'));
  if (exists && archive) throw new Error(`There is a database in ${folder} already.`);
  if (!exists) await makeDatabase(folder, archive);
  const engine = await openEngine(folder);
  return {
    connect: () => openStream(engine),
    async dump() {
      const file = await engine.dumpDataDir('gzip');
      return new Uint8Array(await file.arrayBuffer());
    },
    close: () => engine.close(),
  };
}

// Made beside its place and then moved there: a process that is killed half-way leaves nothing that looks whole.
async function makeDatabase(folder: string, archive: Uint8Array<ArrayBuffer> | undefined): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const template = archive ? undefined : findTemplate();
  if (template) cpSync(template, unfinished, { recursive: true });
  else await (await openEngine(unfinished, archive)).close();
  renameSync(unfinished, folder);
}

function openEngine(folder: string, archive?: Uint8Array<ArrayBuffer>): Promise<PGlite> {
  return PGlite.create({
    dataDir: folder,
    extensions: { pg_trgm, btree_gin, btree_gist },
    ...(archive ? { loadDataDir: new Blob([archive]) } : {}),
  });
}

const terminateMessage = 'X'.charCodeAt(0);

function openStream(engine: PGlite): Duplex {
  const stream = new Duplex({
    read() {},
    write: (chunk: Buffer, _encoding, done) => answer(chunk, done),
    writev: (chunks, done) => answer(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), done),
  });
  function answer(message: Buffer, done: (error?: Error) => void) {
    if (message[0] === terminateMessage) {
      done();
      stream.destroy();
      return;
    }
    engine.execProtocolRaw(message).then((reply) => {
      if (reply.length > 0) stream.push(Buffer.from(reply.buffer, reply.byteOffset, reply.length));
      done();
    }, done);
  }
  // The client asks a socket for this before it says goodbye.
  Object.defineProperty(stream, 'readyState', { get: () => (stream.destroyed ? 'closed' : 'open') });
  return stream;
}
