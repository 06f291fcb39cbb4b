// Splitting a whole name into given and family name, as far as that can be done without asking the person.

/** Words that belong to the family name after them: van Beethoven, de la Cruz, bin Salman. */
const particles = new Set(
  `von van vom zu zum zur der den de del della dello dei di da das do dos du des la le les el al bin ibn ben bint
  ter ten te af av zur st st. san santa mac o'`.split(/\s+/),
);

/** The two halves of a name; either may be missing. */
export interface NameHalves {
  firstName: string | undefined;
  lastName: string | undefined;
}

/**
 * The halves of a whole name. `Last, First` says so itself; else the last word is the family name, with the particles
 * before it. A single word is a first name.
 */
export function splitFullName(text: string): NameHalves {
  const name = text.trim().replace(/\s+/g, ' ');
  const [family = '', given = '', ...rest] = name.split(',').map((part) => part.trim());
  // `Jane Doe, PhD` and `Doe, Jane, Jr.`: only one comma with words on both sides turns a name around.
  if (family && given && rest.length === 0 && !isSuffix(given)) return turnedName(family, given);
  const words = name.split(' ').filter(Boolean);
  if (words.length < 2) return { firstName: words[0], lastName: undefined };
  let start = words.length - 1;
  while (start > 1 && (isSuffix(words[start]!) || particles.has(words[start - 1]!.toLowerCase()))) start -= 1;
  return { firstName: words.slice(0, start).join(' '), lastName: words.slice(start).join(' ') };
}

/** `Beethoven, Ludwig van`: particles at the end belong to the family name. */
function turnedName(family: string, given: string): NameHalves {
  const words = given.split(' ');
  let end = words.length;
  while (end > 1 && particles.has(words[end - 1]!)) end -= 1;
  return { firstName: words.slice(0, end).join(' '), lastName: [...words.slice(end), family].join(' ') };
}

function isSuffix(word: string): boolean {
  return /^(jr|sr|ii|iii|iv|phd|md|msc|bsc|ma|mba|esq|dds)\.?$/i.test(word.replaceAll('.', ''));
}
