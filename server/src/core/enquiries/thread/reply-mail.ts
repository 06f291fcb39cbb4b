// The mail that brings an answer of staff to who asked.
import type { Enquiry } from '#core/enquiries/enquiry.ts';
import type { EnquiryMessage } from '#core/enquiries/thread/enquiry-message.ts';
import { writeReplyAddress } from '#core/enquiries/thread/reply-address.ts';
import type { Scope } from '#core/scope.ts';
import type { MailMessage } from '#integrations/mail/mail.ts';
import { escapeHtml } from '#kit/text.ts';

/** The line that answers stand above, when they can come back by mail. */
export const replyLine = '--- Please write your answer above this line ---';

/** The Message-ID of the mail that brings a message. */
export function mailIdOf({ tools }: Scope, messageId: string): string {
  return `<${messageId}@${tools.inboundMailDomain ?? new URL(tools.urls.public).hostname}>`;
}

/** The mail with an answer. `references` are the mails before it, the oldest first. */
export function replyMail(
  scope: Scope,
  enquiry: Enquiry,
  reply: EnquiryMessage & { mailMessageId: string },
  references: string[],
): MailMessage {
  const { organization, tools } = scope;
  const { inboundMailDomain: domain } = tools;
  const token = { organizationId: organization.id, token: enquiry.replyToken };
  const sender =
    reply.author.type === 'staff' ? `${reply.author.name}, ${organization.name}` : organization.name;
  const paragraphs = [
    ...(domain ? [replyLine] : []),
    reply.body,
    `${sender}\nYour enquiry is ${enquiry.enquiryNumber}.`,
  ];
  return {
    to: enquiry.email,
    subject: `Re: ${enquiry.subject ?? 'Your enquiry'} [${enquiry.enquiryNumber}]`,
    text: `${paragraphs.join('\n\n')}\n`,
    html: paragraphs.map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>`).join('\n'),
    fromName: sender,
    replyTo: domain && writeReplyAddress(token, domain),
    thread: { messageId: reply.mailMessageId, references },
  };
}
