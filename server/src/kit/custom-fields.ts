// What callers keep with a record under names of their own.
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';

/** The most custom fields of a record. */
export const customFieldsMax = 100;
/** The most bytes of them as JSON. */
export const customFieldsBytesMax = 16_384;

/** The fields with those that were sent: each is set, null removes one. What is wrong is added to `problems`. */
export function mergedCustomFields(
  before: Record<string, unknown>,
  sent: Record<string, unknown>,
  problems: FaultDetail[],
): Record<string, unknown> {
  const merged = Object.fromEntries(
    Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null),
  );
  if (Object.keys(merged).length > customFieldsMax) {
    problems.push(problem('customFields', `must have at most ${customFieldsMax} entries.`));
  }
  if (Buffer.byteLength(JSON.stringify(merged)) > customFieldsBytesMax) {
    problems.push(problem('customFields', `must have at most ${customFieldsBytesMax} bytes as JSON.`));
  }
  return merged;
}
