// Mail that answers an enquiry: told by the address it went to, or else by the mails it names, and put into the thread.
import { normalizeEmail } from '#core/contacts/email-address.ts';
import { findCustomerById } from '#core/customers/customer-queries.ts';
import type { Enquiry } from '#core/enquiries/enquiry.ts';
import { findEnquiry, findEnquiryByReplyToken, lockEnquiry } from '#core/enquiries/enquiry-queries.ts';
import { addCustomerReply } from '#core/enquiries/thread/customer-replies.ts';
import { messageLengthMax } from '#core/enquiries/thread/enquiry-message.ts';
import { selectEnquiriesOfMails } from '#core/enquiries/thread/message-queries.ts';
import { withoutQuotes } from '#core/enquiries/thread/quoted-text.ts';
import { newMessage, storeMessage } from '#core/enquiries/thread/replies.ts';
import { readReplyAddress } from '#core/enquiries/thread/reply-address.ts';
import type { Scope } from '#core/scope.ts';
import { type Tx, violatedConstraint } from '#db/tx.ts';
import type { InboundMail } from '#integrations/mail/inbound-mail.ts';
import { missing } from '#kit/fault.ts';
import { sha256 } from '#kit/hash.ts';
import { storableText } from '#kit/text.ts';

/** Why a mail did not become a message. */
export type IgnoredBecause = 'automatic' | 'unmatched' | 'duplicate' | 'empty';

/** What became of a mail. */
export type ReceivedMail =
  | { outcome: 'added'; enquiryId: string; messageId: string; kind: 'customer_reply' | 'note' }
  | { outcome: 'ignored'; reason: IgnoredBecause };

/**
 * Puts a mail into the thread of the enquiry it answers, without what it quotes and what was attached. One from an
 * address that is not the customer's becomes a note: whoever holds the reply address may write, but speaks for nobody.
 * Automatic mail, mail that belongs to no enquiry or to that of somebody who was erased, and mail that came before is
 * ignored. Throws `invalid_field` for bytes that are no mail. Source: G-110, G-211.
 */
export async function receiveMail(scope: Scope, raw: Uint8Array): Promise<ReceivedMail> {
  const mail = await scope.tools.readMail(raw);
  const mailMessageId = mail.messageId ?? `<${sha256(raw).toString('hex')}@unnamed.invalid>`;
  if (mail.isAutomatic) return { outcome: 'ignored', reason: 'automatic' };
  const found = await scope.read((tx) => findThread(tx, scope, mail, mailMessageId));
  if (found === 'duplicate') return { outcome: 'ignored', reason: 'duplicate' };
  if (!found) return { outcome: 'ignored', reason: 'unmatched' };
  const body = bodyOf(mail);
  if (body === '') return { outcome: 'ignored', reason: 'empty' };
  try {
    return await addMailed(scope, found, { body, mailMessageId, from: mail.from! });
  } catch (error) {
    // The same mail, handed in twice at once.
    if (violatedConstraint(error) === 'enquiry_messages_by_mail')
      return { outcome: 'ignored', reason: 'duplicate' };
    throw error;
  }
}

/** The organization that a mail is for, by the reply address it went to. */
export function organizationOfMail(
  { recipients }: InboundMail,
  domain: string | undefined,
): string | undefined {
  if (domain === undefined) return undefined;
  const addresses = recipients.map((recipient) => readReplyAddress(recipient, domain));
  return addresses.find((address) => address !== undefined)?.organizationId;
}

interface FoundThread {
  enquiry: Enquiry;
  isOfCustomer: boolean;
}

async function findThread(
  tx: Tx,
  scope: Scope,
  mail: InboundMail,
  mailMessageId: string,
): Promise<FoundThread | 'duplicate' | undefined> {
  const known = await selectEnquiriesOfMails(tx, [...mail.references, mailMessageId]);
  if (known.has(mailMessageId)) return 'duplicate';
  const enquiry = (await byAddress(tx, scope, mail)) ?? (await byReferences(tx, mail, known));
  if (!enquiry) return undefined;
  const from = mail.from && normalizeEmail(mail.from);
  if (from === enquiry.email) return { enquiry, isOfCustomer: true };
  const customer = await findCustomerById(tx, enquiry.customerId);
  const isOfCustomer = customer?.emails.some(({ address }) => address === from) ?? false;
  // Whoever had the address was erased, and what they write is not to bring them back.
  return enquiry.email === '' && !isOfCustomer ? undefined : { enquiry, isOfCustomer };
}

async function byAddress(tx: Tx, { organization, tools }: Scope, { recipients }: InboundMail) {
  const { inboundMailDomain: domain } = tools;
  if (domain === undefined) return undefined;
  for (const recipient of recipients) {
    const address = readReplyAddress(recipient, domain);
    if (address?.organizationId === organization.id) return findEnquiryByReplyToken(tx, address.token);
  }
  return undefined;
}

async function byReferences(tx: Tx, { references }: InboundMail, known: Map<string, string>) {
  const nearest = references.findLast((id) => known.has(id));
  return nearest === undefined ? undefined : findEnquiry(tx, known.get(nearest)!);
}

async function addMailed(
  scope: Scope,
  { enquiry, isOfCustomer }: FoundThread,
  { from, ...said }: { body: string; mailMessageId: string; from: string },
): Promise<ReceivedMail> {
  if (isOfCustomer) {
    const { enquiry: placed, message } = await addCustomerReply(scope, enquiry.id, said);
    return { outcome: 'added', enquiryId: placed.id, messageId: message.id, kind: 'customer_reply' };
  }
  return scope.write(async (tx) => {
    const before = await lockEnquiry(tx, enquiry.id);
    if (!before) throw missing('The enquiry');
    const author = { type: 'system' as const, id: 'inbound-mail', name: storableText(from).slice(0, 320) };
    const message = newMessage(scope, before, { ...said, author, kind: 'note' });
    await storeMessage(tx, scope, message, { before, after: before });
    return { outcome: 'added', enquiryId: before.id, messageId: message.id, kind: 'note' };
  });
}

/** What the mail says, with a word about what was left out of it. */
function bodyOf({ text, attachments }: InboundMail): string {
  const names = attachments.slice(0, 20).join(', ').replace(/\s+/g, ' ').slice(0, 1_000);
  const dropped = attachments.length === 0 ? '' : `\n\n[Attachments were not kept: ${storableText(names)}]`;
  const answer = withoutQuotes(storableText(text)).slice(0, messageLengthMax - dropped.length);
  return `${answer.toWellFormed()}${dropped}`.trim();
}
