// The embedded database: PGlite in the data directory, spoken to by the same client as a server, through a stream
// inside this process that carries PostgreSQL's wire protocol.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** An open embedded database. It has one session: whoever holds a transaction has it alone. */
export interface EmbeddedDatabase {
  /** A new stream that speaks the wire protocol. Only one may be in use at a time. */
  connect(): Duplex;
  /** A copy of the whole database as a gzipped tar archive, taken between two statements. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Opens the database in `dataDir`/database, creating it or filling it from `archive` (as `dump` makes it). */
export async function openEmbedded(
  dataDir: string,
  archive?: Uint8Array<ArrayBuffer>,
): Promise<EmbeddedDatabase> {
  const folder = join(dataDir, 'database');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const engine = await PGlite.create({
    dataDir: folder,
    extensions: { pg_trgm, btree_gin },
    ...(archive ? { loadDataDir: new Blob([archive]) } : {}),
  });
  return {
    connect: () => openStream(engine),
    async dump() {
      const file = await engine.dumpDataDir('gzip');
      return new Uint8Array(await file.arrayBuffer());
    },
    close: () => engine.close(),
  };
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
