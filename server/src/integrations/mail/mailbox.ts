// The development mailbox: mail that would have been sent, one JSON file a message in `<dataDir>/mailbox/`.
// Several processes may write and read it at once.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailer, MailMessage } from '#integrations/mail/mail.ts';
import type { Clock } from '#kit/clock.ts';

/** How many messages the mailbox keeps; older ones make room. */
export const mailboxMessagesMax = 500;

/** A message as the mailbox keeps it. */
export interface ReceivedMail extends MailMessage {
  /** ISO 8601, UTC, with milliseconds. */
  receivedAt: string;
}

/** A mailer whose mail stays on this machine and can be read back. */
export interface Mailbox extends Mailer {
  /** The messages, newest first, at most `limit`; with `to` those to that address, in whatever case it is written. */
  listMail(query?: { to?: string | undefined; limit?: number | undefined }): Promise<ReceivedMail[]>;
}

/** Opens the mailbox and makes its folder, readable by this user alone: one-time codes lie in it. */
export async function openMailbox(options: { dataDir: string; clock: Clock }): Promise<Mailbox> {
  const folder = join(options.dataDir, 'mailbox');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    async send(message) {
      await store(folder, message, options.clock.now().toISOString());
      await dropOldest(folder);
    },
    listMail: (query = {}) => list(folder, query),
    async close() {},
  };
}

async function store(folder: string, message: MailMessage, receivedAt: string): Promise<void> {
  const path = join(folder, nameFor(receivedAt));
  await writeFile(`${path}.tmp`, JSON.stringify({ ...message, receivedAt }, null, 2), {
    mode: 0o600,
  });
  await rename(`${path}.tmp`, path);
}

/**
 * A name that sorts by time: `2026-07-31T12-00-00-000Z-00000000123456789012-9f3c21.json`. The machine's monotonic
 * clock keeps messages of one moment in order, across processes too, even where the given clock stands still.
 */
function nameFor(receivedAt: string): string {
  const order = process.hrtime.bigint().toString().padStart(20, '0');
  return `${receivedAt.replace(/[:.]/g, '-')}-${order}-${randomBytes(3).toString('hex')}.json`;
}

/** Also drops what a killed process left half-written, once it is older than every message kept. */
async function dropOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  const oldestKept = newestFirst(names)[mailboxMessagesMax - 1];
  if (oldestKept === undefined) return;
  const dropped = names.filter((name) => /\.json(\.tmp)?$/.test(name) && name < oldestKept);
  await Promise.all(dropped.map((name) => rm(join(folder, name), { force: true })));
}

async function list(folder: string, query: { to?: string | undefined; limit?: number | undefined }) {
  const { limit = mailboxMessagesMax } = query;
  const to = query.to?.toLowerCase();
  const found: ReceivedMail[] = [];
  for (const name of newestFirst(await readdir(folder))) {
    if (found.length >= limit) break;
    const mail = await read(join(folder, name));
    if (mail && (to === undefined || mail.to.toLowerCase() === to)) found.push(mail);
  }
  return found;
}

function newestFirst(names: string[]): string[] {
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse();
}

/** The message in a file, or `undefined` when another process dropped it or a crash of the machine cut it off. */
async function read(path: string): Promise<ReceivedMail | undefined> {
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  try {
    return JSON.parse(content) as ReceivedMail;
  } catch {
    return undefined;
  }
}
