// Postal addresses: text in parts, of which only the country has a form.
import { isCountry } from '#core/contacts/country.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { checkedOptionalText, problem } from '#kit/field-checks.ts';

/** The parts of an address, in the order they are written in. */
export const addressParts = ['line1', 'line2', 'city', 'region', 'postalCode', 'country'] as const;

/** The most characters of a part (G-041). */
export const addressPartLengthMax = 200;

/** Where something stands; each part may be missing. The country is ISO 3166-1 alpha-2. */
export type PostalAddress = { [Part in (typeof addressParts)[number]]?: string | undefined };

/** The address in its stored form, without empty parts. What is wrong is added to `problems`. */
export function checkedPostalAddress(
  field: string,
  sent: PostalAddress,
  problems: FaultDetail[],
): PostalAddress {
  const address: PostalAddress = {};
  for (const part of addressParts) {
    const text = checkedOptionalText(`${field}.${part}`, sent[part] ?? '', addressPartLengthMax, problems);
    if (text !== undefined) address[part] = part === 'country' ? text.toUpperCase() : text;
  }
  if (address.country !== undefined && !isCountry(address.country)) {
    problems.push(problem(`${field}.country`, 'must be a two-letter country code, like DE.'));
  }
  return address;
}
