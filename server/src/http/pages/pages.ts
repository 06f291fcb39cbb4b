// Pages for people: the API reference, receipts and, in development, the mailbox.

import type { Platform } from '#core/scope.ts';
import { mailboxPage, mailboxPageCsp } from '#http/pages/mailbox-page.ts';
import { receiptPages } from '#http/pages/receipts.ts';
import { referencePages } from '#http/pages/reference.ts';
import { type Area, unframed } from '#http/wire/request.ts';
import type { Mailbox } from '#integrations/mail/mailbox.ts';

const shownMessages = 50;

/** Everything that is read in a browser. */
export const pages: Area<{ platform: Platform; config: { production: boolean } }> = async (
  app,
  { parts },
) => {
  const { mailer, urls } = parts.platform.tools;
  await app.register(referencePages, { parts: { urls, production: parts.config.production } });
  await app.register(receiptPages, { parts: { platform: parts.platform } });
  if (!('listMail' in mailer)) return;
  const mailbox = mailer as Mailbox;

  app.get<{ Querystring: { to?: string } }>('/dev/mailbox', async ({ query }, reply) => {
    const to = typeof query.to === 'string' && query.to !== '' ? query.to : undefined;
    const messages = await mailbox.listMail({ to, limit: shownMessages });
    const page = mailboxPage(messages, { title: 'Development mailbox', to });
    return unframed(reply).header('content-security-policy', mailboxPageCsp).type('text/html').send(page);
  });

  app.get<{ Querystring: { to?: string } }>('/dev/mailbox.json', async ({ query }) => {
    const to = typeof query.to === 'string' && query.to !== '' ? query.to : undefined;
    return mailbox.listMail({ to, limit: shownMessages });
  });
};
