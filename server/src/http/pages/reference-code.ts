// Code on the reference page: coloured, with a button to copy it, and the samples of an operation side by side.
import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import { type Html, html, raw } from '#http/pages/html.ts';
import { jsonText } from '#http/wire/document/code-text.ts';
import type { CodeSample } from '#http/wire/document/open-api.ts';

highlighter.registerLanguage('shell', bash);
highlighter.registerLanguage('javascript', javascript);
highlighter.registerLanguage('json', json);
highlighter.configure({ classPrefix: 'c-' });

/** From this many lines on, code scrolls in its own box. */
const linesShown = 32;

/** A JSON value under a title, such as `Answer`. `about` tells a screen reader what it is an example of. */
export function jsonBlock(title: string, about: string, value: unknown): Html {
  const text = jsonText(value);
  return html`<div class="code">
<div class="code-bar"><span class="code-title">${title}</span>${copyButton(about)}</div>
${codeText(text, 'json', about)}
</div>`;
}

/** The samples of an operation, one at a time, chosen by language. */
export function sampleBlock(operationId: string, samples: CodeSample[]): Html {
  const choices = samples.map(({ label }, place) => {
    const id = `${operationId}-${label.toLowerCase()}`;
    return html`<input type="radio" name="${operationId}-language" id="${id}" value="${label}"${place === 0 && raw(' checked')}><label for="${id}">${label}</label>`;
  });
  const texts = samples.map(
    ({ label, lang, source }) =>
      html`<div class="sample" data-language="${label}">${codeText(source, lang.toLowerCase(), `${operationId} in ${label}`)}</div>`,
  );
  return html`<div class="code samples">
<div class="code-bar"><fieldset><legend class="unseen">Language of the sample</legend>${choices}</fieldset>${copyButton(`the sample for ${operationId}`)}</div>
${texts}
</div>`;
}

// Without the page's script there is nothing to press.
function copyButton(about: string): Html {
  return html`<button type="button" class="copy" hidden>Copy<span class="unseen"> ${about}</span></button>`;
}

/** Code in its colours: `shell`, `javascript` or `json`. */
export function codeText(text: string, language: string, about: string): Html {
  const { value } = highlighter.highlight(text, { language });
  const markup = value
    .replace(/<span class="c-punctuation">([^<]*)<\/span>/g, '$1')
    .replace(credential, marked);
  // What can be scrolled must be reachable with the keyboard, and then have a name.
  const scrolling =
    text.split('\n').length > linesShown &&
    html` class="tall" tabindex="0" role="region" aria-label="${about}"`;
  return html`<pre${scrolling}><code>${raw(markup)}</code></pre>`;
}

// The environment variable that holds the caller's credential; the page's script can put the real one in its place.
const credential = /\$\{process\.env\.[A-Z_]+\}|\$[A-Z_]+/g;

function marked(variable: string): string {
  return `<span class="credential">${variable}</span>`;
}
