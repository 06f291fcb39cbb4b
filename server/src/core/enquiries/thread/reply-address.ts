// The address that answers to an enquiry's mails go to: reply+<organization><token>@<domain>. All in base 32 without
// regard to case, since mail servers may change the case of addresses. Source: G-110.
import { randomBytes } from 'node:crypto';
import { isUuid } from '#kit/id.ts';

const organizationWidth = 26;
const tokenWidth = 16;
const tokenBytes = 10;
const written = new RegExp(`^reply\\+([0-9a-v]{${organizationWidth}})([0-9a-v]{${tokenWidth}})@(.+)$`, 'i');

/** What an address of this form says. */
export interface ReplyAddress {
  organizationId: string;
  /** The token of an enquiry. */
  token: string;
}

/** A token for a new enquiry: 80 random bits, which nobody guesses. */
export function newReplyToken(): string {
  return inBase32(BigInt(`0x${randomBytes(tokenBytes).toString('hex')}`), tokenWidth);
}

/** The address for answers. */
export function writeReplyAddress({ organizationId, token }: ReplyAddress, domain: string): string {
  const organization = inBase32(BigInt(`0x${organizationId.replaceAll('-', '')}`), organizationWidth);
  return `reply+${organization}${token}@${domain}`;
}

/** What an address says that `writeReplyAddress` wrote for the domain, in whatever case; `undefined` for any other. */
export function readReplyAddress(address: string, domain: string): ReplyAddress | undefined {
  const [, organization, token, host] = written.exec(address.trim()) ?? [];
  if (!organization || !token || host?.toLowerCase() !== domain.toLowerCase()) return undefined;
  const hex = fromBase32(organization).toString(16).padStart(32, '0');
  const organizationId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isUuid(organizationId) ? { organizationId, token: token.toLowerCase() } : undefined;
}

function inBase32(value: bigint, width: number): string {
  return value.toString(32).padStart(width, '0');
}

function fromBase32(text: string): bigint {
  return [...text.toLowerCase()].reduce(
    (value, digit) => value * 32n + BigInt(Number.parseInt(digit, 32)),
    0n,
  );
}
