// The frame of the hosted pages: document, style, the organization's brand, and the policy of what a page may load.
// Pages are text made on the server; they work without scripts.
import { houseColor, textOn } from '#core/organizations/brand.ts';
import type { Organization } from '#core/organizations/organization.ts';
import { sha256 } from '#kit/hash.ts';
import { escapeHtml } from '#kit/text.ts';

/** What a page shows of an organization. */
export type Brand = Pick<Organization, 'name' | 'primaryColor' | 'logoUrl'>;

/** A page, ready to be sent with its headers. */
export interface Page {
  html: string;
  headers: Record<string, string>;
}

/** What fills the frame. `body` and `script` are the page's own, already escaped. */
export interface PageContent {
  title: string;
  /** `undefined` where no organization is known. */
  brand: Brand | undefined;
  body: string;
  script?: string;
}

const style = `
:root { color-scheme: light dark; --page: #f5f4f0; --card: #fff; --ink: #1c2423; --soft: #54605d; --line: #dad7ce; --edge: #75807d; --wrong: #a4231c; --wrong-page: #fdf1ef; --good: #22583a; --good-page: #eef6f0; }
@media (prefers-color-scheme: dark) {
  :root { --page: #131716; --card: #1b2120; --ink: #e6ebe9; --soft: #a5b0ad; --line: #333c3a; --edge: #7f8b88; --wrong: #ffb4a9; --wrong-page: #35201d; --good: #a5dab6; --good-page: #1b2c22; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; align-items: center; padding: 1.5rem 1rem 3rem; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
body::before { content: ""; flex: 0 1 8vh; }
.brand { display: flex; align-items: center; justify-content: center; gap: .75rem; margin: 0 0 1.25rem; max-width: 26rem; font-weight: 600; font-size: 1.0625rem; line-height: 1.3; overflow-wrap: anywhere; }
.brand img { display: block; max-width: 10rem; max-height: 3rem; }
.mark { flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: .7rem; background: var(--brand); color: var(--on-brand); font-size: 1.125rem; }
main { width: 100%; max-width: 26rem; padding: 2rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; overflow-wrap: anywhere; }
p { margin: .5rem 0 0; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
strong { color: var(--ink); }
.small { font-size: .9375rem; }
form { margin: 1.5rem 0 0; }
form + p { margin-top: .875rem; }
label { display: block; margin: 0 0 .375rem; font-weight: 600; }
input:not([type=hidden]) { width: 100%; min-height: 3rem; padding: 0 .875rem; border: 1px solid var(--edge); border-radius: .625rem; background: var(--card); color: inherit; font: inherit; font-size: 1.0625rem; }
input.code { letter-spacing: .3em; font-size: 1.375rem; font-variant-numeric: tabular-nums; }
input[aria-invalid] { border: 2px solid var(--wrong); }
button { min-height: 3rem; border-radius: .625rem; font: inherit; cursor: pointer; }
.primary { width: 100%; margin-top: 1rem; padding: 0 1rem; border: 1px solid var(--edge); background: var(--brand); color: var(--on-brand); font-weight: 600; }
.primary:hover { text-decoration: underline; text-underline-offset: .2em; }
.second { width: 100%; margin-top: .75rem; padding: 0 1rem; border: 1px solid var(--edge); background: transparent; color: inherit; }
.second:hover { background: var(--page); }
.second:disabled { border-color: var(--line); color: var(--soft); cursor: default; background: transparent; }
a, .link { color: inherit; text-decoration: underline; text-underline-offset: .2em; text-decoration-thickness: 1px; }
a:hover, .link:hover { text-decoration-thickness: 2px; }
.link { min-height: 2.75rem; padding: 0; border: 0; background: none; }
.ways { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.5rem; margin-top: 1.25rem; padding-top: .75rem; border-top: 1px solid var(--line); font-size: .9375rem; }
.ways form { margin: 0; }
.ways a { display: inline-block; padding: .625rem 0; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; border-radius: .375rem; }
input:focus-visible, button:focus-visible { border-radius: .625rem; }
.note { margin: 1.25rem 0 0; padding: .75rem .875rem; border-radius: .625rem; }
.note.wrong { background: var(--wrong-page); color: var(--wrong); }
.note.good { background: var(--good-page); color: var(--good); }
code { font: .9375em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
@media (max-width: 30rem) { body::before { flex-basis: 2vh; } main { padding: 1.5rem 1.25rem; } }
`;

/** The page with its headers: kept by nobody, shown in no frame, loading nothing but the organization's picture. */
export function framePage({ title, brand, body, script }: PageContent): Page {
  const color = brand?.primaryColor ?? houseColor;
  const sheet = `:root { --brand: ${color}; --on-brand: ${textOn(color)}; }${style}`;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(brand ? `${title} · ${brand.name}` : title)}</title>
<style>${sheet}</style>
</head>
<body>
${brand ? `<header class="brand">${mark(brand)}<span>${escapeHtml(brand.name)}</span></header>\n` : ''}<main>
${body}
</main>${script ? `\n<script>${script}</script>` : ''}
</body>
</html>
`;
  return { html, headers: headersOf(sheet, script, brand?.logoUrl) };
}

/** A message in the page: `wrong` is read out at once, `good` when there is a pause. */
export function note(kind: 'wrong' | 'good', sentence: string, id: string): string {
  return `<p class="note ${kind}" id="${id}" role="${kind === 'wrong' ? 'alert' : 'status'}">${escapeHtml(sentence)}</p>`;
}

function mark({ name, logoUrl }: Brand): string {
  if (logoUrl) return `<img src="${escapeHtml(logoUrl)}" alt="" referrerpolicy="no-referrer">`;
  const [first = ''] =
    new Intl.Segmenter().segment(name.trim())[Symbol.iterator]().next().value?.segment ?? '';
  return `<span class="mark" aria-hidden="true">${escapeHtml(first.toUpperCase())}</span>`;
}

// No form-action: Chromium would hold it against the redirect to the application that follows the form.
function headersOf(
  sheet: string,
  script: string | undefined,
  logoUrl: string | undefined,
): Record<string, string> {
  const hash = (text: string) => `'sha256-${sha256(text).toString('base64')}'`;
  const policy = [
    "default-src 'none'",
    `style-src ${hash(sheet)}`,
    script ? `script-src ${hash(script)}` : '',
    logoUrl && URL.canParse(logoUrl) ? `img-src ${new URL(logoUrl).origin}` : '',
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.filter(Boolean).join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}
