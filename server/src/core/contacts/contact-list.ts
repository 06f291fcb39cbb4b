// Lists of email addresses and phone numbers, as customers and companies have them: checked, in normal form, with one
// entry that is the primary one.
import { normalizeEmail } from '#core/contacts/email-address.ts';
import { normalizePhone } from '#core/contacts/phone-number.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';

interface Email {
  address: string;
  isPrimary: boolean;
}

interface Phone {
  number: string;
  isPrimary: boolean;
}

/** A list of addresses as it is sent; the first is primary when none says so. */
export type SentEmails = { address: string; isPrimary?: boolean | undefined }[];

/** A list of phone numbers as it is sent; the first is primary when none says so. */
export type SentPhones = { number: string; isPrimary?: boolean | undefined }[];

/** The list in normal form. What is wrong is added to `problems`, and the result is then of no use. */
export function checkedEmails(sent: SentEmails, most: number, problems: FaultDetail[]): Email[] {
  if (sent.length > most) {
    problems.push(problem('emails', `must have at most ${most} entries.`, 'email_limit_reached'));
  }
  const emails = sent.map(({ address, isPrimary }, place) => {
    const normal = normalizeEmail(address);
    if (!normal)
      problems.push(problem(`emails[${place}].address`, 'must be an email address, like jane@example.com.'));
    return { address: normal ?? '', isPrimary: isPrimary ?? false };
  });
  checkEntries(
    'emails',
    'address',
    emails.map(({ address }) => address),
    problems,
  );
  return withOnePrimary('emails', emails, problems);
}

/** The list in normal form; numbers without a country code are read as `countryCode`'s. Problems as above. */
export function checkedPhones(
  sent: SentPhones,
  most: number,
  countryCode: string,
  problems: FaultDetail[],
): Phone[] {
  if (sent.length > most) {
    problems.push(problem('phones', `must have at most ${most} entries.`));
  }
  const phones = sent.map(({ number, isPrimary }, place) => {
    const normal = normalizePhone(number, countryCode);
    if (!normal)
      problems.push(problem(`phones[${place}].number`, 'must be a phone number, like +49 40 123456.'));
    return { number: normal ?? '', isPrimary: isPrimary ?? false };
  });
  checkEntries(
    'phones',
    'number',
    phones.map(({ number }) => number),
    problems,
  );
  return withOnePrimary('phones', phones, problems);
}

function checkEntries(list: string, field: string, values: string[], problems: FaultDetail[]): void {
  for (const [place, value] of values.entries()) {
    if (value && values.indexOf(value) < place) {
      problems.push(problem(`${list}[${place}].${field}`, 'is in the list twice.'));
    }
  }
}

function withOnePrimary<Entry extends { isPrimary: boolean }>(
  list: string,
  entries: Entry[],
  problems: FaultDetail[],
): Entry[] {
  const primaries = entries.filter(({ isPrimary }) => isPrimary).length;
  if (primaries > 1) problems.push(problem(list, 'must have one entry with isPrimary true.'));
  return primaries > 0 ? entries : entries.map((entry, place) => ({ ...entry, isPrimary: place === 0 }));
}
