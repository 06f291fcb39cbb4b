// The OAuth client record: an application that customers sign in to, and the written forms of its id and secret.
import { hasOwnScheme } from '#core/oauth-clients/redirect-uri.ts';
import { equalDigests, sha256 } from '#kit/hash.ts';
import { decodeUuid, encodeUuid, randomBase62 } from '#kit/id.ts';

/** An application that customers sign in to. */
export interface OAuthClient {
  /** Record id, UUID version 7. */
  id: string;
  /** The identifier the application sends. It carries the organization's id. */
  clientId: string;
  /** What people call it; customers see it on the sign-in page. */
  name: string;
  /** Whether it can keep no secret: single-page and mobile applications. */
  isPublic: boolean;
  /** Exact addresses the customer may be sent back to. */
  redirectUris: string[];
  /** Exact addresses the customer may be sent to after signing out. */
  postLogoutRedirectUris: string[];
  createdAt: Date;
  /** When it was disabled for good, if it was. */
  disabledAt: Date | undefined;
}

/** SHA-256 of the secrets that are good now: the latest, and the one before it until the next rotation. */
export interface ClientSecretHashes {
  current: Buffer | undefined;
  previous: Buffer | undefined;
}

/** A client with what its secrets are checked against. */
export interface ClientWithSecrets {
  client: OAuthClient;
  secrets: ClientSecretHashes;
}

const clientIdPattern = /^fdc_([0-9A-Za-z]{22})[0-9A-Za-z]{16}$/;

/** A new client id: `fdc_`, the organization's id in base 62 (22 characters) and 16 random characters. */
export function makeClientId(organizationId: string): string {
  return `fdc_${encodeUuid(organizationId)}${randomBase62(16)}`;
}

/** The organization a client id names, or `undefined` for text that is none. */
export function organizationOfClientId(clientId: string): string | undefined {
  const encoded = clientIdPattern.exec(clientId)?.[1];
  return encoded && decodeUuid(encoded);
}

/** A new client secret: `fds_` and 256 random bits. */
export function makeClientSecret(): string {
  return `fds_${randomBase62(43)}`;
}

/** Whether a secret is one of the two that are good now. */
export function isSecretOf({ current, previous }: ClientSecretHashes, secret: string): boolean {
  const given = sha256(secret);
  return [current, previous].some((hash) => hash !== undefined && equalDigests(hash, given));
}

/** Whether it is an installed application, which is called back under a scheme of its own. */
export function isInstalled({ redirectUris, postLogoutRedirectUris }: OAuthClient): boolean {
  return [...redirectUris, ...postLogoutRedirectUris].some(hasOwnScheme);
}

/** Whether a browser page of this origin may call the endpoints that browsers call, as the client. */
export function isOriginOf(client: OAuthClient, origin: string): boolean {
  return client.redirectUris.some((uri) => /^https?:/.test(uri) && new URL(uri).origin === origin);
}
