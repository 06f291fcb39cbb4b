// The organization record: the tenant.

/** An organization: a coworking space, a studio, a clinic, a club. */
export interface Organization {
  /** Record id, UUID version 7. */
  id: string;
  /** Short name for URLs and the command line. */
  slug: string;
  name: string;
  /** ISO 3166-1 alpha-2; phone numbers without a country code are read as this country's. */
  countryCode: string;
  /** IANA zone name. */
  timeZone: string;
  /** ISO 4217; the currency of totals. */
  currency: string;
  /** Where its administrators get mail about the service. */
  adminEmail: string | undefined;
  /** How long a customer stays signed in. */
  sessionDays: number;
  /** How long a sign-in code is good. */
  codeMinutes: number;
  /** Colour of the brand on hosted pages, `#rrggbb`. */
  primaryColor: string | undefined;
  /** Picture of the brand on hosted pages. */
  logoUrl: string | undefined;
  createdAt: Date;
}

const slugPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether the text can be a slug: 1 to 63 of a-z, 0-9 and -, no - at the ends. */
export function isSlug(text: string): boolean {
  return slugPattern.test(text);
}

/** A slug made from a name: `Zoë's Studio` becomes `zoe-s-studio`. */
export function slugFor(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '');
  return slug || 'organization';
}
