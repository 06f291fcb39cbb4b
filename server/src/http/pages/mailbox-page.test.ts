// The development mailbox's page, as text; how it looks is for eyes.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { mailboxPage, mailboxPageCsp } from '#http/pages/mailbox-page.ts';

const mail = {
  to: 'dana@example.com',
  subject: 'Your code',
  text: '481205',
  html: '<p>481205</p>',
  receivedAt: '2026-07-31T12:00:05.000Z',
};
const title = 'Development mailbox';

test('a message shows subject, recipient, moment and text', () => {
  const page = mailboxPage([mail], { title });
  assert.match(page, /<h2>Your code<\/h2>/);
  assert.match(page, /To dana@example\.com/);
  assert.match(page, /<time datetime="2026-07-31T12:00:05\.000Z">31 July 2026[^<]* 12:00:05 UTC<\/time>/);
  assert.match(page, /<div class="body">481205<\/div>/);
});

test('messages stand in the order given', () => {
  const page = mailboxPage(
    [
      { ...mail, subject: 'Newer' },
      { ...mail, subject: 'Older' },
    ],
    { title },
  );
  assert.ok(page.indexOf('Newer') < page.indexOf('Older'));
});

test('no value becomes markup', () => {
  const nasty = `"'><script>alert(1)</script>&amp;`;
  const message = { to: nasty, subject: nasty, text: nasty, html: nasty, receivedAt: mail.receivedAt };
  const page = mailboxPage([message], { title: nasty, to: nasty });
  assert.doesNotMatch(page, /<script/);
  assert.doesNotMatch(page, /"'>/);
  assert.match(page, /&amp;amp;/);
});

test('an HTML body stays in a frame without scripts, forms or the origin of the page', () => {
  const page = mailboxPage([mail], { title });
  assert.match(
    page,
    /<details>[\s\S]*srcdoc="&lt;base target=&quot;_blank&quot;&gt;&lt;p&gt;481205&lt;\/p&gt;"[\s\S]*<\/details>/,
  );
  assert.match(page, /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
});

test('a message without an HTML body has no frame', () => {
  assert.doesNotMatch(mailboxPage([{ ...mail, html: '' }], { title }), /<iframe|<details/);
});

test('web addresses in the text are links, without the full stop behind them', () => {
  const text = 'See https://desk.example.com/a?b=1&c=2. Not javascript:alert(1)';
  const page = mailboxPage([{ ...mail, text }], { title });
  const url = 'https://desk.example.com/a?b=1&amp;c=2';
  assert.ok(
    page.includes(`<a href="${url}" target="_blank" rel="noreferrer">${url}</a>. Not javascript:alert(1)`),
  );
});

test('an empty mailbox says what will appear', () => {
  assert.match(mailboxPage([], { title }), /<h2>No mail yet<\/h2>\n<p>When Frontdesk has something to tell/);
  assert.match(mailboxPage([], { title, to: 'a@b.example' }), /<h2>No mail to a@b\.example yet<\/h2>/);
});

test('the link to the JSON keeps the address the list was narrowed to', () => {
  assert.match(mailboxPage([], { title }), /href="mailbox\.json"/);
  assert.match(
    mailboxPage([], { title, to: 'a+b@c.example' }),
    /href="mailbox\.json\?to=a%2Bb%40c\.example"/,
  );
});

test('the policy allows exactly the style sheet of the page, and no script', () => {
  const style = /<style>([\s\S]*?)<\/style>/.exec(mailboxPage([], { title }))?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  assert.match(mailboxPageCsp, /^default-src 'none'; /);
  assert.ok(mailboxPageCsp.includes(`style-src-elem 'sha256-${hash}';`));
  assert.doesNotMatch(mailboxPageCsp, /script-src|http/);
});
