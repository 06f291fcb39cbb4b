// The development mailbox, in real folders.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { mailboxMessagesMax, openMailbox } from '#integrations/mail/mailbox.ts';

const noon = new Date('2026-07-31T12:00:00.000Z');

test('a message comes back as it was sent, with the moment by the given clock', async (t) => {
  const { mailbox } = await openEmpty(t);
  const message = { to: 'Dana@Example.com', subject: 'Ünïcode 👋', text: 'a\nb', html: '<p>"a"</p>' };
  await mailbox.send(message);
  assert.deepEqual(await mailbox.listMail(), [{ ...message, receivedAt: '2026-07-31T12:00:00.000Z' }]);
});

test('the newest message comes first, even when all were sent at one moment', async (t) => {
  const { mailbox } = await openEmpty(t);
  for (const subject of ['1', '2', '3', '4']) await mailbox.send(messageAbout(subject));
  assert.deepEqual(await subjects(mailbox), ['4', '3', '2', '1']);
});

test('a message sent later by the clock comes first', async (t) => {
  const moments = [noon, new Date('2025-01-01T00:00:00Z')];
  const { mailbox } = await openEmpty(t, () => moments.shift()!);
  await mailbox.send(messageAbout('later'));
  await mailbox.send(messageAbout('earlier'));
  assert.deepEqual(await subjects(mailbox), ['later', 'earlier']);
});

test('a list can be narrowed to one recipient, in any case, and to a number of messages', async (t) => {
  const { mailbox } = await openEmpty(t);
  for (const subject of ['1', '2', '3']) await mailbox.send(messageAbout(subject));
  await mailbox.send({ ...messageAbout('other'), to: 'other-dana@example.com' });
  assert.deepEqual(await subjects(mailbox, { to: 'DANA@example.COM' }), ['3', '2', '1']);
  assert.deepEqual(await subjects(mailbox, { to: 'dana@example.com', limit: 2 }), ['3', '2']);
  assert.deepEqual(await subjects(mailbox, { limit: 1 }), ['other']);
  assert.deepEqual(await subjects(mailbox, { to: 'nobody@example.com' }), []);
});

test('the newest 500 messages stay, and what was half-written before them goes', async (t) => {
  const { mailbox, folder } = await openEmpty(t);
  await writeFile(join(folder, '2020-01-01T00-00-00-000Z-1-a.json.tmp'), '{"to"');
  await writeFile(join(folder, '.note'), 'not a message');
  for (let sent = 1; sent <= mailboxMessagesMax + 3; sent++) await mailbox.send(messageAbout(String(sent)));
  const kept = await subjects(mailbox);
  assert.equal(kept.length, 500);
  assert.deepEqual([kept.at(0), kept.at(-1)], ['503', '4']);
  const others = (await readdir(folder)).filter((name) => !name.endsWith('.json'));
  assert.deepEqual(others, ['.note']);
});

test('a file cut off by a crash is passed over', async (t) => {
  const { mailbox, folder } = await openEmpty(t);
  await mailbox.send(messageAbout('whole'));
  await writeFile(join(folder, '2026-08-01T00-00-00-000Z-1-a.json'), '{"to":"dana@example.com","subj');
  await writeFile(join(folder, '2026-08-01T00-00-00-000Z-1-b.json'), '');
  assert.deepEqual(await subjects(mailbox), ['whole']);
});

test('two processes write at once, and a third reads: no message is ever there in part, and none is lost', async (t) => {
  const { mailbox, dataDir, folder } = await openEmpty(t);
  const writers = Promise.all([sendFromAnotherProcess(dataDir), sendFromAnotherProcess(dataDir)]);
  let isWriting = true;
  const done = writers.finally(() => {
    isWriting = false;
  });
  while (isWriting) {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    for (const name of names) JSON.parse(await readFile(join(folder, name), 'utf8'));
    assert.ok((await mailbox.listMail()).length >= names.length);
  }
  await done;
  assert.equal((await mailbox.listMail()).length, 80);
});

test('codes in the mailbox are readable by this user alone', {
  skip: process.platform === 'win32',
}, async (t) => {
  const { mailbox, folder } = await openEmpty(t);
  await mailbox.send(messageAbout('code'));
  const [name] = await readdir(folder);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  assert.equal((await stat(join(folder, name!))).mode & 0o777, 0o600);
});

async function openEmpty(t: TestContext, now = () => noon) {
  const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-mailbox-'));
  t.after(() => rm(dataDir, { recursive: true }));
  return {
    mailbox: await openMailbox({ dataDir, clock: { now } }),
    dataDir,
    folder: join(dataDir, 'mailbox'),
  };
}

function messageAbout(subject: string) {
  return { to: 'dana@example.com', subject, text: 'Text', html: '<p>Text</p>' };
}

async function subjects(
  mailbox: Awaited<ReturnType<typeof openMailbox>>,
  query?: { to?: string; limit?: number },
) {
  return (await mailbox.listMail(query)).map((mail) => mail.subject);
}

function sendFromAnotherProcess(dataDir: string) {
  const script = `
    const { openMailbox } = await import(${JSON.stringify(import.meta.resolve('./mailbox.ts'))});
    const mailbox = await openMailbox({ dataDir: ${JSON.stringify(dataDir)}, clock: { now: () => new Date() } });
    const message = { to: 'dana@example.com', subject: 's', text: 'x'.repeat(20_000), html: '' };
    await Promise.all(Array.from({ length: 40 }, () => mailbox.send(message)));`;
  return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
}
