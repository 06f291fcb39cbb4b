// Where a running server listens for commands: a socket that only the user who runs the server can reach.
import { chmodSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '#kit/hash.ts';

/** A place to listen at. */
export interface CommandSocket {
  /** What to listen on and connect to. */
  path: string;
  /** The folder that keeps others out; on Windows pipes have their own protection. */
  folder: string | undefined;
}

/** What every system takes as a socket's path: macOS has room for 103 bytes and an end mark, Linux for 107. */
const socketPathBytesMax = 103;

/**
 * The socket of a data directory, the same for every spelling of its path: inside it, or in the folder for temporary
 * files where its path is too long for a socket. The directory must exist.
 */
export function commandSocket(dataDir: string): CommandSocket {
  const real = realpathSync(dataDir);
  const name = `frontdesk-${sha256(real).toString('hex').slice(0, 24)}`;
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\${name}`, folder: undefined };
  const inside = join(real, 'commands');
  const fits = Buffer.byteLength(join(inside, 'socket')) <= socketPathBytesMax;
  const folder = fits ? inside : join(tmpdir(), name);
  return { path: join(folder, 'socket'), folder };
}

/** Makes the folder of the socket and keeps others out of it. Throws when somebody else's is in its place. */
export function guardSocketFolder({ folder }: CommandSocket, dataDir: string): void {
  if (!folder) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(folder);
  if (uid === process.getuid?.()) chmodSync(folder, 0o700);
  if (!isGuarded({ folder }, dataDir)) throw new Error(`${folder} belongs to somebody else.`);
}

/**
 * Whether what listens there can be believed: its folder is closed to others, and belongs to this user or to the owner
 * of the data directory. In the folder for temporary files anybody could have made it.
 */
export function isGuarded({ folder }: Pick<CommandSocket, 'folder'>, dataDir: string): boolean {
  if (!folder) return true;
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory() || (found.mode & 0o077) !== 0) return false;
  return found.uid === process.getuid?.() || found.uid === lstatSync(realpathSync(dataDir)).uid;
}
