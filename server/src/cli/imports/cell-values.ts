// What a cell means, whatever the list is of: nothing, yes or no, a number, an amount, a date, a moment.
import type { SaidMoment } from '#core/imports/said-moment.ts';
import { foldHeading } from '#src/cli/imports/heading-names.ts';

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

/** A number. A comma with at most two digits after it is decimal (12,50); grouping signs are not guessed at. */
export function readNumber(text: string): number | undefined {
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) return Number(text);
  return /^[+-]?\d+,\d{1,2}$/.test(text) ? Number(text.replace(',', '.')) : undefined;
}

/** A date as YYYY-MM-DD; 31.12.1999 is read too, 12/31/1999 only where it can't be the 12th of a month 31, or the reverse. */
export function readDate(text: string): string {
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

/** One of several words: the first value that has the text, folded, among its names. */
export function wordsToValues<Value extends string>(
  names: Record<Value, string>,
): (text: string) => Value | undefined {
  const values = Object.keys(names) as Value[];
  const valueByName = new Map(
    values.flatMap((value) =>
      [foldHeading(value), ...names[value].trim().split(/\s+/)].map((name) => [name, value] as const),
    ),
  );
  return (text) => valueByName.get(foldHeading(text));
}

/**
 * An amount of money, with or without the currency's sign or code. Grouping is read where the decimals tell it apart
 * (1.234,56 and 1,234.56), and not guessed at elsewhere (1,234).
 */
export function readAmount(text: string): number | undefined {
  const bare = text.replace(/^[A-Z]{3}\b|\b[A-Z]{3}$|[\p{Sc}\s']/gu, '');
  if (/^\d{1,3}(,\d{3})+\.\d{1,3}$/.test(bare)) return Number(bare.replaceAll(',', ''));
  if (/^\d{1,3}(\.\d{3})+,\d{1,3}$/.test(bare)) return Number(bare.replaceAll('.', '').replace(',', '.'));
  return readNumber(bare);
}

/** A time of day as HH:mm: 9:30, 09:30:00, 9.30, 9:30 pm. Seconds are dropped. */
export function readTime(text: string): string | undefined {
  const [, hours, minutes, half] =
    /^(\d{1,2})[:.](\d{2})(?:[:.]\d{2}(?:\.\d+)?)?\s*([ap]\.?m\.?)?$/i.exec(text) ?? [];
  if (!hours || !minutes || Number(minutes) > 59) return undefined;
  const hour = half ? (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hours);
  if (hour > 23 || (half && (Number(hours) === 0 || Number(hours) > 12))) return undefined;
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}

/** A moment: with an offset (2026-03-31T09:30:00Z, 2026-03-31 09:30 +0200), or a date of the place, with or without a time. */
export function readMoment(text: string): SaidMoment | undefined {
  const [, day, time, offset] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|UTC|[+-]\d{2}:?\d{2})$/.exec(text) ?? [];
  if (day && time && offset) {
    const zone = /^[ZU]/.test(offset) ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`;
    const moment = new Date(`${day}T${time}${zone}`);
    return Number.isNaN(moment.getTime()) ? undefined : moment;
  }
  const [, dateText, timeText] = /^(\d[\d.\-/]*\d)(?:[T ,]+(\S.*))?$/.exec(text) ?? [];
  const date = readDate(dateText ?? '');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  if (timeText === undefined) return { date };
  const clock = readTime(timeText);
  return clock === undefined ? undefined : { date, time: clock };
}
