// GET and POST /oauth2/userinfo: how the token may come, whose pages may ask, and what is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disableOAuthClient } from '#core/oauth-clients/oauth-clients.ts';
import {
  type Application,
  browserOf,
  finishSignIn,
  makeApplication,
  passPages,
  signIn,
  startSignIn,
} from '#test/sign-in/applications.ts';
import { makeOrganization, type World, world } from '#test/world.ts';

const url = '/api/auth/oauth2/userinfo';

async function tokenWith(
  house: World,
  application: Application,
  scope: string,
  email: string,
): Promise<string> {
  const browser = browserOf(house);
  const started = await startSignIn(application, { scope });
  if (!scope.includes('openid')) started.url.searchParams.delete('nonce');
  const place = await passPages(house, browser, await browser.open(started.url.href), email);
  if (scope.includes('openid')) return (await finishSignIn(application, started, place)).access_token;
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: application.clientId,
    redirect_uri: application.redirectUri,
    code: new URL(place.url).searchParams.get('code')!,
    code_verifier: started.verifier,
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await house.app.inject({
    method: 'POST',
    url: '/api/auth/oauth2/token',
    headers,
    payload: String(form),
  });
  return answer.json().access_token;
}

test('The token comes in the header or in a form, once', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  const token = await tokenWith(house, application, 'openid', 'ways@example.com');
  const bearer = { authorization: `Bearer ${token}` };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = `access_token=${token}`;
  for (const method of ['GET', 'POST'] as const) {
    const answer = await house.app.inject({ method, url, headers: bearer });
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(Object.keys(answer.json()), ['sub']);
    assert.equal(answer.headers['cache-control'], 'no-store');
  }
  assert.equal((await house.app.inject({ method: 'POST', url, headers: form, payload })).statusCode, 200);
  assert.equal(
    (await house.app.inject({ method: 'POST', url, headers: { ...form, ...bearer }, payload })).statusCode,
    400,
  );
  assert.equal((await house.app.inject({ url: `${url}?access_token=${token}` })).statusCode, 401);
});

test('Without a good token the challenge says what is wrong', async () => {
  const { app } = await world();
  const none = await app.inject(url);
  assert.equal(none.statusCode, 401);
  assert.equal(none.headers['www-authenticate'], 'Bearer realm="userinfo"');
  for (const authorization of ['Bearer nonsense', 'Bearer a.b.c', `Bearer ${'x'.repeat(2000)}`]) {
    const answer = await app.inject({ url, headers: { authorization } });
    assert.equal(answer.statusCode, 401);
    assert.match(
      String(answer.headers['www-authenticate']),
      /^Bearer realm="userinfo", error="invalid_token"/,
    );
  }
});

test('A token without the scope openid is refused with 403', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  const token = await tokenWith(house, application, 'email', 'noid@example.com');
  const answer = await house.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  assert.equal(answer.statusCode, 403);
  assert.match(String(answer.headers['www-authenticate']), /error="insufficient_scope".*scope="openid"/);
});

test('An expired token is refused, and so is an ID token', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  const tokens = await signIn(house, application, browserOf(house), 'late@example.com');
  const ask = (token: string) => house.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  assert.equal((await ask(tokens.id_token!)).statusCode, 401);
  assert.equal((await ask(tokens.access_token)).statusCode, 200);
  house.clock.advance(3_601_000);
  assert.equal((await ask(tokens.access_token)).statusCode, 401);
});

test('Only pages of the client’s registered addresses may read the answer', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  const token = await tokenWith(house, application, 'openid', 'cors@example.com');
  const ask = (origin: string) =>
    house.app.inject({ url, headers: { authorization: `Bearer ${token}`, origin } });
  assert.equal(
    (await ask('https://app.example.com')).headers['access-control-allow-origin'],
    'https://app.example.com',
  );
  assert.equal((await ask('https://evil.example')).headers['access-control-allow-origin'], undefined);
  const preflight = await house.app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin: 'https://app.example.com',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });
  assert.equal(preflight.statusCode, 204);
  assert.equal(preflight.headers['access-control-allow-headers'], 'authorization');
});

test('The token endpoint answers pages of a public client’s registered addresses only', async () => {
  const house = await world();
  const organization = await makeOrganization(house);
  const application = await makeApplication(house, organization, 'public');
  const confidential = await makeApplication(house, organization, 'confidential');
  const ask = (origin: string, clientId: string) =>
    house.app.inject({
      method: 'POST',
      url: '/api/auth/oauth2/token',
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `grant_type=refresh_token&refresh_token=none&client_id=${clientId}`,
      remoteAddress: '192.0.2.77',
    });
  const good = await ask('https://app.example.com', application.clientId);
  assert.equal(good.headers['access-control-allow-origin'], 'https://app.example.com');
  assert.equal(good.json().error, 'invalid_grant');
  assert.equal(
    (await ask('https://evil.example', application.clientId)).headers['access-control-allow-origin'],
    undefined,
  );
  const other = await ask('https://app.example.com', confidential.clientId);
  assert.equal(other.headers['access-control-allow-origin'], undefined);
});

test('A disabled client is refused everywhere within five seconds', async () => {
  const house = await world();
  const organization = await makeOrganization(house);
  const application = await makeApplication(house, organization, 'public');
  const tokens = await signIn(house, application, browserOf(house), 'disabled@example.com');
  await disableOAuthClient(organization.scope, application.clientId);
  house.clock.advance(5_000);
  const answer = await house.app.inject({ url, headers: { authorization: `Bearer ${tokens.access_token}` } });
  assert.equal(answer.statusCode, 401);
  const refresh = await house.app.inject({
    method: 'POST',
    url: '/api/auth/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=refresh_token&refresh_token=${tokens.refresh_token}&client_id=${application.clientId}`,
  });
  assert.equal(refresh.statusCode, 401);
  assert.equal(refresh.json().error, 'invalid_client');
  const place = await browserOf(house).open((await startSignIn(application)).url.href);
  assert.equal(place.status, 400);
  assert.match(place.html, /This application is not known here/);
});
