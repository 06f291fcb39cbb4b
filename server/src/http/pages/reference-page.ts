// The reference page of an area, made of its OpenAPI document: whole markup that works without a script and loads
// nothing from anywhere else.
import { type Html, html, raw } from '#http/pages/html.ts';
import { methodMark, operationSection, type PlacedOperation } from '#http/pages/reference-operation.ts';
import { anchorOf, inlineMarkdown, sectionsOf, type TextSection } from '#http/pages/reference-text.ts';
import type { ApiDocument, Tag } from '#http/wire/document/open-api.ts';

/** Where things are, seen from a reader's browser. */
export interface ReferenceAddresses {
  style: string;
  script: string;
  /** The document as JSON. */
  document: string;
  /** The list of all references, when there are several. */
  index: string | undefined;
}

/** How a page is made. */
export interface ReferenceOptions {
  addresses: ReferenceAddresses;
  /** Whether a reader can put a key into the samples: for development, where a key opens nothing of value. */
  keyField: boolean;
}

/** A whole page. Anchors are the operations' ids, the tags and the titles of the introduction. */
export function referencePage(document: ApiDocument, options: ReferenceOptions): string {
  const { info, tags } = document;
  const { lead, sections } = sectionsOf(info.description);
  const groups = tags.map((tag) => ({ tag, operations: operationsOf(document, tag) }));
  const linked = (body: Html) =>
    withLinks(
      body,
      groups.flatMap(({ operations }) => operations),
    );
  return page(
    { title: info.title, addresses: options.addresses },
    html`<header class="top">
<p class="brand">${info.title}</p>
<button type="button" class="contents-button" popovertarget="contents">Contents</button>
</header>
${contents(sections, groups, options)}
<main id="content" tabindex="-1">
<h1>${info.title}</h1>
<p class="facts">Version ${info.version} · <code>${document.servers[0]?.url ?? ''}</code> · <a href="${options.addresses.document}">OpenAPI document</a></p>
<div class="text lead">${linked(lead)}</div>
${options.keyField && keyField(document)}
${sections.map((section) => basicsSection(section, linked(section.body)))}
${groups.map(({ tag, operations }) => tagSection(document, tag, operations))}
</main>
<p role="status" class="unseen" id="news"></p>`,
  );
}

/** The list of references, for a server with several areas. */
export function referenceIndex(
  areas: readonly { title: string; address: string; description: string }[],
  addresses: Pick<ReferenceAddresses, 'style'>,
): string {
  const entries = areas.map(
    ({ title, address, description }) =>
      html`<li><h2><a href="${address}">${title}</a></h2>
<div class="text">${sectionsOf(description).lead}</div></li>`,
  );
  return page(
    { title: 'Frontdesk APIs', addresses },
    html`<main id="content" class="index"><h1>Frontdesk APIs</h1>
<ul>${entries}</ul></main>`,
  );
}

function page(
  { title, addresses }: { title: string; addresses: Pick<ReferenceAddresses, 'style'> & { script?: string } },
  body: Html,
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${addresses.style}">
${addresses.script && html`<script src="${addresses.script}" defer></script>`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${body}
</body>
</html>
`.markup;
}

/** In the document's order. */
function operationsOf({ paths }: ApiDocument, { name }: Tag): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags[0] === name)
      .map(([method, operation]) => ({ method, path, operation })),
  );
}

function contents(
  sections: TextSection[],
  groups: { tag: Tag; operations: PlacedOperation[] }[],
  { addresses }: ReferenceOptions,
): Html {
  const basics = sections.map(
    ({ title, anchor }) => html`<li><a href="#${anchor}">${title}</a></li>
`,
  );
  return html`<nav id="contents" popover aria-label="Contents">
${addresses.index && html`<p><a href="${addresses.index}">All APIs</a></p>`}
<h2><a href="#content">Basics</a></h2>
<ul>${basics}</ul>
${groups.map(
  ({ tag, operations }) => html`<h2><a href="#${anchorOf(tag.name)}">${tag.name}</a></h2>
<ul>${operations.map(contentsEntry)}</ul>`,
)}
</nav>`;
}

function contentsEntry({ method, operation: { operationId, summary } }: PlacedOperation): Html {
  return html`<li><a href="#${operationId}"><span>${summary}</span> ${methodMark(method)}</a></li>
`;
}

function basicsSection({ title, anchor }: TextSection, body: Html): Html {
  return html`<section class="text">
<h2 id="${anchor}"><a class="anchor" href="#${anchor}">${title}</a></h2>
${body}
</section>`;
}

/** The text with every mention of an operation, like `GET /account`, as a link to it. */
function withLinks({ markup }: Html, operations: PlacedOperation[]): Html {
  const linked = operations.reduce((text, { method, path, operation }) => {
    const mention = html`<code>${method.toUpperCase()} ${path}</code>`.markup;
    return text.replaceAll(mention, `<a href="#${operation.operationId}">${mention}</a>`);
  }, markup);
  return raw(linked);
}

function tagSection(document: ApiDocument, { name, description }: Tag, operations: PlacedOperation[]): Html {
  const anchor = anchorOf(name);
  return html`<section class="tag">
<h2 id="${anchor}"><a class="anchor" href="#${anchor}">${name}</a></h2>
<p>${inlineMarkdown(description)}</p>
${operations.map((operation) => operationSection(document, operation))}
</section>`;
}

// Shown by the page's script, without which it would do nothing.
function keyField({ components }: ApiDocument): Html {
  const [scheme] = Object.values(components.securitySchemes);
  return html`<form class="key-field" hidden>
<label class="key-label" for="key">Paste a credential to see it in the samples</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-note">
<p id="key-note">${scheme?.description} It stays in this page’s memory: nothing is sent or kept, and a reload forgets it.</p>
</form>`;
}
