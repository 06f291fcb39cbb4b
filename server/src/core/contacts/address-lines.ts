// A postal address as it is written on paper.
import type { PostalAddress } from '#core/contacts/postal-address.ts';

/** The lines of an address, with the country's name in the language of `locale`, a BCP 47 tag; none for an empty one. */
export function addressLines(address: PostalAddress, locale: string): string[] {
  const { line1, line2, city, region, postalCode, country } = address;
  // Where an address names a region, the postal code mostly follows it; where it doesn't, it leads.
  const town = region ? joined(', ', city, joined(' ', region, postalCode)) : joined(' ', postalCode, city);
  const countryName = country && new Intl.DisplayNames(locale, { type: 'region' }).of(country);
  return [line1, line2, joined(', ', town, countryName)].filter(
    (line) => line !== undefined && line !== '',
  ) as string[];
}

function joined(between: string, ...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join(between);
}
