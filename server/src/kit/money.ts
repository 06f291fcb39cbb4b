// Money: whole minor units inside, decimal numbers outside.

/** The most minor units an amount or a sum can have. Each is exact as a number, and so is the sum of any two. */
export const amountMinorMax = 10 ** 14;

/**
 * The currencies of ISO 4217 whose digits after the point are not 2. A list of our own: what `Intl` tells is how people
 * write prices (HUF without any), and it changes with the runtime, which would give stored amounts another meaning.
 */
const exponents = new Map<string, number>([
  ...codes('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', 0),
  ...codes('BHD IQD JOD KWD LYD OMR TND', 3),
  ...codes('CLF UYW', 4),
]);

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Those that ISO 4217 has withdrawn; `Intl` goes on naming them for some years. */
const withdrawn = new Set(['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL']);

/** The currency code in upper case, or `undefined` for text that names no currency of ISO 4217 that is in use. */
export function normalizeCurrency(text: string): string | undefined {
  const code = normalizePastCurrency(text);
  return code !== undefined && !withdrawn.has(code) ? code : undefined;
}

/** The same, also for currencies that have been withdrawn: what was paid in them was paid in them. */
export function normalizePastCurrency(text: string): string | undefined {
  const code = text.toUpperCase();
  return currencies.has(code) ? code : undefined;
}

/** How many digits the currency has after the point (ISO 4217): EUR 2, JPY 0, JOD 3. */
export function currencyExponent(currency: string): number {
  return exponents.get(currency) ?? 2;
}

/** Minor units as a decimal number: 1999 EUR is 19.99. Parts of a minor unit are rounded to the nearest. */
export function toDecimal(minor: number, currency: string): number {
  return Math.round(minor) / 10 ** currencyExponent(currency);
}

/**
 * A decimal number as minor units: 19.99 EUR is 1999. `undefined` for what can't be paid: less than nothing, more than
 * `amountMinorMax`, or parts of a minor unit, such as 0.5 JPY and 0.1 + 0.2 EUR.
 */
export function toMinor(decimal: number, currency: string): number | undefined {
  const unit = 10 ** currencyExponent(currency);
  const minor = Math.round(decimal * unit);
  // The division is the closest number to the exact quotient, as the number that was sent is to its digits.
  const isWhole = minor / unit === decimal;
  return isWhole && minor >= 0 && minor <= amountMinorMax ? Math.abs(minor) : undefined;
}

/** What an amount must be, for the message to who sent another: "must be an amount of EUR from 0 to …". */
export function amountRule(currency: string): string {
  const digits = currencyExponent(currency);
  const most = toDecimal(amountMinorMax, currency);
  const places =
    digits === 0 ? 'without digits after the point' : `with at most ${digits} digits after the point`;
  return `must be an amount of ${currency} from 0 to ${most}, ${places}.`;
}

function codes(list: string, exponent: number): [string, number][] {
  return list.split(' ').map((code) => [code, exponent]);
}
