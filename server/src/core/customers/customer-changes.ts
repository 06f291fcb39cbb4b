// What staff and programs may say about a customer, checked and applied to the record. Pure; the operations around it
// read and write.
import { normalizeEmail } from '#core/contacts/email-address.ts';
import { normalizePhone } from '#core/contacts/phone-number.ts';
import {
  type Customer,
  type CustomerEmail,
  type CustomerPhone,
  type CustomerStatus,
  customerEmailsMax,
  customerNumberLength,
  customerPhonesMax,
  displayNameOf,
} from '#core/customers/customer.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { trimmedOrNone } from '#kit/text.ts';

/** Fields to set; what is left out stays. An empty text clears a name. */
export interface CustomerChanges {
  firstName?: string | undefined;
  lastName?: string | undefined;
  displayName?: string | undefined;
  /** The whole list; the first is primary when none says so. */
  emails?: { address: string; isPrimary?: boolean | undefined }[] | undefined;
  phones?: { number: string; isPrimary?: boolean | undefined }[] | undefined;
  customerNumber?: string | undefined;
  status?: CustomerStatus | undefined;
  source?: string | undefined;
  marketingOptIn?: boolean | undefined;
  smsOptIn?: boolean | undefined;
}

/** The record with the changes applied. What is wrong is added to `problems`, and the result is then of no use. */
export function withChanges(
  customer: Customer,
  changes: CustomerChanges,
  countryCode: string,
  problems: FaultDetail[],
): Customer {
  const next = { ...customer };
  if (changes.firstName !== undefined) next.firstName = trimmedOrNone(changes.firstName);
  if (changes.lastName !== undefined) next.lastName = trimmedOrNone(changes.lastName);
  const renamed = next.firstName !== customer.firstName || next.lastName !== customer.lastName;
  if (renamed) next.displayName = displayNameOf(next.firstName, next.lastName);
  if (changes.displayName !== undefined) {
    next.displayName = trimmedOrNone(changes.displayName) ?? displayNameOf(next.firstName, next.lastName);
  }
  if (changes.emails) next.emails = checkedEmails(changes.emails, problems);
  if (changes.phones) next.phones = checkedPhones(changes.phones, countryCode, problems);
  if (changes.customerNumber !== undefined)
    next.customerNumber = checkedNumber(changes.customerNumber, problems);
  if (changes.source !== undefined) next.source = trimmedOrNone(changes.source) ?? customer.source;
  next.status = changes.status ?? customer.status;
  next.marketingOptIn = changes.marketingOptIn ?? customer.marketingOptIn;
  next.smsOptIn = changes.smsOptIn ?? customer.smsOptIn;
  return next;
}

/** The names of the fields in which two states of a customer differ. */
export function changedFields(before: Customer, after: Customer): Set<keyof Customer> {
  const names = Object.keys(after) as (keyof Customer)[];
  return new Set(names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])));
}

function checkedEmails(
  sent: NonNullable<CustomerChanges['emails']>,
  problems: FaultDetail[],
): CustomerEmail[] {
  if (sent.length > customerEmailsMax) {
    problems.push(
      problem('emails', `must have at most ${customerEmailsMax} entries.`, 'email_limit_reached'),
    );
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

function checkedPhones(
  sent: NonNullable<CustomerChanges['phones']>,
  countryCode: string,
  problems: FaultDetail[],
): CustomerPhone[] {
  if (sent.length > customerPhonesMax) {
    problems.push(problem('phones', `must have at most ${customerPhonesMax} entries.`));
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

function checkedNumber(sent: string, problems: FaultDetail[]): string {
  const number = sent.trim();
  const { min, max } = customerNumberLength;
  if (number.length < min || number.length > max) {
    problems.push(problem('customerNumber', `must have ${min} to ${max} characters.`));
  }
  return number;
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

function problem(path: string, message: string, code = 'invalid_field'): FaultDetail {
  return { path, code, message };
}
