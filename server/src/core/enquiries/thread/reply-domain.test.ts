// The domain that answers by mail go to: from the configuration to the thread.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listEnquiryReplies } from '#core/enquiries/thread/replies.ts';
import { sendDueMails } from '#core/outgoing-mail/outgoing-mail.ts';
import type { Mailbox } from '#integrations/mail/mailbox.ts';
import { readConfig } from '#src/config.ts';
import { makeOrganization, openWorld } from '#test/world.ts';

test('INBOUND_MAIL_DOMAIN is where answers go to, and what they are matched by', async () => {
  const all = await openWorld({ INBOUND_MAIL_DOMAIN: 'Replies.Example' });
  try {
    const { admin, scope } = await makeOrganization(all);
    const email = `jane-${process.pid}-c@example.com`;
    const { id } = (await admin.post('/enquiries', { email, subject: 'A room' })).body.data;
    await admin.post(`/enquiries/${id}/replies`, { message: 'Yes.' });
    while ((await sendDueMails(all.parts.platform, all.parts.db)) > 0);
    const mailbox = all.parts.platform.tools.mailer as Mailbox;
    const [out] = await mailbox.listMail({ to: email });
    assert.match(out!.replyTo!, /@replies\.example$/);
    assert.match(out!.thread!.messageId, /@replies\.example>$/);
    const raw = `From: ${email}\r\nTo: ${out!.replyTo}\r\n\r\nGreat!`;
    const message = Buffer.from(raw).toString('base64');
    const handed = await admin.post('/inbound-mail', { message });
    assert.deepEqual([handed.status, handed.body.data.enquiryId], [201, id], JSON.stringify(handed.body));
    assert.equal((await listEnquiryReplies(scope, id, { limit: 1 })).items[0]!.body, 'Great!');
  } finally {
    await all.app.close();
    await all.parts.close();
  }
  const wrong = { SECRET_KEY: 'x'.repeat(32), INBOUND_MAIL_DOMAIN: 'replies' };
  assert.throws(() => readConfig(wrong), /INBOUND_MAIL_DOMAIN must be a domain/);
});
