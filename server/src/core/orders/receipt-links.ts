// Links to receipts that open without signing in, such as those in mail. The link is signed and says what it opens:
// organization, order and customer, and nothing else (G-087).
import type { Scope, Tools } from '#core/scope.ts';
import { equalDigests, hmacSha256 } from '#kit/hash.ts';

/** What a link opens; record ids. */
export interface ReceiptLink {
  organizationId: string;
  orderId: string;
  customerId: string;
}

const idBytes = 16;
/** Of the signature; nobody guesses 128 bits. */
const signatureBytes = 16;
const tokenBytes = 3 * idBytes + signatureBytes;

/**
 * The address of a customer's receipt as a page. It holds as long as there is that receipt for that customer, and until
 * the instance's secret key changes. The three ids must be UUIDs.
 */
export function receiptUrl({ tools, organization }: Scope, customerId: string, orderId: string): string {
  const content = Buffer.concat([organization.id, orderId, customerId].map(bytesOf));
  const token = Buffer.concat([content, signatureOf(tools, content)]).toString('base64url');
  return `${tools.urls.public}/receipts/${token}`;
}

/** What a token of `receiptUrl` opens, or `undefined` for any other text. */
export function readReceiptToken(tools: Pick<Tools, 'pepper'>, token: string): ReceiptLink | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // The decoder passes over what it doesn't know: only the one way of writing a token is right.
  if (bytes.length !== tokenBytes || bytes.toString('base64url') !== token) return undefined;
  const content = bytes.subarray(0, 3 * idBytes);
  if (!equalDigests(bytes.subarray(3 * idBytes), signatureOf(tools, content))) return undefined;
  const [organizationId, orderId, customerId] = [0, 1, 2].map((place) =>
    idOf(content.subarray(place * idBytes, (place + 1) * idBytes)),
  ) as [string, string, string];
  return { organizationId, orderId, customerId };
}

function signatureOf({ pepper }: Pick<Tools, 'pepper'>, content: Buffer): Buffer {
  // A key of its own: what is signed here can't stand for anything else that the pepper is good for.
  return hmacSha256(hmacSha256(pepper, 'receipt-links'), content).subarray(0, signatureBytes);
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function idOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
