// The fonts that documents are set in: Noto, as the packages of Fontsource have it, cut into slices by characters.
// A slice is taken from the shelf when a text first needs it, in the two weights used, and kept for a while.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { charactersOf, renamedFont } from './font-file.ts';

/** A slice of a font, ready for layout. */
export interface FontSlice {
  /** Family name: the slice's own, so that no other font of the machine is taken for it. */
  family: string;
  /** One file for each weight. */
  files: Buffer[];
  /** Code points it has glyphs for. */
  characters: Set<number>;
}

/** What a text is set in. */
export interface Outfit {
  /** In the order in which the text needs them; the first has the letters of English. */
  slices: FontSlice[];
  /** Characters that no font here has. */
  missing: Set<string>;
}

/** Finds the fonts for texts. */
export interface FontShelf {
  /** `countryCode` is where the text is read: it chooses the forms of Chinese characters where the text doesn't. */
  outfit(text: string, countryCode: string): Promise<Outfit>;
}

const weights = [400, 700];
/** A slice is 30 to 300 kB in both weights. */
const slicesKept = 120;

/** Families by the scripts they are for, in order of preference. Noto Sans has Latin, Greek, Cyrillic and Devanagari. */
const families = [
  'noto-sans',
  ...'arabic armenian bengali ethiopic georgian gujarati gurmukhi hebrew kannada khmer lao malayalam myanmar sinhala tamil telugu thai'
    .split(' ')
    .map((script) => `noto-sans-${script}`),
  'noto-emoji',
];

/** A shelf. It reads which family has what when a text first asks. */
export function openFontShelf(): FontShelf {
  const kept = new LRUCache<string, Promise<FontSlice>>({ max: slicesKept });
  function take(name: string, file: string): Promise<FontSlice> {
    const known = kept.get(name);
    if (known) return known;
    const slice = readSlice(name, file);
    kept.set(name, slice);
    slice.catch(() => kept.delete(name));
    return slice;
  }
  return {
    async outfit(text, countryCode) {
      const slices = new Set<FontSlice>();
      const missing = new Set<string>();
      const order = [...families, ...chineseOrder(text, countryCode)];
      for (const character of new Set(text)) {
        if (isUnseen(character)) continue;
        const code = character.codePointAt(0)!;
        const slice = await sliceFor(code, order, take);
        if (slice) slices.add(slice);
        else missing.add(character);
      }
      return { slices: [...slices], missing };
    },
  };
}

/** Joiners, variation selectors, chances to break a line: they shape their neighbours and have no face of their own. */
function isUnseen(character: string): boolean {
  return /\p{Default_Ignorable_Code_Point}/u.test(character);
}

/** What the lists say a slice has, it does not always have: its own map of characters decides. */
async function sliceFor(
  code: number,
  order: string[],
  take: (name: string, file: string) => Promise<FontSlice>,
): Promise<FontSlice | undefined> {
  for (const family of order) {
    const { folder, sliceNames } = familyOf(family);
    const name = sliceNames.get(code);
    if (name === undefined) continue;
    const slice = await take(name, join(folder, 'files', `${name}-wght-normal.woff2`));
    if (slice.characters.has(code)) return slice;
  }
  return undefined;
}

/**
 * One character is written differently in Japan, Korea, Taiwan and China. The text tells by the letters it has beside
 * them; if it has none, the country does.
 */
function chineseOrder(text: string, countryCode: string): string[] {
  const [japanese, korean, traditional, simplified] = ['jp', 'kr', 'tc', 'sc'].map(
    (form) => `noto-sans-${form}`,
  );
  const first = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? japanese
    : /\p{Script=Hangul}/u.test(text)
      ? korean
      : /\p{Script=Bopomofo}/u.test(text)
        ? traditional
        : { JP: japanese, KR: korean, TW: traditional, HK: traditional, MO: traditional }[countryCode];
  const order = [simplified, traditional, japanese, korean];
  return [...new Set([first, ...order])].filter((family) => family !== undefined);
}

interface Family {
  folder: string;
  /** By code point, the name of the slice that should have it. */
  sliceNames: Map<number, string>;
}

const opened = new Map<string, Family>();
const { resolve } = createRequire(import.meta.url);

function familyOf(name: string): Family {
  const known = opened.get(name);
  if (known) return known;
  const list = resolve(`@fontsource-variable/${name}/unicode.json`);
  const ranges = JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>;
  const sliceNames = new Map<number, string>();
  for (const [slice, text] of Object.entries(ranges)) {
    const sliceName = `${name}-${slice.replace(/[[\]]/g, '')}`;
    for (const range of text.split(',')) {
      const [first = '', last = first] = range.slice('U+'.length).split('-');
      const end = Number.parseInt(last, 16);
      for (let code = Number.parseInt(first, 16); code <= end; code += 1) sliceNames.set(code, sliceName);
    }
  }
  const family = { folder: dirname(list), sliceNames };
  opened.set(name, family);
  return family;
}

async function readSlice(family: string, file: string): Promise<FontSlice> {
  const { default: subsetFont } = await import('subset-font');
  const variable = await readFile(file);
  const files = await Promise.all(
    weights.map(async (weight) => {
      const axes = { variationAxes: { wght: weight } };
      const font = await subsetFont(variable, undefined, {
        keepAllGlyphs: true,
        targetFormat: 'truetype',
        ...axes,
      });
      return renamedFont(font, family, weight);
    }),
  );
  return { family, files, characters: charactersOf(files[0]!) };
}
