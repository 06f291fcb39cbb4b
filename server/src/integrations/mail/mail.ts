// Mail as the core sees it, and the choice of what carries it: an SMTP server, or the development mailbox.
import { type Mailbox, openMailbox } from '#integrations/mail/mailbox.ts';
import type { Clock } from '#kit/clock.ts';

/** One message to one person. */
export interface MailMessage {
  /** A bare address, `dana@example.com`: one recipient, never a list. */
  to: string;
  subject: string;
  text: string;
  /** The same content as a full HTML document or fragment. */
  html: string;
  /** Who writes, shown before the sender's address. */
  fromName?: string | undefined;
  /** Where answers go; without it, to the sender's address. */
  replyTo?: string | undefined;
  /** What makes it part of a conversation: Message-IDs with their angle brackets. */
  thread?: MailThread | undefined;
}

/** A message's place in a conversation (RFC 5322, 3.6.4). A person wrote it, so it does not call itself automatic. */
export interface MailThread {
  messageId: string;
  /** Messages before it, the oldest first. */
  references: string[];
}

/** Carries mail out of the process. Call it outside transactions. */
export interface Mailer {
  /**
   * Resolves when the message is accepted: by the SMTP server, or on disk in the development mailbox.
   * Throws a Fault of kind `unavailable`: `mail_refused` when sending the same message again would be refused
   * again, `mail_unavailable` when a later try may succeed. Neither names the recipient.
   */
  send(message: MailMessage): Promise<void>;
  /** Ends the connections once the messages under way are through; those still queued fail. */
  close(): Promise<void>;
}

/** Where mail goes: over SMTP when there is a URL, else into the development mailbox of the data directory. */
export interface MailerOptions {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the start; user and password percent-encoded. */
  smtpUrl?: string | undefined;
  /** The sender, `no-reply@example.com` or `Name <no-reply@example.com>`. Needed with `smtpUrl`. */
  from?: string | undefined;
  dataDir: string;
  clock: Clock;
}

/**
 * Opens what carries mail; no connection is made before the first message. Only the development mailbox has
 * `listMail`, so `'listMail' in mailer` tells the two apart. Throws when there is an SMTP URL and no sender.
 */
export async function openMailer(options: MailerOptions): Promise<Mailer | Mailbox> {
  if (!options.smtpUrl) return openMailbox({ dataDir: options.dataDir, clock: options.clock });
  if (!options.from) throw new Error('Sending mail over SMTP needs a sender address');
  // Loaded only here: the SMTP client takes some 50 ms to load, which a development start does not have to pay.
  const { openSmtpMailer } = await import('#integrations/mail/smtp.ts');
  return openSmtpMailer({ smtpUrl: options.smtpUrl, from: options.from });
}
