// Identifiers: record ids that sort by time (UUID version 7), their bounds for a moment, and random text.
import { randomFillSync } from 'node:crypto';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const pool = Buffer.alloc(4096);
let poolUsed = pool.length;
let askedMs = 0;
let usedMs = 0;
let sequence = 0;

/** A new UUID version 7 for the moment `now`: later ones of one process sort after earlier ones (RFC 9562, 6.2, method 1). */
export function newId(now: Date): string {
  const ms = now.getTime();
  // A millisecond with more ids than its sequence has places runs on into the next ones.
  const goesOn = ms === askedMs || (ms > askedMs && ms <= usedMs);
  if (goesOn) sequence += 1;
  else [usedMs, sequence] = [ms, randomBelow4096() >> 1];
  if (sequence > 0xfff) [usedMs, sequence] = [usedMs + 1, 0];
  askedMs = ms;
  return layOut(usedMs, sequence, nextRandomBytes(8));
}

/** The lowest UUID version 7 of a moment: a bound for "created at or after" over time-ordered ids. */
export function lowestIdAt(moment: Date): string {
  return layOut(Math.max(0, moment.getTime()), 0, Buffer.alloc(8));
}

const lowestId = '00000000-0000-0000-0000-000000000000';
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * The part of a list, newest first, that these narrow it to, as bounds on the id: `lowest` belongs to it, `below` does
 * not. `after` is the id the page continues after.
 */
export function idBounds({
  after,
  createdAfter,
  createdBefore,
}: {
  after?: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
}): { lowest: string; below: string } {
  const lowest = createdAfter ? lowestIdAt(createdAfter) : lowestId;
  const before = createdBefore ? lowestIdAt(createdBefore) : highestId;
  return { lowest, below: after && after < before ? after : before };
}

/** Whether the text has the form of a UUID, so that it can be compared with a record id. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/** Random text over 0-9A-Za-z, up to 4096 characters; 5.95 bits a character, without modulo bias. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of nextRandomBytes(length)) {
      if (byte < 248 && text.length < length) text += base62[byte % 62];
    }
  }
  return text;
}

/** A non-negative integer as base 62, padded with zeros to `width`. */
export function toBase62(value: bigint, width: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = base62[Number(rest % 62n)] + text;
  return text.padStart(width, '0');
}

/** The integer written by `toBase62`, or `undefined` for text that is not base 62. */
export function fromBase62(text: string): bigint | undefined {
  let value = 0n;
  for (const character of text) {
    const digit = base62.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 62n + BigInt(digit);
  }
  return value;
}

const uuidWidth = 22;

/** A UUID as 22 characters of base 62. */
export function encodeUuid(id: string): string {
  return toBase62(BigInt(`0x${id.replaceAll('-', '')}`), uuidWidth);
}

/** The UUID that `encodeUuid` wrote, or `undefined`. */
export function decodeUuid(text: string): string | undefined {
  const hex = fromBase62(text)?.toString(16).padStart(32, '0') ?? '';
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isUuid(id) ? id : undefined;
}

function layOut(ms: number, rest: number, random: Buffer): string {
  const time = ms.toString(16).padStart(12, '0');
  const middle = (0x7000 | rest).toString(16);
  random[0] = (random[0]! & 0x3f) | 0x80;
  const tail = random.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-${middle}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

function nextRandomBytes(count: number): Buffer {
  if (poolUsed + count > pool.length) {
    randomFillSync(pool);
    poolUsed = 0;
  }
  poolUsed += count;
  return pool.subarray(poolUsed - count, poolUsed);
}

function randomBelow4096(): number {
  return nextRandomBytes(2).readUInt16BE() & 0xfff;
}
