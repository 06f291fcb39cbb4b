// What a cell of a customer list means: nothing, yes or no, a status, several addresses, a value of a custom parameter.
import { type CustomerStatus, customerStatuses } from '#core/customers/customer.ts';
import type { CustomerParameter } from '#core/customers/customer-parameter.ts';
import { foldHeading } from '#src/cli/customer-import/headings.ts';

const nothing = new Set([
  '-',
  '--',
  '–',
  '—',
  'n/a',
  'N/A',
  '#N/A',
  'NULL',
  'null',
  '(null)',
  '(blank)',
  '\\N',
  'undefined',
]);
const yes = new Set(
  `yes y true t 1 x on ok ja j wahr oui o vrai si s sim vero verdadero verdadeiro tak ano kylla igen
  optin optedin subscribed active granted accepted abonniert confirmed`.split(/\s+/),
);
const no = new Set(
  `no n false f 0 off nein falsch non faux nao falso nee nej nei nie ne ei nem
  optout optedout unsubscribed notsubscribed nonsubscribed inactive denied declined abgemeldet never`.split(
    /\s+/,
  ),
);
const statusByName: Record<string, CustomerStatus> = {
  ...Object.fromEntries(customerStatuses.map((status) => [status, status])),
  ...named('active', 'aktiv actif active activo activa attivo attiva ativo actief enabled current open'),
  ...named(
    'inactive',
    'inaktiv inactif inactivo inactiva inattivo inattiva inativo inactief disabled paused former archived',
  ),
  ...named('banned', 'gesperrt blocked blockiert bloque bloqueado bloccato geblokkeerd blacklisted'),
};

/**
 * A cell's text without what only programs put there: surrounding space, marks of writing direction, the ' that keeps
 * spreadsheets from calculating. Empty for what stands for nothing (`-`, `n/a`, `NULL`).
 */
export function cellText(cell: string): string {
  const text = cell.replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff]/g, '').trim();
  if (nothing.has(text)) return '';
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

/** Yes or no, in the languages lists come in; `undefined` when it is neither. Consent is not guessed. */
export function readYesNo(text: string): boolean | undefined {
  const folded = foldHeading(text) || text;
  if (yes.has(folded) || text === '✓' || text === '✔') return true;
  return no.has(folded) || text === '✗' || text === '✘' ? false : undefined;
}

/** The status that a word means. */
export function readStatus(text: string): CustomerStatus | undefined {
  return statusByName[foldHeading(text)];
}

/** The addresses in a cell: several may be separated, and each may have a name or a scheme around it. */
export function readEmails(text: string): string[] {
  const inBrackets = [...text.matchAll(/<([^<>\s]+@[^<>\s]+)>/g)].map((match) => match[1]!);
  if (inBrackets.length > 0) return inBrackets;
  return text
    .split(/[\s,;|]+|:::/)
    .map((part) => part.replace(/^mailto:/i, ''))
    .filter(Boolean);
}

/** The phone numbers in a cell. `.0` is what spreadsheets append to a number they took for a sum. */
export function readPhones(text: string): string[] {
  return text
    .split(/[,;|\n]+|:::/)
    .map((part) =>
      part
        .trim()
        .replace(/^tel:/i, '')
        .replace(/^(\d{7,})\.0$/, '$1'),
    )
    .filter(Boolean);
}

/** A value of a parameter, in the form its type has; what can't be read as that stays text and fails its check. */
export function readParameterValue(parameter: CustomerParameter, text: string): unknown {
  switch (parameter.type) {
    case 'number':
      return readNumber(text) ?? text;
    case 'boolean':
      return readYesNo(text) ?? text;
    case 'date':
      return readDate(text);
    case 'select':
      return choiceNamed(parameter, text);
    case 'multi_select':
      return text
        .split(/[,;|\n]+/)
        .map((part) => choiceNamed(parameter, part.trim()))
        .filter(Boolean);
    default:
      return text;
  }
}

// A comma with at most two digits after it is decimal (12,50); grouping signs are not guessed at.
function readNumber(text: string): number | undefined {
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) return Number(text);
  return /^[+-]?\d+,\d{1,2}$/.test(text) ? Number(text.replace(',', '.')) : undefined;
}

/** As YYYY-MM-DD; 31.12.1999 is read too, 12/31/1999 only where it can't be the 12th of a month 31, or the reverse. */
function readDate(text: string): string {
  const [, dayFirst, month, dotYear] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text) ?? [];
  if (dayFirst && month && dotYear) return isoDate(dotYear, month, dayFirst);
  const [, one, two, year] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text) ?? [];
  if (!one || !two || !year) return text;
  if (Number(one) > 12 || one === two) return isoDate(year, two, one);
  return Number(two) > 12 ? isoDate(year, one, two) : text;
}

function isoDate(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function choiceNamed({ options }: CustomerParameter, text: string): string {
  const folded = foldHeading(text);
  const exact = options.find(({ value }) => value === text);
  const alike = options.find(
    ({ value, label }) => foldHeading(value) === folded || foldHeading(label) === folded,
  );
  return (exact ?? alike)?.value ?? text;
}

function named(status: CustomerStatus, words: string): Record<string, CustomerStatus> {
  return Object.fromEntries(words.split(' ').map((word) => [word, status]));
}
