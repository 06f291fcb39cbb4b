// The pages beside signing in: what went wrong, and signing out. Pure functions.

import { escapeHtml } from '#kit/text.ts';
import { type Brand, framePage, type Page } from './page-frame.ts';

/** A page that says what went wrong and how to go on. `code` is for whoever looks after the application. */
export function errorPage(
  brand: Brand | undefined,
  { title, sentences, code }: { title: string; sentences: string[]; code: string },
): Page {
  const paragraphs = sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n');
  const body = `<h1>${escapeHtml(title)}</h1>
${paragraphs}
<p class="soft small">For whoever looks after the application: <code>${escapeHtml(code)}</code></p>`;
  return framePage({ title, brand, body });
}

/**
 * The page that asks whether to sign out. `form` is the library's form, to which the buttons belong. With `atOnce` the
 * customer has asked for it in the application already, and the form sends itself.
 */
export function signOutPage(
  brand: Brand | undefined,
  { form, formId, atOnce }: { form: string; formId: string; atOnce: boolean },
): Page {
  const name = brand ? ` of ${escapeHtml(brand.name)}` : '';
  const question = atOnce
    ? `<h1>Signing you out…</h1>`
    : `<h1>Sign out?</h1>
<p class="soft">This signs you out${name} in this browser, in every application you opened with it.</p>`;
  const stay = atOnce ? '' : `\n<button class="second" form="${formId}">Stay signed in</button>`;
  const body = `${question}
${form}
<button class="primary" form="${formId}" name="logout" value="yes" id="sign-out">Sign out</button>${stay}`;
  return framePage({ title: 'Sign out', brand, body, ...(atOnce ? { script: pressAtOnce } : {}) });
}

const pressAtOnce = `document.getElementById('sign-out').click();`;

/** The page after signing out, where the application named no address to go on to. */
export function signedOutPage(brand: Brand | undefined, { isSignedOut }: { isSignedOut: boolean }): Page {
  const body = isSignedOut
    ? '<h1>You are signed out</h1>\n<p class="soft">You can close this page.</p>'
    : '<h1>You are still signed in</h1>\n<p class="soft">You can close this page.</p>';
  return framePage({ title: isSignedOut ? 'Signed out' : 'Still signed in', brand, body });
}
