// Whom an erasure is about, and by what they are recognised where no link leads to them. Pure.
import type { SecretBox } from '#kit/secret-box.ts';

/** What stands where a text was that a record must have. */
export const erasedText = '(erased)';

/** The person behind a customer, and behind all who were merged into it. */
export interface ErasedPerson {
  customerId: string;
  /** Ids of customers who were merged into it, and of these merges. */
  mergedIds: string[];
  /** Every address that is theirs alone, in normal form. */
  addresses: string[];
  /** Every phone number they had, E.164. */
  phones: string[];
}

const sealPurpose = 'customer-erasure';

/** What a text that shows the person holds at least one of. */
export function marksOf({ customerId, mergedIds, addresses, phones }: ErasedPerson): string[] {
  return [customerId, ...mergedIds, ...addresses, ...phones];
}

/** What two looks at the same customer have found. */
export function joined(one: ErasedPerson, other: ErasedPerson): ErasedPerson {
  const both = (list: 'mergedIds' | 'addresses' | 'phones') => [...new Set([...one[list], ...other[list]])];
  return {
    customerId: one.customerId,
    mergedIds: both('mergedIds'),
    addresses: both('addresses'),
    phones: both('phones'),
  };
}

/** A person as an erasure under way remembers them. */
export function sealPerson(secrets: SecretBox, person: ErasedPerson): Buffer {
  return secrets.seal(sealPurpose, Buffer.from(JSON.stringify(person)));
}

/** The person that `sealPerson` wrote. */
export function openPerson(secrets: SecretBox, sealed: Buffer): ErasedPerson {
  return JSON.parse(secrets.open(sealPurpose, sealed).toString());
}
