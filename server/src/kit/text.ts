// Rules for text as people and programs send it.

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Whether the text can be stored and sent back unchanged: no control characters but tab and line ends, no lone surrogates. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !controlCharacters.test(text);
}

/** Whether the text can be stored, and stands in one line: a line end would begin another field of a mail's head. */
export function isStorableLine(text: string): boolean {
  return isStorableText(text) && !/[\r\n\u0085\u2028\u2029]/.test(text);
}

/** The text without what can't be stored. */
export function storableText(text: string): string {
  return text.toWellFormed().replace(new RegExp(controlCharacters, 'g'), '');
}

/** The text in lower case, without accents, in single spaces: what a search compares. */
export function foldForSearch(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{Mn}/gu, '');
  return plain.toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The text without surrounding space, or `undefined` when nothing is left. */
export function trimmedOrNone(text: string | undefined | null): string | undefined {
  const trimmed = text?.trim();
  return trimmed ? trimmed : undefined;
}

/** The text as it is written inside HTML, also within an attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
