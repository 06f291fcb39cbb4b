// What staff say about an enquiry: answers, which go out by mail, and notes, which nobody else sees.

import { findByReference, lockByReference } from '#core/enquiries/enquiries.ts';
import type { Enquiry } from '#core/enquiries/enquiry.ts';
import { checkedMessage } from '#core/enquiries/enquiry-changes.ts';
import { updateEnquiryRow } from '#core/enquiries/enquiry-queries.ts';
import { type EnquiryMessage, messageLengthMax } from '#core/enquiries/thread/enquiry-message.ts';
import { insertMessage, selectMailIds, selectMessages } from '#core/enquiries/thread/message-queries.ts';
import { mailIdOf, replyMail } from '#core/enquiries/thread/reply-mail.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import { sendMail } from '#core/outgoing-mail/outgoing-mail.ts';
import type { Actor, Scope } from '#core/scope.ts';
import { findStaffMember } from '#core/staff/staff-queries.ts';
import type { Tx } from '#db/tx.ts';
import { type Page, pageOf, readCursor } from '#kit/cursor.ts';
import { Fault, type FaultDetail, invalidField, missing, throwProblems } from '#kit/fault.ts';
import { isUuid, newId } from '#kit/id.ts';

/** What staff say. */
export interface ReplyInput {
  message: string;
  /** A note: not sent, and never shown to the customer. */
  internal?: boolean | undefined;
  /** Who of the staff says it; without one, the caller. */
  staffId?: string | undefined;
}

/** How long a mail with an answer is tried. */
const mailUsefulMs = 7 * 24 * 3_600_000;
/** How many mails of a thread the next one names. */
const referencesMax = 20;

/**
 * Adds an answer, which is mailed to who asked and counted, or a note. The first answer sets `firstResponseAt`, once.
 * Throws `not_found`, `invalid_field` for an empty message or a staff member there is not, and `no_address` for an answer
 * to who was erased. Source: G-106, G-211.
 */
export async function replyToEnquiry(
  scope: Scope,
  reference: string,
  input: ReplyInput,
): Promise<EnquiryMessage> {
  const body = checkedBody(input.message);
  return scope.write(async (tx) => {
    const before = await lockByReference(tx, reference);
    const author = await authorOf(tx, scope, input.staffId);
    const reply = newMessage(scope, before, { body, author, kind: input.internal ? 'note' : 'reply' });
    if (input.internal) {
      await storeMessage(tx, scope, reply, { before, after: before });
      return reply;
    }
    if (before.email === '') throw noAddress();
    const firstResponseAt = before.firstResponseAt ?? reply.createdAt;
    const after = { ...before, firstResponseAt, responseCount: before.responseCount + 1 };
    await mailReply(tx, scope, after, reply);
    await storeMessage(tx, scope, reply, { before, after });
    return reply;
  });
}

/** One page of what was said about an enquiry, newest first. Throws `not_found`, `invalid_cursor`. */
export async function listEnquiryReplies(
  scope: Scope,
  reference: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<EnquiryMessage>> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  return scope.read(async (tx) => {
    const enquiry = await findByReference(tx, reference);
    if (!enquiry) throw missing('The enquiry');
    return pageOf(await selectMessages(tx, enquiry.id, { after, count: limit + 1 }), limit);
  });
}

/** A message about an enquiry, said now. */
export function newMessage(
  scope: Scope,
  { id }: Pick<Enquiry, 'id'>,
  said: Pick<EnquiryMessage, 'body' | 'author' | 'kind'> & { mailMessageId?: string | undefined },
): EnquiryMessage {
  const createdAt = scope.clock.now();
  return { id: newId(createdAt), enquiryId: id, mailMessageId: undefined, ...said, createdAt };
}

/**
 * Stores a message and what it has made of its enquiry, inside the caller's transaction. Returns the enquiry, which a
 * note leaves as it was: customers see when something last happened to theirs.
 */
export async function storeMessage(
  tx: Tx,
  scope: Scope,
  message: EnquiryMessage,
  { before, after }: { before: Enquiry; after: Enquiry },
): Promise<Enquiry> {
  const isNote = message.kind === 'note';
  const changed = isNote ? before : { ...after, version: before.version + 1, updatedAt: message.createdAt };
  const type = isNote ? 'enquiry.updated' : 'enquiry.replied';
  await Promise.all([
    insertMessage(tx, message),
    isNote ? undefined : updateEnquiryRow(tx, before, changed),
    recordEvent(tx, scope, eventOf(scope, type, changed, before)),
  ]);
  return changed;
}

/** The text of a message. Throws `invalid_field` for one that is empty, too long or not storable. */
export function checkedBody(sent: string): string {
  const problems: FaultDetail[] = [];
  const body = checkedMessage(sent, messageLengthMax, problems);
  throwProblems(problems);
  if (body === undefined) throw invalidField('message', 'must not be empty.');
  return body;
}

function noAddress(): Fault {
  const sentence = 'Who asked was erased: there is nobody to answer. A note (`internal`) can be added.';
  return new Fault('conflict', 'no_address', sentence);
}

async function mailReply(tx: Tx, scope: Scope, enquiry: Enquiry, reply: EnquiryMessage): Promise<void> {
  const references = await selectMailIds(tx, enquiry.id, referencesMax);
  reply.mailMessageId = mailIdOf(scope, reply.id);
  const sent = { ...reply, mailMessageId: reply.mailMessageId };
  await sendMail(tx, scope, replyMail(scope, enquiry, sent, references), mailUsefulMs);
}

async function authorOf(tx: Tx, scope: Scope, staffId: string | undefined): Promise<Actor> {
  if (staffId === undefined) return scope.actor;
  const member = isUuid(staffId) ? await findStaffMember(tx, staffId) : undefined;
  if (!member) throw invalidField('staffId', 'names no staff member of the organization.');
  return { type: 'staff', id: member.id, name: member.name };
}
