// What a row is known again by: a hash of what it says. Pure.
import { sha256 } from '#kit/hash.ts';

/** 16 bytes of the SHA-256 of a text, as hex digits. */
export function keyFrom(text: string): string {
  return sha256(text).subarray(0, 16).toString('hex');
}

/** The key of what a row says: the same for any file, line and order of columns. */
export function rowKeyOf(input: object): string {
  return keyFrom(JSON.stringify(inOrder(input)));
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return entries
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, part]) => [name, inOrder(part)]);
}
