// The checks of `frontdesk doctor`, in the order in which one thing stands on another.
import { randomUUID } from 'node:crypto';
import { rm, rmdir, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#db/database.ts';
import { DataDirInUse, lockDataDir } from '#db/embedded/data-dir-lock.ts';
import { hasDatabase } from '#db/restored-data.ts';
import { checkDatabase } from '#src/cli/doctor/database-checks.ts';
import { type Finding, findingOr } from '#src/cli/doctor/finding.ts';
import { bytes } from '#src/cli/shell/conversation.ts';
import { type Config, ConfigError } from '#src/config.ts';
import type { Parts } from '#src/parts.ts';

const freeBytesMin = 1_000_000_000;
/** No organization is called so: their ids are UUIDs. */
const probeOwner = 'doctor';

/** Reads the settings: every wrong one is a finding, and then there is no `config` to go on with. */
export function checkConfiguration(readConfig: () => Config): { config?: Config; findings: Finding[] } {
  const name = 'Configuration';
  try {
    const config = readConfig();
    const mode = config.production ? 'production' : 'development';
    return { config, findings: [{ name, status: 'ok', message: `Every setting is right (${mode}).` }] };
  } catch (error) {
    const advice = 'Correct the setting in the environment of the server and of this command.';
    const faults = error instanceof ConfigError ? error.faults : [(error as Error).message];
    return { findings: faults.map((message) => ({ name, status: 'fail', message, advice })) };
  }
}

/** Checks everything that stands on the settings; `parts` are those of the server in which this runs, if it does. */
export async function checkInstallation(config: Config, parts: Parts | undefined): Promise<Finding[]> {
  const folderAdvice = 'Give the user that runs Frontdesk the right to write there, or set DATA_DIR.';
  const folder = await findingOr('Data directory', folderAdvice, () => checkDataDir(config));
  const isFolderUsable = folder.every(({ status }) => status !== 'fail');
  return [
    ...folder,
    ...(config.s3 || isFolderUsable ? await checkFiles(config) : []),
    ...(await checkAnyDatabase(config, parts)),
    ...(await checkMail(config)),
  ];
}

async function checkDataDir({ dataDir }: Config): Promise<Finding[]> {
  const name = 'Data directory';
  const probe = join(dataDir, `doctor-${randomUUID()}`);
  await writeFile(probe, 'probe', { flag: 'wx', mode: 0o600 });
  await rm(probe);
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const findings: Finding[] = [
    { name, status: 'ok', message: `${dataDir} is writable, ${bytes(free)} are free.` },
  ];
  if (free < freeBytesMin) {
    const message = `Only ${bytes(free)} are free at ${dataDir}.`;
    findings.push({ name, status: 'warn', message, advice: 'Make room before the database runs out of it.' });
  }
  if (process.platform !== 'win32' && ((await stat(dataDir)).mode & 0o007) !== 0) {
    const message = `Every user of this machine can look into ${dataDir}.`;
    findings.push({ name, status: 'warn', message, advice: `Close it to others: chmod 700 ${dataDir}` });
  }
  return findings;
}

/** Stores a file, reads it and removes it again, as a photo would be. */
function checkFiles({ dataDir, s3 }: Config): Promise<Finding[]> {
  const name = 'Files';
  const place = s3 ? new URL(s3.filesUrl).host : join(dataDir, 'files');
  const advice = s3
    ? 'Check the S3 settings, and that the key may put, get and delete objects in the bucket.'
    : `Give the user that runs Frontdesk the right to write in ${place}.`;
  return findingOr(name, advice, async () => {
    const { openFileStore } = await import('#integrations/files/file-store.ts');
    const store = await openFileStore({ dataDir, s3 });
    const key = `${probeOwner}/${randomUUID()}`;
    const bytes = Buffer.from('probe');
    try {
      await store.put(key, bytes, 'text/plain');
      const isKept = (await store.get(key))?.equals(bytes);
      await store.delete(key);
      if (!isKept || (await store.get(key))) throw new Error(`${place} does not keep what it is given.`);
    } finally {
      await store.close?.();
      // The folder of an owner stays when its last file goes; this one's has no use.
      if (!s3) await rmdir(join(dataDir, 'files', probeOwner)).catch(() => undefined);
    }
    return [{ name, status: 'ok', message: `${place} takes files, gives them back and removes them.` }];
  });
}

async function checkAnyDatabase(config: Config, parts: Parts | undefined): Promise<Finding[]> {
  if (parts) return checkDatabase(parts.db);
  const { databaseUrl, dataDir } = config;
  if (!databaseUrl && !hasDatabase(dataDir)) {
    const advice = 'Start the server, or make an organization: frontdesk organization create <name>';
    return [{ name: 'Database', status: 'warn', message: `There is none in ${dataDir} yet.`, advice }];
  }
  const advice = databaseUrl
    ? 'Check DATABASE_URL, and that the PostgreSQL server is up and lets this user in.'
    : 'Look at the message; if the database is damaged, bring a backup back: frontdesk restore <file> --force';
  return findingOr('Database', advice, () => withDatabase(config, checkDatabase));
}

async function withDatabase(config: Config, check: (db: Database) => Promise<Finding[]>): Promise<Finding[]> {
  const { databaseUrl: url, dataDir } = config;
  const unlock = url ? () => undefined : lockUnlessInUse(dataDir);
  if (!unlock) {
    const advice = 'It takes no commands just now: try again in a moment.';
    return [{ name: 'Database', status: 'warn', message: new DataDirInUse(dataDir).message, advice }];
  }
  const { openDatabase } = await import('#db/database.ts');
  let db: Database | undefined;
  try {
    db = await openDatabase({ url, dataDir, connections: 1, asFound: true });
    return await check(db);
  } finally {
    await db?.close();
    unlock();
  }
}

/** A process that starts or ends just now has the database and takes no commands. */
function lockUnlessInUse(dataDir: string): (() => void) | undefined {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof DataDirInUse) return undefined;
    throw error;
  }
}

async function checkMail({ smtpUrl, production }: Config): Promise<Finding[]> {
  const name = 'Mail';
  if (!smtpUrl) {
    const message = 'Mail stays in the development mailbox (/dev/mailbox): SMTP_URL is not set.';
    return [{ name, status: production ? 'fail' : 'ok', message }];
  }
  const advice = 'Check SMTP_URL: address, port, user and password, and that this machine may connect there.';
  return findingOr(name, advice, async () => {
    const { checkSmtp } = await import('#integrations/mail/smtp-check.ts');
    await checkSmtp(smtpUrl);
    return [{ name, status: 'ok', message: `${new URL(smtpUrl).host} takes our mail.` }];
  });
}
