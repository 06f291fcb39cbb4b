// Money: whole minor units inside, decimal numbers outside.

const exponents = new Map<string, number>();

/** How many digits the currency has after the point (ISO 4217): EUR 2, JPY 0, JOD 3. */
export function currencyExponent(currency: string): number {
  let exponent = exponents.get(currency);
  if (exponent === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    exponent = format.resolvedOptions().maximumFractionDigits ?? 2;
    exponents.set(currency, exponent);
  }
  return exponent;
}

/** Minor units as a decimal number: 1999 EUR is 19.99. Parts of a minor unit are rounded to the nearest. */
export function toDecimal(minor: number, currency: string): number {
  return Math.round(minor) / 10 ** currencyExponent(currency);
}
