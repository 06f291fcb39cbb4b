// Mail over SMTP, through nodemailer.
import nodemailer, { type NodemailerError } from 'nodemailer';
import type { Mailer, MailMessage, MailThread } from '#integrations/mail/mail.ts';
import { Fault } from '#kit/fault.ts';

/** How long the mail server may be silent, so that a dead one fails a message in seconds; `SMTP_URL` can override. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * A mailer over one SMTP server, with pooled connections. Query parameters of the URL are nodemailer's options
 * (`?requireTLS=true`, `?maxConnections=2`). Throws nothing itself; a wrong URL shows at the first message.
 */
export function openSmtpMailer(options: { smtpUrl: string; from: string }): Mailer {
  const transport = nodemailer.createTransport({
    ...patience,
    pool: true,
    url: options.smtpUrl,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(message) {
      try {
        await transport.sendMail(envelop(message, options.from));
      } catch (error) {
        throw mailFault(error as NodemailerError);
      }
    },
    async close() {
      transport.close();
    },
  };
}

/** The recipient goes in as an object: text would be parsed, and `a@b.example, c@d.example` would reach two people. */
function envelop(message: MailMessage, from: string) {
  const { to, subject, text, html, fromName, replyTo, thread } = message;
  return {
    from: fromName === undefined ? from : { name: fromName, address: bareAddress(from) },
    to: { name: '', address: to },
    subject,
    text,
    html,
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    ...(thread ? threadFields(thread) : { headers: automatic }),
  };
}

/** RFC 3834: keeps absence notices from answering. */
const automatic = { 'Auto-Submitted': 'auto-generated' };

function threadFields({ messageId, references }: MailThread) {
  const inReplyTo = references.at(-1);
  return { messageId, references, ...(inReplyTo === undefined ? {} : { inReplyTo }) };
}

/** The address in `Name <address>`. */
function bareAddress(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
}

/**
 * What went wrong, in codes only. The server's own words are left out, and the error is not handed on as the cause:
 * both mostly quote the recipient's address, which has no place in a log.
 */
function mailFault(error: NodemailerError): Fault {
  const isRefused = error.permanent === true && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(error.response ?? '')?.[1];
  const clues = [
    error.code,
    error.originalCode,
    error.timeoutType,
    error.command,
    error.responseCode,
    enhanced,
  ];
  const seen = clues.filter((clue) => clue !== undefined).join(' ');
  return isRefused
    ? new Fault('unavailable', 'mail_refused', `The mail server refused the message (${seen}).`)
    : new Fault('unavailable', 'mail_unavailable', `The mail could not be handed over (${seen}).`);
}
