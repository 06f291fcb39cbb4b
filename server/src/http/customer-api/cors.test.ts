// Which web pages may read what the Customer API answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disableOAuthClient } from '#core/oauth-clients/oauth-clients.ts';
import { createPublicKey } from '#core/public-keys/public-keys.ts';
import { signIn as signInFirstParty, testOrigin } from '#test/customer.ts';
import { browserOf, makeApplication, signIn } from '#test/sign-in/applications.ts';
import { makeOrganization, world } from '#test/world.ts';

const appOrigin = 'https://app.example.com';

/** The origin that may read the answer to a page's request with a token. */
async function readerOf(accessToken: string, origin: string): Promise<unknown> {
  const { app } = await world();
  const headers = { authorization: `Bearer ${accessToken}`, origin };
  const answer = await app.inject({ url: '/api/client/v1/profile', headers });
  assert.equal(answer.headers.vary, 'Origin');
  return answer.headers['access-control-allow-origin'];
}

test('a page reads answers where a public key of the token’s organization names its origin', async () => {
  const w = await world();
  const [house, other] = [await makeOrganization(w), await makeOrganization(w)];
  await createPublicKey(other.scope, { name: 'Other', allowedOrigins: ['https://other.example'] });
  const { tokens } = await signInFirstParty(w, house, 'page@example.com');
  assert.equal(await readerOf(tokens.access_token, testOrigin), testOrigin);
  for (const origin of ['https://other.example', 'https://evil.example', 'null']) {
    assert.equal(await readerOf(tokens.access_token, origin), undefined, origin);
  }
});

test('a single-page application needs no public key: its tokens open answers to its own pages, and to no others', async () => {
  const w = await world();
  const house = await makeOrganization(w);
  const own = await makeApplication(w, house, 'public');
  await makeApplication(w, house, 'public', { redirectUri: 'https://second.example/callback' });
  const { access_token: token } = await signIn(w, own, browserOf(w), 'spa@example.com');
  assert.equal(await readerOf(token, appOrigin), appOrigin);
  for (const origin of ['https://second.example', 'http://app.example.com', `${appOrigin}:8443`]) {
    assert.equal(await readerOf(token, origin), undefined, origin);
  }
  const { tokens } = await signInFirstParty(w, house, 'spa@example.com');
  assert.equal(await readerOf(tokens.access_token, appOrigin), undefined);
});

test('an application with a server has no pages that hold its tokens', async () => {
  const w = await world();
  const house = await makeOrganization(w);
  const application = await makeApplication(w, house, 'confidential');
  const { access_token: token } = await signIn(w, application, browserOf(w), 'server@example.com');
  assert.equal(await readerOf(token, appOrigin), undefined);
});

test('the token of a disabled application is told that it is refused, and nothing else', async () => {
  const w = await world();
  const house = await makeOrganization(w);
  const application = await makeApplication(w, house, 'public');
  const { access_token: token } = await signIn(w, application, browserOf(w), 'disabled@example.com');
  await disableOAuthClient(house.scope, application.clientId);
  w.clock.advance(5_000);
  const headers = { authorization: `Bearer ${token}`, origin: 'https://evil.example' };
  const answer = await w.app.inject({ url: '/api/client/v1/profile', headers });
  assert.equal(answer.statusCode, 401);
  assert.equal(answer.json().code, 'token_invalid');
});

test('a preflight is granted to everybody, since nobody knows yet whose origins count', async () => {
  const w = await world();
  const answer = await w.app.inject({
    method: 'OPTIONS',
    url: '/api/client/v1/profile',
    headers: { origin: 'https://any.example', 'access-control-request-method': 'PATCH' },
  });
  assert.equal(answer.statusCode, 204);
  assert.equal(answer.headers['access-control-allow-origin'], 'https://any.example');
  assert.equal(answer.headers['access-control-allow-credentials'], undefined);
  assert.match(String(answer.headers['access-control-allow-headers']), /Authorization/);
});
