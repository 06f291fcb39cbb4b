// What staff and programs may say about a customer, checked and applied to the record. Pure; the operations around it
// read and write.
import {
  checkedEmails,
  checkedPhones,
  type SentEmails,
  type SentPhones,
} from '#core/contacts/contact-list.ts';
import {
  type Customer,
  type CustomerStatus,
  customerEmailsMax,
  customerNumberLength,
  customerPhonesMax,
  displayNameOf,
} from '#core/customers/customer.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';
import { trimmedOrNone } from '#kit/text.ts';

/** Fields to set; what is left out stays. An empty text clears a name. */
export interface CustomerChanges {
  firstName?: string | undefined;
  lastName?: string | undefined;
  displayName?: string | undefined;
  /** The whole list; the first is primary when none says so. */
  emails?: SentEmails | undefined;
  phones?: SentPhones | undefined;
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
  if (changes.emails) next.emails = checkedEmails(changes.emails, customerEmailsMax, problems);
  if (changes.phones) next.phones = checkedPhones(changes.phones, customerPhonesMax, countryCode, problems);
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

function checkedNumber(sent: string, problems: FaultDetail[]): string {
  const number = sent.trim();
  const { min, max } = customerNumberLength;
  if (number.length < min || number.length > max) {
    problems.push(problem('customerNumber', `must have ${min} to ${max} characters.`));
  }
  return number;
}
