// Operations on OAuth clients: registering, listing, giving another secret, disabling.
// Source: Spec, Authentication, Authorization server.
import { eventOf, recordEvent } from '#core/events/events.ts';
import {
  type ClientWithSecrets,
  makeClientId,
  makeClientSecret,
  type OAuthClient,
} from '#core/oauth-clients/oauth-client.ts';
import {
  findClient,
  insertClient,
  lockClient,
  markDisabled,
  replaceSecret,
  selectClients,
} from '#core/oauth-clients/oauth-client-queries.ts';
import {
  hasOwnScheme,
  isHttpsLoopback,
  redirectUriFault,
  redirectUrisMax,
} from '#core/oauth-clients/redirect-uri.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import { Fault, type FaultDetail, invalidField, invalidFields, missing } from '#kit/fault.ts';
import { sha256 } from '#kit/hash.ts';
import { newId } from '#kit/id.ts';
import { isStorableText, trimmedOrNone } from '#kit/text.ts';

/** What a new client is made of. */
export interface NewOAuthClient {
  /** Customers see it on the sign-in page. */
  name: string;
  /** `public` for applications that can keep no secret: single-page and mobile ones. */
  type: 'public' | 'confidential';
  /** 1 to 20 exact addresses: https, http on this machine, or an application's own scheme. */
  redirectUris: readonly string[];
  /** Up to 20 of the same kind. */
  postLogoutRedirectUris?: readonly string[] | undefined;
}

const nameLengthMax = 100;

/**
 * Registers a client. The secret of a confidential one is returned once and stored only as a hash. Throws
 * `invalid_field` naming what is wrong.
 */
export async function createOAuthClient(
  scope: Scope,
  input: NewOAuthClient,
): Promise<{ client: OAuthClient; secret: string | undefined }> {
  const isPublic = checkedType(input.type) === 'public';
  const createdAt = scope.clock.now();
  const client: OAuthClient = {
    id: newId(createdAt),
    clientId: makeClientId(scope.organization.id),
    name: checkedName(input.name),
    isPublic,
    ...checkedUris(input),
    createdAt,
    disabledAt: undefined,
  };
  const secret = isPublic ? undefined : makeClientSecret();
  await scope.write((tx) =>
    Promise.all([
      insertClient(tx, client, secret === undefined ? undefined : sha256(secret)),
      recordEvent(tx, scope, eventOf(scope, 'oauth_client.created', client)),
    ]),
  );
  return { client, secret };
}

/** All clients of the organization, oldest first, disabled ones too. */
export function listOAuthClients(scope: Scope): Promise<OAuthClient[]> {
  return scope.read(selectClients);
}

/** The client with this client id, unless it is disabled. */
export async function findUsableClient(
  scope: Scope,
  clientId: string,
): Promise<ClientWithSecrets | undefined> {
  const found = await scope.read((tx) => findClient(tx, clientId));
  return found?.client.disabledAt ? undefined : found;
}

/**
 * Gives a confidential client another secret. The secret before it stays good until the next rotation, so that the
 * application can be changed over without a gap; rotating twice ends a secret that leaked. Throws `not_found`,
 * `invalid_field` for a public client, which has no secret.
 */
export async function rotateOAuthClientSecret(
  scope: Scope,
  clientId: string,
): Promise<{ client: OAuthClient; secret: string }> {
  const secret = makeClientSecret();
  const client = await scope.write(async (tx) => {
    const known = await lockKnown(tx, clientId);
    if (known.isPublic) throw invalidField('clientId', 'names a public client, which has no secret.');
    if (known.disabledAt) throw new Fault('conflict', 'invalid_transition', 'The OAuth client is disabled.');
    await Promise.all([
      replaceSecret(tx, known.id, sha256(secret)),
      recordEvent(tx, scope, eventOf(scope, 'oauth_client.secret_rotated', known, known)),
    ]);
    return known;
  });
  return { client, secret };
}

/**
 * Disables a client for good and returns it: within 5 seconds no process signs anybody in through it, exchanges its
 * codes or refreshes its tokens. Doing it again keeps the first time. Throws `not_found`.
 */
export async function disableOAuthClient(scope: Scope, clientId: string): Promise<OAuthClient> {
  const disabledAt = scope.clock.now();
  return scope.write(async (tx) => {
    const known = await lockKnown(tx, clientId);
    if (known.disabledAt) return known;
    const client = { ...known, disabledAt };
    await Promise.all([
      markDisabled(tx, known.id, disabledAt),
      recordEvent(tx, scope, eventOf(scope, 'oauth_client.disabled', client, known)),
    ]);
    return client;
  });
}

async function lockKnown(tx: Tx, clientId: string): Promise<OAuthClient> {
  const client = await lockClient(tx, clientId);
  if (!client) throw missing(`The OAuth client ${clientId}`);
  return client;
}

function checkedName(text: string): string {
  const name = trimmedOrNone(text);
  if (!name || !isStorableText(name)) throw invalidField('name', 'must not be empty.');
  if (name.length > nameLengthMax)
    throw invalidField('name', `must have at most ${nameLengthMax} characters.`);
  return name;
}

function checkedType(type: string): NewOAuthClient['type'] {
  if (type === 'public' || type === 'confidential') return type;
  throw invalidField('type', 'must be public or confidential.');
}

function checkedUris(input: NewOAuthClient): Pick<OAuthClient, 'redirectUris' | 'postLogoutRedirectUris'> {
  const redirectUris = checkedList('redirectUris', input.redirectUris);
  const postLogoutRedirectUris = checkedList('postLogoutRedirectUris', input.postLogoutRedirectUris ?? []);
  if (redirectUris.length === 0)
    throw invalidField('redirectUris', 'must have at least one address.', 'missing_field');
  const all = [...redirectUris, ...postLogoutRedirectUris];
  if (all.some(hasOwnScheme) && all.some(isHttpsLoopback)) {
    throw invalidField(
      'redirectUris',
      'must not have https on this machine beside an application’s own scheme: use http.',
    );
  }
  return { redirectUris, postLogoutRedirectUris };
}

function checkedList(field: string, texts: readonly string[]): string[] {
  const details: FaultDetail[] = texts.flatMap((text, place) => {
    const fault = redirectUriFault(text);
    return fault ? [{ path: `${field}[${place}]`, code: 'invalid_field', message: fault }] : [];
  });
  if (details.length > 0) throw invalidFields(details);
  const different = [...new Set(texts)];
  if (different.length > redirectUrisMax)
    throw invalidField(field, `must have at most ${redirectUrisMax} addresses.`);
  return different;
}
