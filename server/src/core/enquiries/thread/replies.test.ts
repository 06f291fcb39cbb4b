// The thread of an enquiry: answers of staff that go out by mail, and answers of customers that come back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getCustomer } from '#core/customers/customers.ts';
import { createEnquiry } from '#core/enquiries/create-enquiry.ts';
import { getEnquiry, updateEnquiry } from '#core/enquiries/enquiries.ts';
import { reopeningMs } from '#core/enquiries/enquiry-status.ts';
import { setEnquirySettings } from '#core/enquiries/settings/enquiry-metadata.ts';
import { addCustomerReply } from '#core/enquiries/thread/customer-replies.ts';
import { receiveMail } from '#core/enquiries/thread/inbound-mail.ts';
import { listEnquiryReplies, replyToEnquiry } from '#core/enquiries/thread/replies.ts';
import { sendDueMails } from '#core/outgoing-mail/outgoing-mail.ts';
import { eraseCustomer } from '#core/people/erasing/erasure.ts';
import { openScope, type Scope } from '#core/scope.ts';
import type { Mailbox, ReceivedMail } from '#integrations/mail/mailbox.ts';
import { makeOrganization, type World, world } from '#test/world.ts';

const jane = { name: 'Jane Doe', email: 'jane@example.com', subject: 'A room', message: 'Do you have one?' };

/** An organization whose mail comes back to replies.example. */
async function house(): Promise<{ all: World; scope: Scope }> {
  const all = await world();
  const { organization } = await makeOrganization(all);
  const { platform } = all.parts;
  const tools = { ...platform.tools, inboundMailDomain: 'replies.example' };
  const actor = { type: 'system' as const, id: 'test', name: 'Test' };
  return { all, scope: openScope({ ...platform, tools }, organization, actor) };
}

async function mailed({ parts }: World, to: string): Promise<ReceivedMail[]> {
  while ((await sendDueMails(parts.platform, parts.db)) > 0);
  return (parts.platform.tools.mailer as Mailbox).listMail({ to });
}

function mail(head: Record<string, string>, body: string): Buffer {
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([...lines, '', body].join('\r\n'));
}

test('an answer goes out by mail, and what is answered to it comes back into the thread', async () => {
  const { all, scope } = await house();
  const email = `jane-${process.pid}-a@example.com`;
  const { id } = await createEnquiry(scope, { ...jane, email });
  const first = await replyToEnquiry(scope, id, { message: 'Yes, <two>.' });
  const [out] = await mailed(all, email);
  assert.ok(out?.replyTo && out.thread);
  assert.match(out.subject, /^Re: A room \[ENQ-000001\]$/);
  assert.match(out.html, /Yes, &lt;two&gt;\./);
  assert.equal(out.thread.messageId, first.mailMessageId);
  const raw = mail(
    {
      From: `Jane <${email.toUpperCase()}>`,
      To: out.replyTo.toUpperCase(),
      Subject: out.subject,
      'Message-ID': '<in-1@example.com>',
      'In-Reply-To': out.thread.messageId,
    },
    `Great!\r\n\r\nOn Tue, 31 Mar 2026 at 11:00, House wrote:\r\n> ${out.text.replaceAll('\n', '\r\n> ')}`,
  );
  const received = await receiveMail(scope, raw);
  assert.deepEqual(
    { ...received, messageId: '' },
    { outcome: 'added', enquiryId: id, messageId: '', kind: 'customer_reply' },
  );
  const { items } = await listEnquiryReplies(scope, id, { limit: 10 });
  assert.deepEqual(
    items.map(({ kind, body }) => [kind, body]),
    [
      ['customer_reply', 'Great!'],
      ['reply', 'Yes, <two>.'],
    ],
  );
  assert.deepEqual(await receiveMail(scope, raw), { outcome: 'ignored', reason: 'duplicate' });
  await replyToEnquiry(scope, id, { message: 'See you.' });
  const [next] = await mailed(all, email);
  assert.deepEqual(next?.thread?.references, [first.mailMessageId, '<in-1@example.com>']);
});

test('of one mail handed in several times at once, one copy counts', async () => {
  const { scope } = await house();
  const { id } = await createEnquiry(scope, jane);
  const reply = await replyToEnquiry(scope, id, { message: 'Yes.' });
  const raw = mail(
    {
      From: jane.email,
      To: 'x@y.example',
      'Message-ID': '<same@example.com>',
      'In-Reply-To': reply.mailMessageId!,
    },
    'Good.',
  );
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => receiveMail(scope, raw)));
  // Without the unique index enquiry_messages_by_mail each would count that has looked before another is stored.
  assert.equal(outcomes.filter(({ outcome }) => outcome === 'added').length, 1);
  assert.equal((await listEnquiryReplies(scope, id, { limit: 10 })).items.length, 2);
});

test('mail from another address becomes a note, and opens nothing', async () => {
  const { scope } = await house();
  const { id } = await createEnquiry(scope, jane);
  const reply = await replyToEnquiry(scope, id, { message: 'Yes.' });
  await updateEnquiry(scope, id, { status: 'resolved' });
  const raw = mail(
    { From: 'mallory@example.com', To: 'x@y.example', References: reply.mailMessageId! },
    'Cancel it!',
  );
  const received = await receiveMail(scope, raw);
  assert.equal(received.outcome === 'added' && received.kind, 'note');
  assert.equal((await getEnquiry(scope, id)).status.key, 'resolved');
  const [note] = (await listEnquiryReplies(scope, id, { limit: 1 })).items;
  assert.equal(note?.author.name, 'mallory@example.com');
});

test('automatic mail, mail of no enquiry and mail of another organization’s change nothing', async () => {
  const { all, scope } = await house();
  const { scope: other } = await house();
  const email = `jane-${process.pid}-b@example.com`;
  const { id } = await createEnquiry(scope, { ...jane, email });
  const reply = await replyToEnquiry(scope, id, { message: 'Yes.' });
  const [out] = await mailed(all, email);
  const head = { From: email, To: out!.replyTo!, 'In-Reply-To': reply.mailMessageId! };
  const automatic: Record<string, string>[] = [
    { ...head, 'Auto-Submitted': 'auto-replied' },
    { ...head, Precedence: 'bulk' },
    { ...head, 'Return-Path': '<>' },
    { ...head, 'Content-Type': 'multipart/report; boundary=x' },
    { ...head, Precedence: 'auto_reply' },
    { ...head, 'X-Autoreply': 'yes' },
    { ...head, 'List-Id': '<news.example.com>' },
    { ...head, From: 'MAILER-DAEMON@example.com' },
    { ...head, From: 'Postmaster <postmaster@example.com>' },
  ];
  for (const one of automatic) {
    assert.deepEqual(await receiveMail(scope, mail(one, 'I am away.')), {
      outcome: 'ignored',
      reason: 'automatic',
    });
  }
  const unmatched = { outcome: 'ignored', reason: 'unmatched' };
  assert.deepEqual(await receiveMail(other, mail(head, 'Hello')), unmatched);
  assert.deepEqual(
    await receiveMail(scope, mail({ From: email, To: 'house@example.com' }, 'Hello')),
    unmatched,
  );
  assert.deepEqual(await receiveMail(scope, mail(head, ' ')), { outcome: 'ignored', reason: 'empty' });
  assert.equal((await listEnquiryReplies(scope, id, { limit: 10 })).items.length, 1);
  for (const raw of ['', 'no mail at all', '\0\0', 'Subject: no sender\r\n\r\nHello']) {
    await assert.rejects(receiveMail(scope, Buffer.from(raw)), { code: 'invalid_field' }, raw);
  }
});

test('a mail of HTML alone is kept as text, with a word about its attachments', async () => {
  const { scope } = await house();
  const { id } = await createEnquiry(scope, jane);
  const reply = await replyToEnquiry(scope, id, { message: 'Yes.' });
  const parts = [
    '--b\r\nContent-Type: text/html; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>Sch=F6n &amp; gut<br>Bis dann</p>',
    '--b\r\nContent-Type: application/pdf; name="plan.pdf"\r\nContent-Disposition: attachment; filename="plan.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA',
    '--b--',
  ];
  const head = {
    From: jane.email,
    'In-Reply-To': reply.mailMessageId!,
    'Content-Type': 'multipart/mixed; boundary=b',
  };
  await receiveMail(scope, mail(head, parts.join('\r\n')));
  const [kept] = (await listEnquiryReplies(scope, id, { limit: 1 })).items;
  assert.equal(kept?.body, 'Schön & gut\nBis dann\n\n[Attachments were not kept: plan.pdf]');
});

test('what HTML quotes is cut off, as what plain text quotes is', async () => {
  const { scope } = await house();
  const { id } = await createEnquiry(scope, jane);
  const { mailMessageId } = await replyToEnquiry(scope, id, { message: 'Yes.' });
  const head = { From: jane.email, 'In-Reply-To': mailMessageId!, 'Content-Type': 'text/html' };
  const bodies: [string, string][] = [
    [
      '<div>Great!</div><blockquote type="cite"><p>Yes.</p><blockquote>Do you have one?</blockquote></blockquote>',
      'Great!',
    ],
    ['<p>Great!</p><div>On Tue, House wrote:<br><blockquote>Yes.</blockquote></div><p>Jane</p>', 'Great!'],
    ['<blockquote>Is it yours?</blockquote><p>It is.</p>', '> Is it yours?\n\nIt is.'],
  ];
  for (const [html, kept] of bodies) {
    await receiveMail(scope, mail(head, html));
    assert.equal((await listEnquiryReplies(scope, id, { limit: 1 })).items[0]?.body, kept);
  }
});

test('a note leaves the enquiry as it was: customers see when something last happened to theirs', async () => {
  const { all, scope } = await house();
  const { id, version, updatedAt } = await createEnquiry(scope, jane);
  all.clock.advance(60_000);
  await replyToEnquiry(scope, id, { message: 'A note', internal: true });
  const noted = await getEnquiry(scope, id);
  assert.deepEqual([noted.version, noted.updatedAt], [version, updatedAt]);
});

test('who was erased is answered no more, and nothing they write is kept', async () => {
  const { scope } = await house();
  const { id, customerId } = await createEnquiry(scope, jane);
  const { mailMessageId } = await replyToEnquiry(scope, id, { message: 'Yes.' });
  await eraseCustomer(scope, customerId, await getCustomer(scope, customerId));
  await assert.rejects(replyToEnquiry(scope, id, { message: 'Hello?' }), { code: 'no_address' });
  await replyToEnquiry(scope, id, { message: 'A note', internal: true });
  const raw = mail({ From: jane.email, 'In-Reply-To': mailMessageId!, 'Message-ID': '<e@x>' }, 'It is me');
  assert.equal((await receiveMail(scope, raw)).outcome, 'ignored');
  const kept = (await listEnquiryReplies(scope, id, { limit: 10 })).items;
  assert.deepEqual([kept.length, kept[0]?.body], [2, 'A note']);
});

test('of parallel answers each counts, and firstResponseAt is set once', async () => {
  const { all, scope } = await house();
  const { id } = await createEnquiry(scope, jane);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, place) => replyToEnquiry(scope, id, { message: `Answer ${place}` })),
  );
  const { responseCount, firstResponseAt, version } = await getEnquiry(scope, id);
  // Without the lock of lockEnquiry answers would count from the same number.
  assert.deepEqual([responseCount, version], [6, 7]);
  assert.ok(answers.some(({ createdAt }) => createdAt.getTime() === firstResponseAt?.getTime()));
  all.clock.advance(1_000);
  await replyToEnquiry(scope, id, { message: 'A note', internal: true });
  await replyToEnquiry(scope, id, { message: 'Later' });
  const later = await getEnquiry(scope, id);
  assert.deepEqual([later.responseCount, later.firstResponseAt], [7, firstResponseAt]);
});

test('a customer’s answer opens what was waiting, resolved or closed of late, and leaves what is open', async () => {
  const { scope } = await house();
  const { id } = await createEnquiry(scope, jane);
  for (const [status, then] of [
    ['new', 'new'],
    ['open', 'open'],
    ['pending', 'open'],
    ['resolved', 'open'],
    ['closed', 'open'],
  ] as const) {
    await updateEnquiry(scope, id, { status });
    const { enquiry } = await addCustomerReply(scope, id, { body: 'And?' });
    assert.deepEqual([enquiry.id, enquiry.status.key], [id, then]);
  }
});

test('an answer to what was closed long ago, or is final, begins a new enquiry that names it', async () => {
  const { all, scope } = await house();
  const { id } = await createEnquiry(scope, jane);
  await updateEnquiry(scope, id, { status: 'closed' });
  all.clock.advance(reopeningMs + 1);
  const late = await addCustomerReply(scope, id, { body: 'Once more?' });
  assert.notEqual(late.enquiry.id, id);
  assert.deepEqual(
    [
      late.enquiry.previousEnquiryId,
      late.enquiry.status.key,
      late.enquiry.message,
      late.enquiry.enquiryNumber,
    ],
    [id, 'new', 'Once more?', 'ENQ-000002'],
  );
  assert.equal(late.enquiry.source, 'website', 'and not where the old one came from');
  assert.deepEqual(
    (await listEnquiryReplies(scope, late.enquiry.id, { limit: 10 })).items,
    [],
    'what the enquiry asks is no answer to it too',
  );
  assert.deepEqual(await getEnquiry(scope, late.enquiry.id), late.enquiry);
  assert.equal((await getEnquiry(scope, id)).status.key, 'closed');
  const [opening, lost] = [
    { key: 'new', label: 'New', category: 'new' as const },
    { key: 'lost', label: 'Lost', category: 'closed' as const, isFinal: true, requiresLostReason: true },
  ];
  const kept = { key: 'closed', label: 'Closed', category: 'closed' as const };
  await setEnquirySettings(scope, { statuses: [opening, kept, lost], lostReasons: ['Price'] });
  await assert.rejects(updateEnquiry(scope, late.enquiry.id, { status: 'lost' }), { code: 'missing_field' });
  await updateEnquiry(scope, late.enquiry.id, { status: 'lost', lostReason: 'price' });
  await assert.rejects(updateEnquiry(scope, late.enquiry.id, { status: 'new' }), {
    code: 'invalid_transition',
  });
  const next = await addCustomerReply(scope, late.enquiry.id, { body: 'Hello?' });
  assert.equal(next.enquiry.previousEnquiryId, late.enquiry.id);
});
