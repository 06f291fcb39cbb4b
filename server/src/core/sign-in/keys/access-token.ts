// Access tokens: signed JWTs that the Customer API and userinfo accept. Source: Spec, Authentication, Token facts.
import { sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { SigningKey, SigningKeys } from '#core/sign-in/keys/signing-keys.ts';
import { Fault } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

/** Audience of every access token. */
export const accessTokenAudience = 'service-client-api';
/** The longest an access token lives. */
export const accessTokenSeconds = 3600;

/** What an access token says. Moments are Unix seconds. */
export interface AccessTokenClaims {
  sub: string;
  email: string;
  token_source: 'oauth' | 'session';
  organization_id: string;
  /** Absent without a customer profile. */
  org_customer_id?: string | undefined;
  customer_number?: string | undefined;
  /** Absent from tokens of the Customer API's own sign-in. */
  client_id?: string | undefined;
  scope?: string | undefined;
  /** The session's id. */
  sid: string;
  jti?: string | undefined;
  iss: string;
  aud: string;
  exp: number;
  iat: number;
}

const signAsync = promisify(sign);

/** A signed token of these claims. Signing runs beside the event loop. */
export async function signAccessToken(keys: SigningKeys, claims: AccessTokenClaims): Promise<string> {
  const { kid, privateKey } = await keys.active();
  const signed = `${encode({ alg: 'RS256', typ: 'at+jwt', kid })}.${encode(claims)}`;
  const signature = (await signAsync('sha256', Buffer.from(signed), privateKey)) as Buffer;
  return `${signed}.${signature.toString('base64url')}`;
}

/**
 * The claims of a token that this instance signed for its API and that has not expired. Throws `token_invalid`,
 * `token_expired`. Whether its session still lives is another question.
 */
export async function verifyAccessToken(
  keys: SigningKeys,
  token: string,
  { issuer, now }: { issuer: string; now: Date },
): Promise<AccessTokenClaims> {
  const header = decode(token.slice(0, token.indexOf('.')));
  if (header?.alg !== 'RS256' || header.typ !== 'at+jwt' || typeof header.kid !== 'string')
    throw invalidToken();
  const key = await keys.find(header.kid);
  const claims = key && signedClaims(key, token);
  if (!claims || claims.iss !== issuer || claims.aud !== accessTokenAudience) throw invalidToken();
  if (
    typeof claims.exp !== 'number' ||
    !isUuid(String(claims.organization_id)) ||
    !isUuid(String(claims.sid))
  ) {
    throw invalidToken();
  }
  if (claims.exp * 1000 <= now.getTime()) {
    throw new Fault('unauthenticated', 'token_expired', 'The access token has expired.');
  }
  return claims;
}

/**
 * What this process found signed by a key that is still published. An application sends its token with every request for
 * an hour, and checking the signature costs as much as the rest of a small request.
 */
const signedBy = new WeakMap<SigningKey, LRUCache<string, AccessTokenClaims>>();
const tokensMax = 10_000;

/** What a token says that this key signed. */
function signedClaims(key: SigningKey, token: string): AccessTokenClaims | undefined {
  const known = signedBy.get(key) ?? new LRUCache({ max: tokensMax });
  signedBy.set(key, known);
  const found = known.get(token);
  if (found) return found;
  const claims = checkedClaims(key, token);
  if (claims) known.set(token, claims);
  return claims;
}

function checkedClaims({ publicKey }: SigningKey, token: string): AccessTokenClaims | undefined {
  const [head, body, signature, ...rest] = token.split('.');
  if (!body || !signature || rest.length > 0) return undefined;
  const signed = Buffer.from(`${head}.${body}`);
  if (!verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'))) return undefined;
  return decode(body) as AccessTokenClaims | undefined;
}

function invalidToken(): Fault {
  return new Fault('unauthenticated', 'token_invalid', 'The access token is not valid here.');
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(part: string | undefined): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
