// Markup made of templates, in which every value is text unless it is markup already.
import { escapeHtml } from '#kit/text.ts';

/** Markup that goes into a page as it is. */
export interface Html {
  readonly markup: string;
}

/** What a template takes: text to be escaped, markup, or a list of them; `undefined`, `false` and '' are nothing. */
export type HtmlValue = string | number | Html | undefined | false | readonly HtmlValue[];

/** Markup from a template: html`<p>${name}</p>`. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const parts = strings.map((text, place) => text + (place < values.length ? markupOf(values[place]) : ''));
  return { markup: parts.join('') };
}

/** Markup that was made elsewhere. Never of what a stranger wrote. */
export function raw(markup: string): Html {
  return { markup };
}

function markupOf(value: HtmlValue): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return 'markup' in value ? value.markup : value.map(markupOf).join('');
}
