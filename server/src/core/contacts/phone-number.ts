// Phone numbers: the form they are stored and compared in.
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The most characters a number may be written with. */
export const phoneLengthMax = 40;

/**
 * The normal form of a number: E.164 (`+4940123456`). A number without a country code is read as `countryCode`'s.
 * `undefined` for text that can't be a number: what matters is a possible length for its country, since whether a
 * number is in use nobody knows.
 */
export function normalizePhone(text: string, countryCode: string): string | undefined {
  const written = text.trim();
  if (written.length > phoneLengthMax || !/^[+\d(][\d\s().\-/]*$/.test(written)) return undefined;
  const country = isSupportedCountry(countryCode) ? (countryCode as CountryCode) : undefined;
  const number = parsePhoneNumberFromString(written, { defaultCountry: country, extract: false });
  return number?.isPossible() ? number.number : undefined;
}
