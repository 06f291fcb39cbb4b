// What may be said about an enquiry, checked and applied. Pure; the operations read and write around it. Statuses are
// in enquiry-status.ts.
import { checkedEmail, checkedPhone } from '#core/contacts/contact-fields.ts';
import { checkParameterValue } from '#core/customer-parameters/customer-parameter.ts';
import { type Enquiry, type EnquiryPriority, enquiryBounds } from '#core/enquiries/enquiry.ts';
import type { EnquirySettings } from '#core/enquiries/settings/enquiry-settings.ts';
import { mergedCustomFields } from '#kit/custom-fields.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { checkedOptionalLine, problem } from '#kit/field-checks.ts';
import { isStorableText, trimmedOrNone } from '#kit/text.ts';

/** Fields to set; what is left out stays. An empty text clears. Whom it is assigned to is in enquiry-links.ts. */
export interface EnquiryChanges {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  type?: string | undefined;
  subject?: string | undefined;
  message?: string | undefined;
  category?: string | undefined;
  lostReason?: string | undefined;
  priority?: EnquiryPriority | undefined;
  source?: string | undefined;
  referrer?: string | undefined;
  /** Values by key; null removes one. */
  customFields?: Record<string, unknown> | undefined;
  externalId?: string | undefined;
}

/** What the fields are checked against. */
export interface ChangeRules {
  settings: EnquirySettings;
  /** Reads phone numbers without a country code. */
  countryCode: string;
}

/** The enquiry with the changes applied. What is wrong is added to `problems`, and the result is then of no use. */
export function withEnquiryChanges(
  enquiry: Enquiry,
  changes: EnquiryChanges,
  rules: ChangeRules,
  problems: FaultDetail[],
): Enquiry {
  const { settings, countryCode } = rules;
  const { email, phone, type, source, customFields } = changes;
  const next = { ...enquiry };
  for (const field of ['name', 'referrer', 'externalId'] as const) {
    const text = changes[field];
    if (text !== undefined) next[field] = checkedOptionalLine(field, text, enquiryBounds[field], problems);
  }
  applyQuestion(next, changes, problems);
  if (email !== undefined) next.email = checkedAddress(email, problems);
  if (phone !== undefined) next.phone = checkedPhone('phone', phone, countryCode, problems);
  if (type !== undefined) next.type = checkedType(type, settings, problems);
  for (const [field, list] of [
    ['category', settings.categories],
    ['lostReason', settings.lostReasons],
  ] as const) {
    const text = changes[field];
    if (text !== undefined) next[field] = checkedChoice(field, text, list, problems);
  }
  if (source !== undefined) {
    next.source = checkedOptionalLine('source', source, enquiryBounds.source, problems) ?? enquiry.source;
  }
  next.priority = changes.priority ?? enquiry.priority;
  if (customFields) {
    const known = checkedValues(customFields, rules, problems);
    next.customFields = mergedCustomFields(enquiry.customFields, known, problems);
  }
  return next;
}

/** Adds a problem for each custom field, or each of `keys`, that must have a value and has none. */
export function checkRequiredFields(
  { customFields }: Enquiry,
  settings: EnquirySettings,
  problems: FaultDetail[],
  keys?: string[],
): void {
  const told = new Set(problems.map(({ path }) => path));
  const lacking = settings.customFields.filter(
    ({ required, archived, key }) =>
      required &&
      !archived &&
      customFields[key] === undefined &&
      (keys?.includes(key) ?? true) &&
      !told.has(`customFields.${key}`),
  );
  problems.push(...lacking.map(({ key }) => problem(`customFields.${key}`, 'is needed.', 'missing_field')));
}

/** The values that fields have from the beginning. */
export function defaultValues(settings: EnquirySettings): Record<string, unknown> {
  const entries = settings.customFields.map(({ key, defaultValue }) => [key, defaultValue]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function applyQuestion(next: Enquiry, { subject, message }: EnquiryChanges, problems: FaultDetail[]): void {
  if (subject !== undefined) {
    next.subject = checkedOptionalLine('subject', subject, enquiryBounds.subject, problems);
  }
  if (message !== undefined) next.message = checkedMessage(message, enquiryBounds.message, problems);
  if (!next.subject && !next.message) {
    problems.push(problem('message', 'or subject is needed.', 'missing_field'));
  }
}

/** A text of several lines: trimmed, at most `max` characters; an empty one is none. */
export function checkedMessage(sent: string, max: number, problems: FaultDetail[]): string | undefined {
  const text = trimmedOrNone(sent);
  if (text !== undefined && (text.length > max || !isStorableText(text))) {
    problems.push(
      problem('message', `must have at most ${max} characters, none of them control characters.`),
    );
  }
  return text;
}

function checkedAddress(sent: string, problems: FaultDetail[]): string {
  const address = checkedEmail('email', sent, problems);
  if (sent.trim() === '')
    problems.push(problem('email', 'is needed: the answer goes there.', 'missing_field'));
  return address ?? '';
}

function checkedType(sent: string, { types }: EnquirySettings, problems: FaultDetail[]): Enquiry['type'] {
  const found = types.find(({ key }) => key === sent);
  if (!found) problems.push(problem('type', `must be one of ${types.map(({ key }) => key).join(', ')}.`));
  return found ?? { key: sent, label: sent };
}

/** A text out of a list, in whatever case it was sent; any text where the list is empty. */
function checkedChoice(
  field: 'category' | 'lostReason',
  sent: string,
  list: string[],
  problems: FaultDetail[],
): string | undefined {
  const text = checkedOptionalLine(field, sent, enquiryBounds[field], problems);
  if (text === undefined || list.length === 0) return text;
  const found = list.find((choice) => choice.toLowerCase() === text.toLowerCase());
  if (!found) problems.push(problem(field, `must be one of ${list.join(', ')}.`));
  return found ?? text;
}

/** Values in their stored form. Without any definition every key is free. */
function checkedValues(
  sent: Record<string, unknown>,
  { settings, countryCode }: ChangeRules,
  problems: FaultDetail[],
): Record<string, unknown> {
  const fields = settings.customFields.filter(({ archived }) => !archived);
  if (fields.length === 0) return sent;
  const values: [string, unknown][] = [];
  for (const [key, value] of Object.entries(sent)) {
    const path = `customFields.${key}`;
    const field = fields.find((one) => one.key === key);
    if (!field) {
      problems.push(
        problem(path, 'is no custom field; GET /metadata/enquiries lists them.', 'unknown_property'),
      );
      continue;
    }
    const checked = value === null ? { value } : checkParameterValue(field, value, countryCode);
    if ('problem' in checked) problems.push(problem(path, checked.problem));
    else values.push([key, checked.value]);
  }
  return Object.fromEntries(values);
}
