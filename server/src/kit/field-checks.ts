// Checks of single fields, as records of every kind have them. Each returns the value in its stored form and adds what
// is wrong to `problems`; with a problem the value is of no use.
import type { FaultDetail } from '#kit/fault.ts';
import { isStorableLine, isStorableText, trimmedOrNone } from '#kit/text.ts';

/** A text that must be there, such as a name: trimmed, one line of 1 to `max` characters. */
export function checkedText(field: string, text: string, max: number, problems: FaultDetail[]): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > max || !isStorableLine(trimmed)) {
    const message = `must have 1 to ${max} characters in one line, none of them control characters.`;
    problems.push(problem(field, message));
  }
  return trimmed;
}

/** The same of a text that may be missing: an empty one is none. */
export function checkedOptionalLine(
  field: string,
  text: string,
  max: number,
  problems: FaultDetail[],
): string | undefined {
  const line = trimmedOrNone(text);
  return line === undefined ? undefined : checkedText(field, line, max, problems);
}

/** A text of several lines that may be missing: trimmed, at most `max` characters; an empty one is none. */
export function checkedOptionalText(
  field: string,
  text: string,
  max: number,
  problems: FaultDetail[],
): string | undefined {
  const trimmed = trimmedOrNone(text);
  if (trimmed !== undefined && (trimmed.length > max || !isStorableText(trimmed))) {
    problems.push(problem(field, `must have at most ${max} characters, none of them control characters.`));
  }
  return trimmed;
}

/** A whole number within bounds, both included. */
export function checkedWhole(
  field: string,
  value: number,
  { min, max }: { min: number; max: number },
  problems: FaultDetail[],
): number {
  if (!Number.isInteger(value) || value < min || value > max) {
    problems.push(problem(field, `must be a whole number from ${min} to ${max}.`));
  }
  return value;
}

/** One wrong field, to be added to the list of what is wrong. */
export function problem(path: string, message: string, code = 'invalid_field'): FaultDetail {
  return { path, code, message };
}
