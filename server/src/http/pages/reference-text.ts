// Markdown of a document as markup of its page.
import { Marked, type Tokens, type TokensList } from 'marked';
import { type Html, raw } from '#http/pages/html.ts';
import { codeText } from '#http/pages/reference-code.ts';

/** A second-level section of a text. */
export interface TextSection {
  title: string;
  /** What a link to the section ends in. */
  anchor: string;
  body: Html;
}

const marked = new Marked({
  renderer: { code: ({ text, lang }) => (lang ? codeText(text, lang, 'code').markup : false) },
});

/** One line of Markdown: a description. */
export function inlineMarkdown(text: string): Html {
  return raw(marked.parseInline(text, { async: false }));
}

/** A text in its parts: what comes before the first second-level heading, and a section for each heading. */
export function sectionsOf(text: string): { lead: Html; sections: TextSection[] } {
  const tokens = marked.lexer(text);
  const starts = tokens.flatMap((token, place) => (isSectionHeading(token) ? [place] : []));
  const sections = starts.map((start, number) => {
    const title = (tokens[start] as Tokens.Heading).text;
    return { title, anchor: anchorOf(title), body: bodyOf(tokens, start + 1, starts[number + 1]) };
  });
  return { lead: bodyOf(tokens, 0, starts[0]), sections };
}

/** A title as the end of a link: `Safe retries` is `safe-retries`. */
export function anchorOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

function isSectionHeading(token: { type: string; depth?: number }): boolean {
  return token.type === 'heading' && token.depth === 2;
}

function bodyOf(tokens: TokensList, start: number, end: number | undefined): Html {
  return raw(marked.parser(tokens.slice(start, end)));
}
