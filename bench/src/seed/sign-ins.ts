// Signs an organization's customers in, as many times as the cases of signing in need: on the hosted page and through
// the Customer API, with the rows and tokens that a real sign-in leaves.
import type { Account } from 'frontdesk/src/core/accounts/account.ts';
import { createOAuthClient } from 'frontdesk/src/core/oauth-clients/oauth-clients.ts';
import { openScope, type Scope } from 'frontdesk/src/core/scope.ts';
import { storeArtifact } from 'frontdesk/src/core/sign-in/artifacts.ts';
import {
  accessTokenAudience,
  accessTokenSeconds,
  signAccessToken,
} from 'frontdesk/src/core/sign-in/keys/access-token.ts';
import type { CustomerSession } from 'frontdesk/src/core/sign-in/session.ts';
import {
  type FirstPair,
  signFirstPair,
  signInAccount,
  startSession,
  storeFirstPair,
} from 'frontdesk/src/core/sign-in/sessions.ts';
import { openWholeRequest } from 'frontdesk/src/core/sign-in/whole-request.ts';
import { randomBase62 } from 'frontdesk/src/kit/id.ts';
import type { Parts } from 'frontdesk/src/parts.ts';
import type { ServerName } from '#bench/shares/case.ts';
import { peopleOf } from './people.ts';
import type { Tenant } from './seed.ts';

/** What the signed-in customers hold. */
export interface SignIns {
  clientId: string;
  clientSecret: string;
  issuer: string;
  /** The key that signs, as a private JWK. */
  signingKey: Record<string, unknown>;
  /** Access tokens of the hosted page, one for each customer, and of the Customer API's own sign-in. */
  hostedAccess: string[];
  ownAccess: string[];
  /** Refresh tokens of both kinds, each of a session of its own; of a place in the lists, of the same customer. */
  hostedRefresh: Record<ServerName, string[]>;
  ownRefresh: Record<ServerName, string[]>;
}

const people = 1_000;
/** Sessions of each kind for each server and customer: a refresh token's family takes ten uses in a minute. */
const sessionsEach = 5;
const customersAtOnce = 8;
const resource = 'urn:service-client-api';
const scopes = 'openid profile email offline_access';
const origin = { ip: '192.0.2.1', userAgent: 'Benchmark' };

/** Signs in. Takes half a minute. */
export async function seedSignIns(
  { platform }: Parts,
  { organization, customers }: Tenant,
): Promise<SignIns> {
  const scope = openScope(platform, organization, { type: 'system', id: 'bench', name: 'Benchmark' });
  const { client, secret } = await createOAuthClient(scope, {
    name: 'Benchmark',
    type: 'confidential',
    redirectUris: ['https://app.example.com/callback'],
  });
  const key = await scope.tools.signingKeys.active();
  const made: SignIns = {
    clientId: client.clientId,
    clientSecret: secret!,
    issuer: scope.tools.urls.issuer,
    signingKey: key.privateJwk,
    hostedAccess: [],
    ownAccess: [],
    hostedRefresh: { bare: [], frontdesk: [] },
    ownRefresh: { bare: [], frontdesk: [] },
  };
  const emails = [...peopleOf(organization.id, customers)]
    .flatMap((person) => person.emails)
    .slice(0, people);
  for (let start = 0; start < emails.length; start += customersAtOnce) {
    const some = emails.slice(start, start + customersAtOnce);
    await Promise.all(some.map(({ address }) => signInOften(scope, address, made)));
  }
  return made;
}

async function signInOften(scope: Scope, email: string, made: SignIns): Promise<void> {
  const whole = openWholeRequest(scope);
  const account = await whole.scope.write((tx) => signInAccount(tx, scope, email));
  const hosted = [];
  const own = [];
  for (let turn = 0; turn < sessionsEach * 2; turn += 1) {
    hosted.push(await signInHosted(whole.scope, account, made));
    own.push(await signInOwn(whole.scope, account));
  }
  await whole.commit();
  // Signing may have to look the keys up: not while a transaction holds a connection.
  made.hostedAccess.push(await signHosted(scope, account, hosted[0]!.session, made));
  made.ownAccess.push((await signFirstPair(scope, own[0]!)).accessToken);
  for (const [place, name] of (['bare', 'frontdesk'] as const).entries()) {
    const isOf = (_: unknown, turn: number) => turn % 2 === place;
    made.hostedRefresh[name].push(...hosted.filter(isOf).map(({ refreshToken }) => refreshToken));
    made.ownRefresh[name].push(...own.filter(isOf).map(({ refreshToken }) => refreshToken));
  }
}

/** A sign-in through the Customer API. */
export function signInOwn(scope: Scope, account: Account): Promise<FirstPair> {
  return scope.write(async (tx) => {
    const session = await startSession(tx, scope, account, { kind: 'browser', origin });
    return storeFirstPair(tx, scope, session);
  });
}

/** A sign-in on the hosted page, with the grant and the refresh token as the authorization server stores them. */
async function signInHosted(scope: Scope, account: Account, { clientId }: SignIns) {
  const [providerUid, grantId, refreshToken] = [randomBase62(43), randomBase62(43), randomBase62(43)];
  const session = await scope.write((tx) =>
    startSession(tx, scope, account, { kind: 'hosted', providerUid, origin }),
  );
  const iat = unixSeconds(session.createdAt);
  const exp = unixSeconds(session.expiresAt);
  const facts = { iat, exp, accountId: account.id, clientId };
  const granted = { openid: { scope: scopes }, resources: { [resource]: scopes } };
  const grant = { ...facts, kind: 'Grant', ...granted };
  const token = {
    ...facts,
    kind: 'RefreshToken',
    amr: ['otp'],
    authTime: iat,
    grantId,
    gty: 'authorization_code',
    nonce: randomBase62(43),
    resource,
    rotations: 0,
    scope: scopes,
    sessionUid: providerUid,
    iiat: iat,
  };
  await storeArtifact(scope, 'Grant', grantId, { artifact: grant, expiresInSeconds: exp - iat });
  await storeArtifact(scope, 'RefreshToken', refreshToken, { artifact: token, expiresInSeconds: exp - iat });
  return { session, refreshToken };
}

function signHosted(scope: Scope, account: Account, session: CustomerSession, { clientId, issuer }: SignIns) {
  const iat = unixSeconds(session.createdAt);
  return signAccessToken(scope.tools.signingKeys, {
    sub: account.id,
    email: account.email,
    token_source: 'oauth',
    organization_id: scope.organization.id,
    client_id: clientId,
    scope: scopes,
    sid: session.id,
    iss: issuer,
    aud: accessTokenAudience,
    exp: iat + accessTokenSeconds,
    iat,
  });
}

function unixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
