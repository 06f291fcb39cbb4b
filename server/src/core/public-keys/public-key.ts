// The public integration key: it names an organization from a web page. The record, its written form, and the rule of
// which origins it may be used from.
import { checksumWidth, decodeOrganization, encodeOrganization, seal } from '#core/api-keys/api-key.ts';
import { randomBase62 } from '#kit/id.ts';

/** A public key. It is no secret: what it opens is bound to origins. */
export interface PublicKey {
  /** Record id, UUID version 7. */
  id: string;
  /** The key itself. */
  key: string;
  name: string;
  /** As `normalizeOrigin` writes them. */
  allowedOrigins: string[];
  createdAt: Date;
  revokedAt: Date | undefined;
}

/** How many origins a key may have. */
export const allowedOriginsMax = 20;

const keyPrefix = 'pk_';
const organizationWidth = 22;
const randomWidth = 20;
const keyPattern = /^pk_[0-9A-Za-z]{48}$/;

/**
 * The written form of a new key: `pk_`, the organization's id in base 62 (22 characters), 20 random characters
 * (119 bits) and a checksum (6).
 */
export function writePublicKey(organizationId: string): string {
  return seal(`${keyPrefix}${encodeOrganization(organizationId)}${randomBase62(randomWidth)}`);
}

/** The organization a key names, or `undefined` for text that is not a public key. */
export function organizationOfPublicKey(key: string): string | undefined {
  if (!keyPattern.test(key) || seal(key.slice(0, -checksumWidth)) !== key) return undefined;
  return decodeOrganization(key.slice(keyPrefix.length, keyPrefix.length + organizationWidth));
}

/**
 * Whether a key may be used from the origin a browser names: the `Origin` header, `undefined` when there is none.
 * Source: Spec, A, POST /enquiries.
 */
export function originAllowed(key: Pick<PublicKey, 'allowedOrigins'>, origin: string | undefined): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  // What a browser sends is already in this form; anything else was not written by one.
  if (new URL(origin).origin !== origin) return false;
  return key.allowedOrigins.some((allowed) => matches(allowed, origin));
}

/**
 * An origin in the form browsers send, from the form people write: scheme, host and port, `*.` for exactly one label
 * of the host. `undefined` for anything else: https is needed except on this machine, a path is not allowed, and what
 * follows `*.` must have two labels.
 */
export function normalizeOrigin(text: string): string | undefined {
  const wildcard = text.includes('://*.');
  const plain = text.replace('://*.', '://').replace(/\/$/, '');
  const url = URL.canParse(plain) ? new URL(plain) : undefined;
  const written = /^[a-z]+:\/\/[^/?#@\\\s]+$/i.test(plain);
  if (!url || !written || url.hostname.includes('*') || !isTrustworthy(url)) return undefined;
  if (!wildcard) return url.origin;
  return isWideName(url.hostname) ? undefined : url.origin.replace('://', '://*.');
}

function matches(allowed: string, origin: string): boolean {
  if (!allowed.includes('://*.')) return allowed === origin;
  const [scheme, rest] = allowed.split('*') as [string, string];
  const label = origin.slice(scheme.length, -rest.length);
  return origin.startsWith(scheme) && origin.endsWith(rest) && /^[a-z0-9_-]+$/.test(label);
}

function isTrustworthy({ protocol, hostname }: URL): boolean {
  const local = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && local);
}

/** Whether any label before the name would stand for strangers (`com`) or for nothing (an address). */
function isWideName(hostname: string): boolean {
  if (hostname === 'localhost') return false;
  return !hostname.includes('.') || /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
}
