// The bare limit of signed-in customers' requests: the same SQL, the same signatures and the same JSON. It checks a
// token's signature and where its session stands, as of at most three seconds ago, and nothing else.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  randomBytes,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { CustomerRow } from 'frontdesk/src/core/customers/customer-row-queries.ts';
import { encodeUuid } from 'frontdesk/src/kit/id.ts';
import type postgres from 'postgres';
import type { Statements } from './statements.ts';

/** What the bare server knows beforehand. */
export interface BareSettings {
  sql: postgres.Sql;
  statements: Statements;
  organizationId: string;
  issuer: string;
  /** A private JWK. */
  signingKey: { kid?: string };
}

/** The answers. */
export interface BareSignIn {
  refreshGrant(form: string): Promise<string>;
  refresh(json: string): Promise<string>;
  userinfo(authorization: string): Promise<string>;
  profile(authorization: string): Promise<string>;
}

interface Standing {
  id: string;
  account_id: string;
  expires_at: Date;
  email: string;
  customer_id: string;
  customer_number: string;
  display_name: string;
}

/** A refresh token of the authorization server as it is kept. */
interface Kept {
  accountId: string;
  clientId: string;
  grantId: string;
  sessionUid: string;
  scope: string;
  nonce: string;
  rotations: number;
}

interface Parameter {
  id: string;
  name: string;
  type: string;
  options: unknown[];
  required: boolean;
  customer_editable: boolean;
}

/** What the answers are made with. */
interface Bare {
  organizationId: string;
  issuer: string;
  statements: Statements;
  run<Row>(statement: string, values: unknown[]): Promise<Row[]>;
  /** Runs a statement in a transaction, in one flight. */
  runWhole(statement: string, values: unknown[]): Promise<void>;
  sign(header: object, claims: object): Promise<string>;
  verify(signed: string, signature: string): boolean;
  standings: Map<string, { standing: Promise<Standing>; at: number }>;
}

const audience = 'service-client-api';
const accessSeconds = 3600;
const idSeconds = 36_000;
const keptMs = 3_000;
const signAsync = promisify(sign);

/** The answers over one database, for one organization. */
export function openBareSignIn(settings: BareSettings): BareSignIn {
  const bare = openBare(settings);
  return {
    refreshGrant: (form) => refreshGrant(bare, form),
    refresh: (json) => refresh(bare, json),
    userinfo: (authorization) => userinfo(bare, authorization),
    profile: (authorization) => profile(bare, authorization),
  };
}

function openBare({ sql, statements, organizationId, issuer, signingKey }: BareSettings): Bare {
  const privateKey = createPrivateKey({ key: signingKey, format: 'jwk' });
  const publicKey = createPublicKey(privateKey);
  return {
    organizationId,
    issuer,
    statements,
    run: <Row>(statement: string, values: unknown[]) =>
      sql.unsafe(statement, values as never[], { prepare: true }) as unknown as Promise<Row[]>,
    async runWhole(statement, values) {
      const on = await sql.reserve();
      const sent = on.unsafe(statement, values as never[], { prepare: true });
      await Promise.all([on`begin`, sent, on`commit`]);
      on.release();
    },
    // On the thread pool: with two cores it is the faster way, as the report shows.
    async sign(header, claims) {
      const text = `${encode({ ...header, kid: signingKey.kid })}.${encode(claims)}`;
      const signature = (await signAsync('sha256', Buffer.from(text), privateKey)) as Buffer;
      return `${text}.${signature.toString('base64url')}`;
    },
    verify: (signed, signature) =>
      verify('sha256', Buffer.from(signed), publicKey, Buffer.from(signature, 'base64url')),
    standings: new Map(),
  };
}

async function refreshGrant(bare: Bare, form: string): Promise<string> {
  const { organizationId, statements, run } = bare;
  const now = new Date();
  const idHash = sha256(new URLSearchParams(form).get('refresh_token')!);
  const find = (model: string, hash: Buffer) =>
    run<{ payload: Kept }>(statements.findArtifact, [organizationId, model, hash, now]);
  const [row] = await find('RefreshToken', idHash);
  const kept = row!.payload;
  const since = new Date(now.getTime() - 60_000);
  const [[standing]] = await Promise.all([
    run<Standing>(statements.selectStandingByUid, [organizationId, kept.sessionUid]),
    find('Grant', sha256(kept.grantId)),
    run(statements.countArtifacts, [organizationId, kept.grantId, 'RefreshToken', since]),
  ]);
  const refreshToken = randomBytes(32).toString('base64url');
  const payload = JSON.stringify({ ...kept, rotations: kept.rotations + 1 });
  const used = [now, organizationId, 'RefreshToken', idHash];
  const next = ['RefreshToken', sha256(refreshToken), payload, kept.grantId, null, kept.sessionUid];
  const [tokens] = await Promise.all([
    signBoth(bare, kept, standing!, now),
    bare.runWhole(statements.replaceArtifact, [...used, ...next, now, standing!.expires_at]),
  ]);
  return JSON.stringify({
    access_token: tokens.access,
    expires_in: accessSeconds,
    id_token: tokens.id,
    refresh_token: refreshToken,
    scope: kept.scope,
    token_type: 'Bearer',
  });
}

async function signBoth({ organizationId, issuer, sign }: Bare, kept: Kept, standing: Standing, now: Date) {
  const { accountId: sub, clientId, scope, nonce } = kept;
  const { email, display_name: name } = standing;
  const iat = Math.floor(now.getTime() / 1000);
  const accessClaims = {
    ...{ email, token_source: 'oauth', organization_id: organizationId },
    ...{ org_customer_id: standing.customer_id, customer_number: standing.customer_number },
    ...{ sid: standing.id, jti: randomUUID(), sub, iat, exp: iat + accessSeconds, scope },
    ...{ client_id: clientId, iss: issuer, aud: audience },
  };
  const about = { sub, name, email, email_verified: true, nonce };
  const idClaims = { ...about, aud: clientId, exp: iat + idSeconds, iat, iss: issuer };
  const [access, id] = await Promise.all([
    sign({ alg: 'RS256', typ: 'at+jwt' }, accessClaims),
    sign({ alg: 'RS256' }, idClaims),
  ]);
  return { access, id };
}

async function refresh(bare: Bare, json: string): Promise<string> {
  const { organizationId, issuer, statements, run } = bare;
  const now = new Date();
  const tokenHash = sha256(JSON.parse(json).refresh_token);
  const [row] = await run<Standing>(statements.findTokenStanding, [organizationId, tokenHash]);
  const { id: sid, account_id: sub, email, customer_id, customer_number } = row!;
  const refreshToken = `fdr_${encodeUuid(organizationId)}${randomBytes(22).toString('hex').slice(1)}`;
  const iat = Math.floor(now.getTime() / 1000);
  const exp = iat + accessSeconds;
  const claims = {
    ...{ sub, email, token_source: 'session', organization_id: organizationId },
    ...{ org_customer_id: customer_id, customer_number, sid, iss: issuer, aud: audience, exp, iat },
  };
  const used = [now, null, null, organizationId, tokenHash, sha256(refreshToken), now];
  const [accessToken] = await Promise.all([
    bare.sign({ alg: 'RS256', typ: 'at+jwt' }, claims),
    bare.runWhole(statements.exchangeRefreshToken, used),
  ]);
  const data = {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: accessSeconds,
    expires_at: exp * 1000,
  };
  return JSON.stringify({ success: true, data });
}

async function userinfo(bare: Bare, authorization: string): Promise<string> {
  const { account_id, email, display_name } = await standingOf(bare, authorization);
  return JSON.stringify({ sub: account_id, email, email_verified: true, name: display_name });
}

async function profile(bare: Bare, authorization: string): Promise<string> {
  const { organizationId, statements, run } = bare;
  const { account_id, email, customer_id } = await standingOf(bare, authorization);
  const [[row], parameters] = await Promise.all([
    run<CustomerRow>(statements.getCustomer, [organizationId, customer_id]),
    run<Parameter>(statements.selectParameters, [organizationId]),
  ]);
  const customer = ownView(row!, parameters);
  return JSON.stringify({ success: true, data: { user: { id: account_id, email }, customer } });
}

function standingOf(bare: Bare, authorization: string): Promise<Standing> {
  const [head, body, signature] = authorization.slice('Bearer '.length).split('.');
  if (!bare.verify(`${head}.${body}`, signature!)) throw new Error('The signature is wrong.');
  const { sid }: { sid: string } = JSON.parse(Buffer.from(body!, 'base64url').toString());
  const { organizationId, statements, standings } = bare;
  const now = Date.now();
  let kept = standings.get(sid);
  if (!kept || now - kept.at >= keptMs) {
    const found = bare.run<Standing>(statements.selectStanding, [organizationId, sid]);
    kept = { standing: found.then(([row]) => row!), at: now };
    standings.set(sid, kept);
  }
  return kept.standing;
}

// What a customer always has comes before what it may have, as in Frontdesk's answers.
function ownView({ customer: c }: CustomerRow, parameters: Parameter[]) {
  const email = c[5]?.find(([, isPrimary]) => isPrimary)?.[0];
  const phone = c[6]?.find(([, isPrimary]) => isPrimary)?.[0];
  return {
    id: c[0],
    customerNumber: c[1],
    status: c[8],
    emails: c[5]?.map(([address, isPrimary], order) => ({ address, isPrimary, order })) ?? [],
    phones: c[6]?.map(([number, isPrimary], order) => ({ number, isPrimary, order })) ?? [],
    parameters: parameters.map(({ id, name, type, options, required, customer_editable }) => {
      return { id, name, type, options, required, editable: customer_editable };
    }),
    parameterValues: Object.fromEntries(
      parameters.flatMap(({ id }) => (c[19]?.[id] === undefined ? [] : [[id, c[19][id]]])),
    ),
    firstName: c[2] ?? undefined,
    lastName: c[3] ?? undefined,
    displayName: c[4] ?? undefined,
    email,
    phone,
    totalOrders: c[10],
    totalSpent: c[11] / 100,
    lifetimeValue: c[12] / 100,
    createdAt: c[21],
    firstActiveAt: c[15] ?? undefined,
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
