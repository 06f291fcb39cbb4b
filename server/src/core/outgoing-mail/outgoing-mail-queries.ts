// All SQL of outgoing mail.
import type { RootTx, Tx } from '#db/tx.ts';

/** A mail on its way. */
export interface OutgoingMail {
  id: string;
  messageSealed: Buffer;
  expiresAt: Date;
  createdAt: Date;
}

/** A mail that a job has claimed. */
export interface ClaimedMail {
  organizationId: string;
  id: string;
  messageSealed: Buffer;
  attempts: number;
}

/** Stores a mail, to be sent at once. */
export async function insertMail(tx: Tx, mail: OutgoingMail): Promise<void> {
  await tx`
    insert into outgoing_mails (organization_id, id, message_sealed, next_attempt_at, expires_at, created_at)
    values (${tx.organizationId}, ${mail.id}, ${mail.messageSealed}, ${mail.createdAt}, ${mail.expiresAt},
      ${mail.createdAt})
  `;
}

/** The next `count` mails of the organization after an id, in the order of ids. */
export function selectMailsAfter(
  tx: Tx,
  after: string,
  count: number,
): Promise<Pick<OutgoingMail, 'id' | 'messageSealed'>[]> {
  return tx<Pick<OutgoingMail, 'id' | 'messageSealed'>[]>`
    select id, message_sealed from outgoing_mails
    where organization_id = ${tx.organizationId} and id > ${after} order by id limit ${count}
  `;
}

/** Withdraws these mails of the organization. */
export async function withdrawMailRows(tx: Tx, ids: string[]): Promise<void> {
  await tx`
    delete from outgoing_mails where organization_id = ${tx.organizationId} and id = any(${ids}::uuid[])
  `;
}

/** Claims up to `limit` due mails of all organizations until `claimedUntil`, and drops those past their use. */
export async function claimDueMails(
  tx: RootTx,
  now: Date,
  claimedUntil: Date,
  limit: number,
): Promise<ClaimedMail[]> {
  await tx`delete from outgoing_mails where next_attempt_at <= ${now} and expires_at <= ${now}`;
  return tx<ClaimedMail[]>`
    update outgoing_mails mail set next_attempt_at = ${claimedUntil}, attempts = mail.attempts + 1
    from (
      select organization_id, id from outgoing_mails where next_attempt_at <= ${now}
      order by next_attempt_at limit ${limit} for update skip locked
    ) due
    where mail.organization_id = due.organization_id and mail.id = due.id
    returning mail.organization_id, mail.id, mail.message_sealed, mail.attempts
  `;
}

/** Forgets a mail that was accepted, or that nobody will ever accept. */
export async function deleteMail(tx: RootTx, { organizationId, id }: ClaimedMail): Promise<void> {
  await tx`delete from outgoing_mails where organization_id = ${organizationId} and id = ${id}`;
}

/** Puts off a mail that could not be sent. */
export async function postponeMail(
  tx: RootTx,
  { organizationId, id }: ClaimedMail,
  until: Date,
): Promise<void> {
  await tx`
    update outgoing_mails set next_attempt_at = ${until} where organization_id = ${organizationId} and id = ${id}
  `;
}
