// How what people type becomes what a search compares.
import { foldForSearch } from '#kit/text.ts';

/** The most characters of a search. */
export const searchLengthMax = 200;
const wordsMax = 8;

/**
 * LIKE patterns that a customer's search text must all match. Words of three characters or more are found anywhere
 * (`son` finds Johnson), shorter ones at the start of a word. A search of only digits and phone signs is one number:
 * `0170 / 123 45` finds +4917012345. So does `+49`, the sign being left out in the text too: it would make
 * a single digit look to the index like the start of every number.
 */
export function searchPatterns(search: string): string[] {
  const folded = foldForSearch(search);
  const digits = folded.replace(/[\s()./+-]/g, '');
  if (/^\d{4,}$/.test(digits) && folded !== digits) {
    return [`%${digits.replace(/^0+/, '') || digits}%`];
  }
  const words = folded
    .split(' ')
    .map((word) => word.replace(/^\+(?=\d)/, ''))
    .filter((word) => word !== '')
    .slice(0, wordsMax);
  return words.map((word) => (word.length < 3 ? `% ${escapeLike(word)}%` : `%${escapeLike(word)}%`));
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
