// What customers say about their enquiry: their answer opens it again, or goes on in a new enquiry when it is over.
import { findCustomerById } from '#core/customers/customer-queries.ts';
import { newEnquiry } from '#core/enquiries/create-enquiry.ts';
import type { Enquiry } from '#core/enquiries/enquiry.ts';
import { findEnquiry, insertEnquiry, lockEnquiry } from '#core/enquiries/enquiry-queries.ts';
import { afterCustomerReply } from '#core/enquiries/enquiry-status.ts';
import { findSettings } from '#core/enquiries/settings/settings-queries.ts';
import type { EnquiryMessage } from '#core/enquiries/thread/enquiry-message.ts';
import { insertMessage } from '#core/enquiries/thread/message-queries.ts';
import { newMessage, storeMessage } from '#core/enquiries/thread/replies.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import { drawNumber } from '#core/organizations/numbers.ts';
import type { Actor, Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import { Fault, missing } from '#kit/fault.ts';

/** What a customer says, and by which mail if by one. */
export interface CustomerReply {
  body: string;
  mailMessageId?: string | undefined;
}

/** Where an answer has gone. */
export interface PlacedReply {
  /** The enquiry it belongs to now: the same, or the new one that it began. */
  enquiry: Enquiry;
  message: EnquiryMessage;
}

/**
 * Adds a customer's answer to an enquiry. What was waiting or resolved is open again; on one that was closed more than
 * 14 days ago, or is in a final status, the answer is what a new enquiry asks, which names the old. Throws `not_found`,
 * and `version_conflict` when it was closed in this very moment. Source: G-104, G-214.
 */
export async function addCustomerReply(scope: Scope, id: string, reply: CustomerReply): Promise<PlacedReply> {
  // A number can't be drawn inside the transaction; nearly always none is needed.
  const { isOver, author } = await scope.read(async (tx) => {
    const [settings, enquiry] = await Promise.all([findSettings(tx), findEnquiry(tx, id)]);
    if (!enquiry) throw missing('The enquiry');
    const isOver = afterCustomerReply(enquiry, settings, scope.clock.now()) === undefined;
    return { isOver, author: await askerOf(tx, enquiry) };
  });
  const number = isOver ? await drawNumber(scope, 'enquiry') : undefined;
  return scope.write((tx) => place(tx, scope, id, { reply: { ...reply, author }, number }));
}

/** Who asked, by name: the enquiry's, or else the customer's. */
async function askerOf(tx: Tx, { customerId, name, email }: Enquiry): Promise<Actor> {
  const known = name ?? (await findCustomerById(tx, customerId))?.displayName;
  return { type: 'customer', id: customerId, name: known ?? email };
}

async function place(
  tx: Tx,
  scope: Scope,
  id: string,
  { reply, number }: { reply: CustomerReply & { author: Actor }; number: string | undefined },
): Promise<PlacedReply> {
  const now = scope.clock.now();
  const [before, settings] = [await lockEnquiry(tx, id), await findSettings(tx)];
  if (!before) throw missing('The enquiry');
  const reopened = afterCustomerReply(before, settings, now);
  if (!reopened) {
    if (number === undefined) throw closedMeanwhile();
    const next = { ...newEnquiry(scope, settings), ...goingOn(before, reply), enquiryNumber: number };
    const message = { ...newMessage(scope, next, { ...reply, kind: 'customer_reply' }), id: next.id };
    await insertEnquiry(tx, next);
    await Promise.all([
      insertMessage(tx, message),
      recordEvent(tx, scope, eventOf(scope, 'enquiry.created', next)),
    ]);
    return { enquiry: next, message };
  }
  const message = newMessage(scope, before, { ...reply, kind: 'customer_reply' });
  const enquiry = await storeMessage(tx, scope, message, { before, after: reopened });
  return { enquiry, message };
}

function closedMeanwhile(): Fault {
  return new Fault('conflict', 'version_conflict', 'The enquiry was closed just now. Send the answer again.');
}

/** What a new enquiry takes over from the one it goes on from. It came by where the answer came. */
function goingOn(before: Enquiry, { body, mailMessageId }: CustomerReply): Partial<Enquiry> {
  const { name, email, phone, customerId, type, subject, category, priority, staff } = before;
  const head = { name, email, phone, customerId, type, subject, category, priority, staff };
  const source = mailMessageId === undefined ? 'website' : 'email';
  return { ...head, source, message: body, previousEnquiryId: before.id };
}
