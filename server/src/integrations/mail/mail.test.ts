// Which mailer the options open.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openMailer } from '#integrations/mail/mail.ts';
import { systemClock } from '#kit/clock.ts';

test('without an SMTP URL mail goes into the mailbox of the data directory', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-mail-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const mailer = await openMailer({ dataDir, clock: systemClock });
  await mailer.send({ to: 'dana@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' });
  assert.ok('listMail' in mailer);
  assert.equal((await mailer.listMail()).length, 1);
});

test('with an SMTP URL there is no mailbox', async () => {
  const options = {
    smtpUrl: 'smtp://127.0.0.1:1',
    from: 'desk@example.com',
    dataDir: '.',
    clock: systemClock,
  };
  const mailer = await openMailer(options);
  assert.equal('listMail' in mailer, false);
  await mailer.close();
});

test('an SMTP URL without a sender is refused', async () => {
  const options = { smtpUrl: 'smtp://127.0.0.1:1', dataDir: '.', clock: systemClock };
  await assert.rejects(openMailer(options), /needs a sender address/);
});
