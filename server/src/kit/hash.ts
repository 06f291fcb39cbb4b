// Digests and their comparison.
import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** SHA-256 of UTF-8 text or bytes, 32 bytes. */
export function sha256(value: string | Uint8Array): Buffer {
  return createHash('sha256').update(value).digest();
}

/** HMAC-SHA-256 of UTF-8 text or bytes, 32 bytes. */
export function hmacSha256(key: string | Uint8Array | KeyObject, value: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(value).digest();
}

/** Whether two digests are equal, in time that does not depend on where they differ. */
export function equalDigests(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
