// All SQL of the messages of enquiries.
import type { EnquiryMessage, MessageKind } from '#core/enquiries/thread/enquiry-message.ts';
import type { Actor } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';

interface MessageRow {
  id: string;
  enquiryId: string;
  kind: MessageKind;
  authorType: Actor['type'];
  authorId: string;
  authorName: string;
  body: string;
  mailMessageId: string | null;
  createdAt: Date;
}

/** Stores a message. Violates the unique index of mails. */
export async function insertMessage(tx: Tx, m: EnquiryMessage): Promise<void> {
  await tx`
    insert into enquiry_messages (organization_id, enquiry_id, id, kind, author_type, author_id, author_name, body,
      mail_message_id, created_at)
    values (${tx.organizationId}, ${m.enquiryId}, ${m.id}, ${m.kind}, ${m.author.type}, ${m.author.id},
      ${m.author.name}, ${m.body}, ${m.mailMessageId}, ${m.createdAt})
  `;
}

/**
 * Messages of an enquiry, newest first, after the one with that id. The answer that began the enquiry has the enquiry's
 * own id: it is the enquiry's message, and is kept here for the mail it came by.
 */
export async function selectMessages(
  tx: Tx,
  enquiryId: string,
  { kinds, after, count }: { kinds?: MessageKind[]; after?: string | undefined; count: number },
): Promise<EnquiryMessage[]> {
  const rows = await tx<MessageRow[]>`
    select id, enquiry_id, kind, author_type, author_id, author_name, body, mail_message_id, created_at
    from enquiry_messages
    where organization_id = ${tx.organizationId} and enquiry_id = ${enquiryId} and id <> ${enquiryId}
      ${after ? tx`and id < ${after}` : tx``}
      ${kinds ? tx`and kind = any(${kinds}::text[])` : tx``}
    order by id desc limit ${count}
  `;
  return rows.map(toMessage);
}

/** The Message-IDs of the last mails of an enquiry, the oldest first. */
export async function selectMailIds(tx: Tx, enquiryId: string, count: number): Promise<string[]> {
  const rows = await tx<{ mailMessageId: string }[]>`
    select mail_message_id from enquiry_messages
    where organization_id = ${tx.organizationId} and enquiry_id = ${enquiryId} and mail_message_id is not null
      and kind <> 'note'
    order by id desc limit ${count}
  `;
  return rows.map(({ mailMessageId }) => mailMessageId).reverse();
}

/** The enquiries that these mails belong to, by Message-ID. */
export async function selectEnquiriesOfMails(tx: Tx, mailIds: string[]): Promise<Map<string, string>> {
  const rows = await tx<{ mailMessageId: string; enquiryId: string }[]>`
    select mail_message_id, enquiry_id from enquiry_messages
    where organization_id = ${tx.organizationId} and mail_message_id = any(${mailIds}::text[])
  `;
  return new Map(rows.map(({ mailMessageId, enquiryId }) => [mailMessageId, enquiryId]));
}

function toMessage({ authorType, authorId, authorName, mailMessageId, ...row }: MessageRow): EnquiryMessage {
  return {
    ...row,
    author: { type: authorType, id: authorId, name: authorName },
    mailMessageId: mailMessageId ?? undefined,
  };
}
