// What the authorization server says about itself, and that nobody else can make it say something different.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rotateSigningKeys } from '#core/sign-in/keys/signing-keys.ts';
import {
  browserOf,
  fetchFrom,
  makeApplication,
  passPages,
  signIn,
  startSignIn,
} from '#test/sign-in/applications.ts';
import { openBrowser, visitApp } from '#test/sign-in/browser.ts';
import { makeOrganization, openWorld, world } from '#test/world.ts';

const places = [
  '/api/auth/.well-known/openid-configuration',
  '/api/auth/.well-known/oauth-authorization-server',
  '/.well-known/oauth-authorization-server/api/auth',
  '/.well-known/openid-configuration/api/auth',
];

test('All metadata documents say the same, to everybody, for five minutes', async () => {
  const { app } = await world();
  const answers = await Promise.all(
    places.map((url) => app.inject({ url, headers: { origin: 'https://any.example' } })),
  );
  for (const answer of answers) {
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers['content-type']), /^application\/json/);
    assert.equal(answer.headers['cache-control'], 'public, max-age=300');
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    assert.deepEqual(answer.json(), answers[0]!.json());
  }
  const document = answers[0]!.json();
  assert.equal(document.issuer, 'http://frontdesk.test/api/auth');
  assert.deepEqual(document.scopes_supported, ['openid', 'profile', 'email', 'offline_access']);
  assert.deepEqual(document.response_types_supported, ['code']);
  assert.deepEqual(document.response_modes_supported, ['query']);
  assert.deepEqual(document.grant_types_supported, ['authorization_code', 'refresh_token']);
  assert.deepEqual(document.code_challenge_methods_supported, ['S256']);
  assert.deepEqual(document.id_token_signing_alg_values_supported, ['RS256']);
  assert.equal(document.authorization_response_iss_parameter_supported, true);
  assert.equal('registration_endpoint' in document, false);
});

test('The published keys hold nothing private', async () => {
  const { app } = await world();
  const { keys } = (await app.inject('/api/auth/jwks')).json();
  assert.ok(keys.length > 0);
  for (const key of keys) assert.deepEqual(Object.keys(key).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
});

test('A forged Host or X-Forwarded header changes no address', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  const forged = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '203.0.113.9',
    forwarded: 'host=evil.example;proto=https',
    'x-original-url': '/evil',
  };
  for (const url of [...places, '/api/auth/jwks']) {
    const answer = await house.app.inject({ url, headers: forged });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.body.includes('evil'), false);
  }
  const browser = browserOf(house);
  browser.headers = forged;
  const started = await startSignIn(application);
  const first = await browser.open(started.url.href);
  assert.equal(first.url.startsWith('http://frontdesk.test/api/auth/interaction/'), true);
  assert.equal(first.html.includes('evil'), false);
  const place = await passPages(house, browser, first, 'host@example.com');
  assert.equal(new URL(place.url).origin, 'https://app.example.com');
  assert.equal(new URL(place.url).searchParams.get('iss'), 'http://frontdesk.test/api/auth');
});

test('The next key is published a day before it signs, and the old one stays until its tokens have ended', async () => {
  const house = await openWorld();
  const { app, parts, clock } = house;
  try {
    const kids = async () =>
      (await app.inject('/api/auth/jwks')).json().keys.map((key: { kid: string }) => key.kid);
    const [old] = await kids();
    const { kid } = await rotateSigningKeys(parts.db, clock, parts.platform.tools.secrets, { now: false });
    clock.advance(10_000);
    const published = await kids();
    assert.deepEqual([published[0], published.includes(kid)], [old, true]);

    const organization = await makeOrganization(house);
    const application = await makeApplication(house, organization, 'public');
    const signingKid = async (email: string) => {
      const { access_token } = await signIn(house, application, browserOf(house), email);
      return JSON.parse(Buffer.from(access_token.split('.')[0]!, 'base64url').toString()).kid;
    };
    assert.equal(await signingKid('before@example.com'), old);
    clock.advance(24 * 3_600_000);
    const later = await kids();
    assert.deepEqual([later[0], later.includes(old)], [kid, true]);
    assert.equal(await signingKid('after@example.com'), kid);
  } finally {
    await app.close();
    await parts.close();
  }
});

test('Behind a proxy that speaks TLS and adds to the path, cookies are secure and every address is the outer one', async () => {
  const house = await openWorld({ PUBLIC_URL: 'https://desk.example/base' });
  const inner = (url: string) => url.replace('https://desk.example/base', 'http://10.0.0.1');
  try {
    const inside = fetchFrom(house);
    const application = await makeApplication(house, await makeOrganization(house), 'confidential', {
      fetch: (url, options) => inside(inner(url), options),
    });
    const setCookies: string[] = [];
    const visit = visitApp(house.app);
    const browser = openBrowser('https://desk.example/base', async (request) => {
      const answer = await visit({ ...request, url: inner(request.url) });
      setCookies.push(...[answer.headers['set-cookie'] ?? []].flat());
      return answer;
    });
    const tokens = await signIn(house, application, browser, 'proxy@example.com');
    assert.equal(tokens.claims()!.iss, 'https://desk.example/base/api/auth');
    assert.ok(setCookies.length > 0);
    for (const cookie of setCookies) {
      assert.match(cookie, /; secure/i);
      assert.match(cookie, /; httponly/i);
      assert.match(cookie, /path=\/base\/api\/auth/i);
    }
  } finally {
    await house.app.close();
    await house.parts.close();
  }
});
