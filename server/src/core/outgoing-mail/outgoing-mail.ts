// Mail as an effect of a change: written in the change's transaction, sent by a job, tried again until it is accepted.
import {
  type ClaimedMail,
  claimDueMails,
  deleteMail,
  insertMail,
  postponeMail,
  selectMailsAfter,
  withdrawMailRows,
} from '#core/outgoing-mail/outgoing-mail-queries.ts';
import type { Platform, Scope, Tools } from '#core/scope.ts';
import type { RootDb, Tx } from '#db/tx.ts';
import type { MailMessage } from '#integrations/mail/mail.ts';
import { Fault } from '#kit/fault.ts';
import { newId } from '#kit/id.ts';

const sealPurpose = 'outgoing-mail';
const claimMs = 60_000;
const retryMs = [5_000, 30_000, 120_000, 600_000, 3_600_000];

/** Writes a mail that goes out if and only if the transaction commits. `usefulForMs`: after that it is dropped. */
export async function sendMail(
  tx: Tx,
  scope: Scope,
  message: MailMessage,
  usefulForMs: number,
): Promise<void> {
  const createdAt = scope.clock.now();
  await insertMail(tx, {
    id: newId(createdAt),
    messageSealed: scope.tools.secrets.seal(sealPurpose, Buffer.from(JSON.stringify(message))),
    expiresAt: new Date(createdAt.getTime() + usefulForMs),
    createdAt,
  });
  scope.tools.mailRecorded();
}

/**
 * Withdraws mail of the organization that is not sent yet, inside the caller's transaction. Looks through the next
 * `count` after an id, and returns the id to go on after, `undefined` at the end. A mail that is being sent at this
 * moment goes out.
 */
export async function withdrawMails(
  tx: Tx,
  { tools }: Scope,
  { after, count }: { after: string; count: number },
  isWithdrawn: (message: MailMessage) => boolean,
): Promise<string | undefined> {
  const mails = await selectMailsAfter(tx, after, count);
  const withdrawn = mails.filter(({ messageSealed }) => isWithdrawn(openMail(tools, messageSealed)));
  if (withdrawn.length > 0) {
    await withdrawMailRows(
      tx,
      withdrawn.map(({ id }) => id),
    );
  }
  return mails.length < count ? undefined : mails.at(-1)!.id;
}

/** Sends up to `limit` due mails of all organizations, outside transactions; returns how many were due. */
export async function sendDueMails(platform: Platform, db: RootDb, limit = 20): Promise<number> {
  const now = platform.clock.now();
  const claimedUntil = new Date(now.getTime() + claimMs);
  const mails = await db.root((tx) => claimDueMails(tx, now, claimedUntil, limit));
  await Promise.all(mails.map((mail) => sendClaimed(platform, db, mail)));
  return mails.length;
}

async function sendClaimed({ tools, clock, log }: Platform, db: RootDb, mail: ClaimedMail): Promise<void> {
  try {
    await tools.mailer.send(openMail(tools, mail.messageSealed));
  } catch (error) {
    log.warn({ err: error, mailId: mail.id, attempts: mail.attempts }, 'A mail could not be sent.');
    if (!(error instanceof Fault && error.code === 'mail_refused')) {
      const wait = retryMs[Math.min(mail.attempts, retryMs.length) - 1]!;
      await db.root((tx) => postponeMail(tx, mail, new Date(clock.now().getTime() + wait)));
      return;
    }
  }
  await db.root((tx) => deleteMail(tx, mail));
}

function openMail({ secrets }: Pick<Tools, 'secrets'>, sealed: Buffer): MailMessage {
  return JSON.parse(secrets.open(sealPurpose, sealed).toString());
}
