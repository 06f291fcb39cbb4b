// Text as it can be set in a document: composed, on one line, in its own direction, with places to break it. Pure.

/** A longer run of characters without a place to break the line may be broken anywhere. */
const unbrokenMax = 24;
/** Their lines break between characters, or by a dictionary: without our help. */
const spaceless = 'Han Hiragana Katakana Hangul Thai Lao Khmer Myanmar'
  .split(' ')
  .map((script) => `\\p{Script=${script}}`);
const unbroken = new RegExp(`[^\\s${spaceless.join('')}]{${unbrokenMax + 1},}`, 'gu');

/** Marks that turn the direction of what follows: letters carry their own, and a name must not turn a line around. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The text, ready to be set. Words of more than 24 characters can be broken between any two. */
export function printable(text: string): string {
  const plain = text.normalize('NFC').replace(directionMarks, '').replace(/\s+/g, ' ').trim();
  return plain.replace(unbroken, (word) =>
    [...graphemes.segment(word)].map(({ segment }) => segment).join('\u200b'),
  );
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
