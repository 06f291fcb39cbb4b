// The API key record, its written form and the names of permissions.
import { crc32 } from 'node:zlib';
import { fromBase62, isUuid, randomBase62, toBase62 } from '#kit/id.ts';

/** Everything a key can be allowed to do: `resource:action`. */
export const permissions = [
  'customers:read',
  'customers:write',
  'customers:delete',
  'customers:export',
  'companies:read',
  'companies:write',
  'orders:read',
  'orders:write',
  'orders:delete',
  'bookings:read',
  'bookings:write',
  'bookings:delete',
  'tickets:read',
  'enquiries:read',
  'enquiries:write',
  'enquiries:delete',
  'tasks:read',
  'tasks:write',
  'tasks:delete',
  'store_credit:read',
  'store_credit:issue',
  'places:read',
  'places:write',
  'staff:read',
  'staff:write',
  'services:read',
  'services:write',
  'metadata:read',
  'subscriptions:manage',
  'events:read',
  'audit:read',
] as const;

/** One thing a key can be allowed to do. */
export type Permission = (typeof permissions)[number];

/** A key to the Admin API, without its secret. */
export interface ApiKey {
  /** Record id, UUID version 7. */
  id: string;
  name: string;
  permissions: Permission[];
  createdBy: string;
  createdAt: Date;
  expiresAt: Date | undefined;
  revokedAt: Date | undefined;
  /** To the minute. */
  lastUsedAt: Date | undefined;
}

const secretPrefix = 'fdk_';
const organizationWidth = 22;
const randomWidth = 30;
/** How many characters `seal` adds. */
export const checksumWidth = 6;
const secretPattern = /^fdk_[0-9A-Za-z]{58}$/;

/**
 * The written form of a new key: `fdk_`, the organization's id in base 62 (22 characters), 30 random characters
 * (178 bits) and a checksum (6), so that a leaked key is recognised and a mistyped one costs no look-up.
 */
export function writeSecret(organizationId: string): string {
  return seal(`${secretPrefix}${encodeOrganization(organizationId)}${randomBase62(randomWidth)}`);
}

/** The organization a key names, or `undefined` for text that is not a key. */
export function organizationOfSecret(secret: string): string | undefined {
  if (!secretPattern.test(secret) || seal(secret.slice(0, -checksumWidth)) !== secret) return undefined;
  return decodeOrganization(secret.slice(secretPrefix.length, secretPrefix.length + organizationWidth));
}

/** A UUID as 22 characters of base 62. */
export function encodeOrganization(organizationId: string): string {
  return toBase62(BigInt(`0x${organizationId.replaceAll('-', '')}`), organizationWidth);
}

/** The UUID that `encodeOrganization` wrote, or `undefined`. */
export function decodeOrganization(text: string): string | undefined {
  const hex = fromBase62(text)?.toString(16).padStart(32, '0') ?? '';
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isUuid(id) ? id : undefined;
}

/** Whether the key opens anything at the moment `now`. */
export function isUsable(key: ApiKey, now: Date): boolean {
  return !key.revokedAt && (!key.expiresAt || key.expiresAt > now);
}

/** A key's text with its checksum (6 characters) at the end, by which a mistyped or found key is told from other text. */
export function seal(body: string): string {
  return body + toBase62(BigInt(crc32(body)), checksumWidth);
}
