// The two steps of signing in: the email address, then the code that was sent to it. Pure functions.

import { escapeHtml } from '#kit/text.ts';
import { type Brand, framePage, note, type Page } from './page-frame.ts';

/** What both steps have in common. */
export interface SignInStep {
  brand: Brand;
  /** What the application is called that the customer goes on to. */
  clientName: string;
  /** Path of this sign-in; the forms stand below it. */
  path: string;
  csrf: string;
  /** What went wrong with the last try. */
  wrong?: string | undefined;
}

/** The page that asks for the email address. */
export function emailPage(step: SignInStep & { email: string }): Page {
  const { brand, clientName, path, csrf, wrong, email } = step;
  const body = `<h1>Sign in</h1>
<p class="soft">to continue to ${escapeHtml(clientName)}</p>
${wrong ? note('wrong', wrong, 'wrong') : ''}
<form method="post" action="${escapeHtml(path)}/email">
${csrfField(csrf)}
<label for="email">Email</label>
<input id="email" name="email" type="email" value="${escapeHtml(email)}" autocomplete="email" autocapitalize="none" spellcheck="false" maxlength="254" required autofocus${wrongField(wrong)}>
<button class="primary">Send me a code</button>
</form>
<p class="soft small">We mail you a six-digit code. You need no password.</p>
<div class="ways">${cancelForm(step)}</div>`;
  return framePage({ title: 'Sign in', brand, body });
}

/** The page that asks for the code. */
export function codePage(
  step: SignInStep & {
    email: string;
    minutes: number;
    /** Until another code can be sent. */
    waitSeconds: number;
    /** Whether the code was sent again just now. */
    isSentAgain: boolean;
    /** Where the mail can be read when none is sent, in development. */
    mailboxUrl: string | undefined;
  },
): Page {
  const { brand, path, csrf, wrong, email, minutes, waitSeconds, isSentAgain, mailboxUrl } = step;
  // Beside the note that it is over, the promise would be wrong.
  const promise = wrong ? '' : ` It is good for ${minutes} minutes.`;
  const body = `<h1>Enter your code</h1>
<p class="soft">We sent a six-digit code to <strong>${escapeHtml(email)}</strong>.${promise}</p>
${mailboxUrl ? `<p class="small">No mail leaves this machine: <a href="${escapeHtml(mailboxUrl)}" target="_blank" rel="noreferrer">read it in the development mailbox</a>.</p>` : ''}
${wrong ? note('wrong', wrong, 'wrong') : isSentAgain ? note('good', 'A new code is on its way. The one before it is void.', 'sent') : ''}
<form method="post" action="${escapeHtml(path)}/code">
${csrfField(csrf)}
<label for="code">Code</label>
<input class="code" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" spellcheck="false" required autofocus${wrongField(wrong)}>
<button class="primary">Sign in</button>
</form>
<form method="post" action="${escapeHtml(path)}/resend">
${csrfField(csrf)}
<p class="soft small" id="wait" data-seconds="${waitSeconds}">${waitSentence(waitSeconds)}</p>
<button class="second" id="resend" aria-describedby="wait">Send a new code</button>
</form>
<div class="ways"><a href="${escapeHtml(path)}">Use another email address</a>${cancelForm(step)}</div>`;
  return framePage({ title: 'Enter your code', brand, body, script: countdown });
}

// Counts the wait down and opens the button at its end. Without it the sentence stays as it was written, and pressing
// the button too early is answered with the seconds that are left.
const countdown = `
(function () {
  var wait = document.getElementById('wait'), button = document.getElementById('resend');
  var end = Date.now() + Number(wait.dataset.seconds) * 1000;
  function show() {
    var left = Math.ceil((end - Date.now()) / 1000);
    button.disabled = left > 0;
    wait.textContent = left > 0 ? 'No mail? You can ask for a new code in ' + left + (left === 1 ? ' second.' : ' seconds.') : 'No mail? Look into your spam folder, or ask for a new code.';
    if (left > 0) setTimeout(show, 1000);
  }
  show();
})();
`;

function waitSentence(seconds: number): string {
  if (seconds <= 0) return 'No mail? Look into your spam folder, or ask for a new code.';
  return `No mail? You can ask for a new code in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
}

function csrfField(csrf: string): string {
  return `<input type="hidden" name="csrf" value="${escapeHtml(csrf)}">`;
}

function wrongField(wrong: string | undefined): string {
  return wrong ? ' aria-invalid="true" aria-describedby="wrong"' : '';
}

function cancelForm({ path, csrf, clientName }: SignInStep): string {
  return `<form method="post" action="${escapeHtml(path)}/cancel">${csrfField(csrf)}<button class="link">Back to ${escapeHtml(clientName)}</button></form>`;
}
