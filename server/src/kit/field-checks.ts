// Checks of single fields, as records of every kind have them. Each returns the value in its stored form and adds what
// is wrong to `problems`; with a problem the value is of no use.
import type { FaultDetail } from '#kit/fault.ts';
import { isStorableLine, isStorableText, trimmedOrNone } from '#kit/text.ts';

/** A text that must be there: trimmed, 1 to `max` characters. */
export function checkedText(field: string, text: string, max: number, problems: FaultDetail[]): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > max || !isStorableText(trimmed)) {
    problems.push(problem(field, `must have 1 to ${max} characters, none of them control characters.`));
  }
  return trimmed;
}

/** A text of one line that may be missing: trimmed, at most `max` characters; an empty one is none. */
export function checkedOptionalLine(
  field: string,
  text: string,
  max: number,
  problems: FaultDetail[],
): string | undefined {
  const line = trimmedOrNone(text);
  if (line !== undefined && (line.length > max || !isStorableLine(line))) {
    problems.push(problem(field, `must have at most ${max} characters, all in one line.`));
  }
  return line;
}

/** A text that may be missing: trimmed, at most `max` characters; an empty one is none. */
export function checkedOptionalText(
  field: string,
  text: string,
  max: number,
  problems: FaultDetail[],
): string | undefined {
  const trimmed = trimmedOrNone(text);
  return trimmed === undefined ? undefined : checkedText(field, trimmed, max, problems);
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
