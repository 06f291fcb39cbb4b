// The page of the development mailbox: what mail would have gone out, for a person to read. A pure function;
// it works without scripts and loads nothing.

import { sha256 } from '#kit/hash.ts';
import { escapeHtml } from '#kit/text.ts';

/** A message as the page shows it. All texts are shown as they are, never as markup. */
export interface MailboxPageMessage {
  to: string;
  subject: string;
  text: string;
  /** Shown only on request, in a frame where no script runs. Empty for none. */
  html: string;
  /** ISO 8601. */
  receivedAt: string;
}

const style = `
:root { color-scheme: light dark; --page: #f5f4f0; --card: #fff; --ink: #1c2423; --soft: #54605d; --line: #dad7ce; --edge: #75807d; --accent: #0a5c55; --on-accent: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --page: #131716; --card: #1b2120; --ink: #e6ebe9; --soft: #a5b0ad; --line: #333c3a; --edge: #7f8b88; --accent: #7fd0c6; --on-accent: #0d1514; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
header, main { max-width: 50rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; }
main { padding-bottom: 4rem; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 0; font-size: 1.1rem; line-height: 1.35; overflow-wrap: anywhere; }
p { margin: .4rem 0 0; }
a { color: var(--accent); text-underline-offset: .15em; }
a:hover { text-decoration-thickness: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.soft { color: var(--soft); }
.bar { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: end; justify-content: space-between; margin: 1.5rem 0 1.25rem; }
form { flex: 1 1 16rem; min-width: 0; max-width: 28rem; }
label { display: block; margin-bottom: .3rem; }
.field { display: flex; gap: .5rem; }
input, button { min-height: 2.75rem; border-radius: 6px; font: inherit; }
input { flex: 1; min-width: 0; padding: 0 .75rem; border: 1px solid var(--edge); background: var(--card); color: inherit; }
button { padding: 0 1.1rem; border: 0; background: var(--accent); color: var(--on-accent); font-weight: 600; cursor: pointer; }
.links { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.links a { display: inline-block; padding: .6rem 0; }
ol { list-style: none; margin: .75rem 0 0; padding: 0; }
article, .empty { margin-bottom: 1rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
.about { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; font-size: .925rem; overflow-wrap: anywhere; }
.body { margin-top: .9rem; white-space: pre-wrap; overflow-wrap: anywhere; }
details { margin-top: .9rem; }
summary { width: fit-content; padding: .35rem 0; color: var(--accent); cursor: pointer; }
.frame { height: 18rem; margin-top: .4rem; overflow: hidden; resize: vertical; border: 1px solid var(--edge); border-radius: 6px; }
iframe { display: block; width: 100%; height: 100%; border: 0; background: #fff; color-scheme: light; }
`;

/**
 * The Content-Security-Policy to send with the page. Frames made from `srcdoc` inherit it, so a mail's scripts and
 * remote images stay out as well; its `style` attributes are let through, without which mail is not itself.
 */
export const mailboxPageCsp = [
  "default-src 'none'",
  `style-src-elem 'sha256-${sha256(style).toString('base64')}'`,
  "style-src-attr 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The whole page as HTML, for the address `/dev/mailbox` with `/dev/mailbox.json` beside it. Shows the messages in
 * the order given, newest first. `to` is the address the list was narrowed to; the page's form sends it as `?to=`.
 */
export function mailboxPage(
  messages: readonly MailboxPageMessage[],
  options: { title: string; to?: string | undefined },
): string {
  const { title, to } = options;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
<p class="soft">Mail that would have been sent. It stays on this machine and reaches nobody.</p>
</header>
<main>
${toolbar(to)}
${messages.length > 0 ? messageList(messages, to) : emptyState(to)}
</main>
</body>
</html>
`;
}

function toolbar(to: string | undefined): string {
  const query = to ? `?to=${encodeURIComponent(to)}` : '';
  return `<div class="bar">
<form method="get" role="search">
<label for="to">Only mail to this address</label>
<div class="field"><input id="to" name="to" type="email" value="${escapeHtml(to ?? '')}" autocomplete="off" spellcheck="false"><button>Show</button></div>
</form>
<nav class="links" aria-label="Mailbox">
<a href="${escapeHtml(query || '?')}">Look for new mail</a>${to ? '\n<a href="?">All mail</a>' : ''}
<a href="${escapeHtml(`mailbox.json${query}`)}">This list as JSON</a>
</nav>
</div>`;
}

function messageList(messages: readonly MailboxPageMessage[], to: string | undefined): string {
  const count = messages.length === 1 ? '1 message' : `${messages.length} messages, newest first`;
  return `<p class="soft">${count}${to ? `, to ${escapeHtml(to)}` : ''}</p>
<ol role="list">
${messages.map((message) => `<li>${messageCard(message)}</li>`).join('\n')}
</ol>`;
}

function messageCard(message: MailboxPageMessage): string {
  return `<article>
<h2>${escapeHtml(message.subject || '(no subject)')}</h2>
<p class="about soft"><span>To ${escapeHtml(message.to)}</span> ${moment(message.receivedAt)}</p>
${message.text ? `<div class="body">${withLinks(message.text)}</div>` : ''}
${message.html ? htmlVersion(message) : ''}
</article>`;
}

/** Links open in a tab of their own; nothing else gets out of the frame, and no script runs in it. */
function htmlVersion(message: MailboxPageMessage): string {
  const frame = escapeHtml(`<base target="_blank">${message.html}`);
  const title = escapeHtml(`HTML version of “${message.subject}”`);
  return `<details>
<summary>HTML version</summary>
<div class="frame"><iframe title="${title}" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" loading="lazy" srcdoc="${frame}"></iframe></div>
</details>`;
}

function emptyState(to: string | undefined): string {
  const lead = to ? `No mail to ${escapeHtml(to)} yet` : 'No mail yet';
  return `<div class="empty">
<h2>${lead}</h2>
<p>When Frontdesk has something to tell somebody by mail, such as a sign-in code, the message appears here instead of being sent. Then choose “Look for new mail”.</p>
</div>`;
}

const momentFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'medium',
  timeZone: 'UTC',
});

function moment(iso: string): string {
  return `<time datetime="${escapeHtml(iso)}">${momentFormat.format(new Date(iso))} UTC</time>`;
}

/** The text with its web addresses as links. Splitting on a captured group leaves them at the odd places. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/)
    .map((part, place) => (place % 2 === 1 ? link(part) : escapeHtml(part)))
    .join('');
}

function link(url: string): string {
  return `<a href="${escapeHtml(url)}" target="_blank" rel="noreferrer">${escapeHtml(url)}</a>`;
}
