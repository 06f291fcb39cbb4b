// One email address or phone number of a record, checked. Records with lists of them have rules of their own.
import { normalizeEmail } from '#core/contacts/email-address.ts';
import { normalizePhone } from '#core/contacts/phone-number.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';

/** The address in normal form; an empty text is none. What is wrong is added to `problems`. */
export function checkedEmail(field: string, text: string, problems: FaultDetail[]): string | undefined {
  if (text.trim() === '') return undefined;
  const address = normalizeEmail(text);
  if (!address) problems.push(problem(field, 'must be an email address, like jane@example.com.'));
  return address;
}

/** The number in E.164, read as the country's where it has no code; an empty text is none. */
export function checkedPhone(
  field: string,
  text: string,
  countryCode: string,
  problems: FaultDetail[],
): string | undefined {
  if (text.trim() === '') return undefined;
  const number = normalizePhone(text, countryCode);
  if (!number) problems.push(problem(field, 'must be a phone number, like +49 40 123456.'));
  return number;
}
