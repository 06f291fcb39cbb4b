// Customer parameters: what an organization wants to know of its customers. The record, the built-in ones, and the
// rule of what a value may be.

import { normalizeEmail } from '#core/contacts/email-address.ts';
import { normalizePhone } from '#core/contacts/phone-number.ts';
import { isStorableText } from '#kit/text.ts';

/** What a value can be. */
export const parameterTypes = [
  'text',
  'long_text',
  'number',
  'boolean',
  'date',
  'datetime',
  'select',
  'multi_select',
  'email',
  'phone',
  'url',
] as const;

/** One of `parameterTypes`. */
export type ParameterType = (typeof parameterTypes)[number];

/** A value of a custom parameter: text, number, boolean or a list of texts, as the parameter's type says. */
export type ParameterValue = string | number | boolean | string[];

/** A choice of a select or multi_select. */
export interface ParameterOption {
  value: string;
  label: string;
}

/** Bounds of a value; which ones apply depends on the type. */
export interface ParameterValidation {
  min?: number;
  max?: number;
  maxLength?: number;
  /** A regular expression the whole text must match. */
  pattern?: string;
}

/** A definition. */
export interface CustomerParameter {
  /** Record id of a custom one, the field's name of a built-in one. */
  id: string;
  /** Stable name for programs. */
  key: string;
  /** What people see. */
  name: string;
  description: string | undefined;
  type: ParameterType;
  options: ParameterOption[];
  required: boolean;
  /** Whether it is a built-in field. */
  system: boolean;
  customerVisible: boolean;
  customerEditable: boolean;
  defaultValue: ParameterValue | undefined;
  validation: ParameterValidation;
  /** Heading it stands under. */
  group: string | undefined;
  order: number;
  archived: boolean;
}

const builtIn = (
  id: string,
  name: string,
  type: ParameterType,
  order: number,
  editable: boolean,
): CustomerParameter => ({
  id,
  key: id,
  name,
  description: undefined,
  type,
  options: [],
  required: false,
  system: true,
  customerVisible: true,
  customerEditable: editable,
  defaultValue: undefined,
  validation: {},
  group: undefined,
  order,
  archived: false,
});

/** The built-in fields that a list can be filtered by, as definitions. */
export const systemParameters: readonly CustomerParameter[] = [
  builtIn('firstName', 'First name', 'text', 0, true),
  builtIn('lastName', 'Last name', 'text', 1, true),
  builtIn('email', 'Email', 'email', 2, false),
  builtIn('phone', 'Phone', 'phone', 3, true),
  builtIn('customerNumber', 'Customer number', 'text', 4, false),
  builtIn('source', 'Source', 'text', 5, false),
];

const longestText: Partial<Record<ParameterType, number>> = { text: 500, long_text: 10_000, url: 2_048 };

/**
 * The form in which a value is kept, or `problem`, a sentence part that says what would be right: "must be …".
 * `countryCode` reads phone numbers without a country code.
 */
export function checkParameterValue(
  parameter: CustomerParameter,
  value: unknown,
  countryCode: string,
): { value: ParameterValue } | { problem: string } {
  switch (parameter.type) {
    case 'number':
      return checkNumber(parameter.validation, value);
    case 'boolean':
      return typeof value === 'boolean' ? { value } : { problem: 'must be true or false.' };
    case 'multi_select':
      return checkChoices(parameter, value);
    default:
      if (typeof value !== 'string' || !isStorableText(value)) return { problem: 'must be text.' };
      return checkText(parameter, value.trim(), countryCode);
  }
}

function checkText(parameter: CustomerParameter, text: string, countryCode: string) {
  const { type, validation } = parameter;
  const maxLength = Math.min(validation.maxLength ?? Number.POSITIVE_INFINITY, longestText[type] ?? 500);
  if (text === '') return { problem: 'must not be empty; null clears it.' };
  if (text.length > maxLength) return { problem: `must have at most ${maxLength} characters.` };
  if (validation.pattern && !matchesPattern(validation.pattern, text)) {
    return { problem: `must match the pattern ${validation.pattern}.` };
  }
  switch (type) {
    case 'email':
      return valueOr(normalizeEmail(text), 'must be an email address, like jane@example.com.');
    case 'phone':
      return valueOr(normalizePhone(text, countryCode), 'must be a phone number, like +49 40 123456.');
    case 'url':
      return valueOr(
        isWebAddress(text) ? text : undefined,
        'must be a web address, like https://example.com.',
      );
    case 'date':
      return valueOr(isDate(text) ? text : undefined, 'must be a date, like 2026-03-31.');
    case 'datetime':
      return valueOr(normalizeInstant(text), 'must be a time with its offset, like 2026-03-31T09:00:00Z.');
    case 'select':
      return valueOr(choiceOf(parameter, text), `must be one of ${choicesOf(parameter)}.`);
    default:
      return { value: text };
  }
}

function checkNumber({ min, max }: ParameterValidation, value: unknown) {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { problem: 'must be a number.' };
  if (min !== undefined && value < min) return { problem: `must be at least ${min}.` };
  if (max !== undefined && value > max) return { problem: `must be at most ${max}.` };
  return { value };
}

function checkChoices(parameter: CustomerParameter, value: unknown) {
  const problem = `must be a list of ${choicesOf(parameter)}.`;
  if (!Array.isArray(value)) return { problem };
  const choices = value.map((item) => (typeof item === 'string' ? choiceOf(parameter, item) : undefined));
  if (choices.some((choice) => choice === undefined)) return { problem };
  return { value: [...new Set(choices as string[])] };
}

function valueOr(value: string | undefined, problem: string) {
  return value === undefined ? { problem } : { value };
}

function choiceOf({ options }: CustomerParameter, text: string): string | undefined {
  return options.find(({ value }) => value === text)?.value;
}

function choicesOf({ options }: CustomerParameter): string {
  return options.map(({ value }) => value).join(', ');
}

/** Whether the whole text matches. A pattern that could take exponential time is refused when it is defined. */
function matchesPattern(pattern: string, text: string): boolean {
  return new RegExp(`^(?:${pattern})$`, 'u').test(text);
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Whether the text is a day of the years 1 to 9999. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function normalizeInstant(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i.test(text))
    return undefined;
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime()) || !isDate(text.slice(0, 10))) return undefined;
  // The offset can lead out of the calendar, to a year that is written with a sign.
  const utc = instant.toISOString();
  return isDate(utc.slice(0, 10)) ? utc : undefined;
}
