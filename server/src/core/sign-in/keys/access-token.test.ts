// Access tokens whose signature was checked before: what is remembered never outlives the key or the token.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import {
  type AccessTokenClaims,
  signAccessToken,
  verifyAccessToken,
} from '#core/sign-in/keys/access-token.ts';
import type { SigningKey, SigningKeys } from '#core/sign-in/keys/signing-keys.ts';
import { newId } from '#kit/id.ts';

const issuer = 'https://desk.example.com/api/auth';
const now = new Date('2026-03-31T09:12:45.310Z');

function makeKeys(): SigningKeys & { published: Map<string, SigningKey> } {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { kid: 'one', ...pair, publicJwk: {}, privateJwk: {} };
  const published = new Map<string, SigningKey>([[key.kid, key]]);
  return { published, active: async () => key, find: async (kid: string) => published.get(kid) } as never;
}

function claims(): AccessTokenClaims {
  const iat = Math.floor(now.getTime() / 1000);
  const organizationAndSession = { organization_id: newId(now), sid: newId(now) };
  const standard = { sub: newId(now), iss: issuer, aud: 'service-client-api', exp: iat + 3600, iat };
  return { email: 'ada@example.com', token_source: 'session', ...organizationAndSession, ...standard };
}

const refused = { kind: 'unauthenticated', code: 'token_invalid' };

test('a token that was good is refused once its key is no longer published', async () => {
  const keys = makeKeys();
  const token = await signAccessToken(keys, claims());
  const first = await verifyAccessToken(keys, token, { issuer, now });
  assert.deepEqual(await verifyAccessToken(keys, token, { issuer, now }), first);
  keys.published.clear();
  await assert.rejects(verifyAccessToken(keys, token, { issuer, now }), refused);
});

test('a token that was good is refused once it has expired', async () => {
  const keys = makeKeys();
  const token = await signAccessToken(keys, claims());
  await verifyAccessToken(keys, token, { issuer, now });
  const later = new Date(now.getTime() + 3_600_000);
  await assert.rejects(verifyAccessToken(keys, token, { issuer, now: later }), { code: 'token_expired' });
});

test('one character away from a token that was good, in any of its parts, none is', async () => {
  const keys = makeKeys();
  const token = await signAccessToken(keys, claims());
  await verifyAccessToken(keys, token, { issuer, now });
  const places = [5, token.indexOf('.') + 20, token.lastIndexOf('.') + 20];
  for (const place of places) {
    const other = token[place] === 'A' ? 'B' : 'A';
    const forged = token.slice(0, place) + other + token.slice(place + 1);
    await assert.rejects(verifyAccessToken(keys, forged, { issuer, now }), refused, `at ${place}`);
  }
  for (const cut of [
    token.slice(0, -1),
    `${token}.`,
    `${token}.x`,
    token.slice(0, token.lastIndexOf('.')),
    '.',
  ]) {
    await assert.rejects(verifyAccessToken(keys, cut, { issuer, now }), refused);
  }
});
