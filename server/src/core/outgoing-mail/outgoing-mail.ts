// Mail as an effect of a change: written in the change's transaction, sent by a job, tried again until it is accepted.
import {
  type ClaimedMail,
  claimDueMails,
  deleteMail,
  insertMail,
  postponeMail,
} from '#core/outgoing-mail/outgoing-mail-queries.ts';
import type { Platform, Scope } from '#core/scope.ts';
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
    const message: MailMessage = JSON.parse(tools.secrets.open(sealPurpose, mail.messageSealed).toString());
    await tools.mailer.send(message);
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
