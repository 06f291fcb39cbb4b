// Nothing of one organization opens anything in another: cookies, clients, codes, tokens, sign-ins, accounts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oidc from 'openid-client';
import {
  browserOf,
  codeFor,
  finishSignIn,
  makeApplication,
  signIn,
  startSignIn,
} from '#test/sign-in/applications.ts';
import { makeOrganization, type World, world } from '#test/world.ts';

async function twoHouses(house: World) {
  const [one, two] = [await makeOrganization(house), await makeOrganization(house)];
  return { a: await makeApplication(house, one, 'public'), b: await makeApplication(house, two, 'public') };
}

test('One address in two organizations is two accounts, and both sessions live in one browser', async () => {
  const house = await world();
  const { a, b } = await twoHouses(house);
  const browser = browserOf(house);
  const first = await signIn(house, a, browser, 'both@example.com');
  const second = await signIn(house, b, browser, 'both@example.com');
  assert.notEqual(first.claims()!.sub, second.claims()!.sub);
  for (const [application, tokens] of [
    [a, first],
    [b, second],
  ] as const) {
    await oidc.refreshTokenGrant(application.config, tokens.refresh_token!);
    const again = await startSignIn(application, { prompt: 'none' });
    const more = await finishSignIn(application, again, await browser.open(again.url.href));
    assert.equal(more.claims()!.sub, tokens.claims()!.sub);
  }
});

test('A code or refresh token of one organization is nothing to another’s client', async () => {
  const house = await world();
  const { a, b } = await twoHouses(house);
  const browser = browserOf(house);
  const tokens = await signIn(house, a, browser, 'tokens@example.com');
  await assert.rejects(oidc.refreshTokenGrant(b.config, tokens.refresh_token!), { error: 'invalid_grant' });
  await oidc.tokenRevocation(b.config, tokens.refresh_token!);

  const started = await startSignIn(a);
  const place = await browser.open(started.url.href);
  await assert.rejects(finishSignIn(b, started, place), { error: 'invalid_grant' });
  await oidc.refreshTokenGrant(a.config, tokens.refresh_token!);
});

test('A session cookie carried over under another organization’s name signs nobody in', async () => {
  const house = await world();
  const { a, b } = await twoHouses(house);
  const browser = browserOf(house);
  await signIn(house, a, browser, 'cookie@example.com');
  const nameOf = (clientId: string) => `cs_${clientId.slice(4, 26)}`;
  const forged = browser.cookies
    .filter(({ name }) => name.startsWith(nameOf(a.clientId)))
    .map((cookie) => ({ ...cookie, name: cookie.name.replace(nameOf(a.clientId), nameOf(b.clientId)) }));
  assert.equal(forged.length, 2);
  browser.cookies.push(...forged);
  const silent = await startSignIn(b, { prompt: 'none' });
  assert.match((await browser.open(silent.url.href)).url, /error=login_required/);
});

test('A sign-in can’t be gone on with under another organization, nor from another browser', async () => {
  const house = await world();
  const { a, b } = await twoHouses(house);
  const browser = browserOf(house);
  const first = await browser.open((await startSignIn(a)).url.href);
  const other = first.url.replace(a.clientId.slice(4, 26), b.clientId.slice(4, 26));
  browser.cookies.push(
    ...browser.cookies.map((cookie) => ({
      ...cookie,
      path: cookie.path.replace(a.clientId.slice(4, 26), b.clientId.slice(4, 26)),
    })),
  );
  const carried = await browser.open(other);
  assert.equal(carried.status, 400);
  assert.match(carried.html, /This sign-in has ended/);
  const stranger = await browserOf(house).open(first.url);
  assert.equal(stranger.status, 400);
});

test('A code sent for one sign-in is no use in another', async () => {
  const house = await world();
  const { a, b } = await twoHouses(house);
  const [mine, theirs, elsewhere] = [browserOf(house), browserOf(house), browserOf(house)];
  const asked = await mine.submit(await mine.open((await startSignIn(a)).url.href), '/email', {
    email: 'bound@example.com',
  });
  const code = await codeFor(house, 'bound@example.com');
  house.clock.advance(60_000);
  const same = await theirs.submit(await theirs.open((await startSignIn(a)).url.href), '/email', {
    email: 'bound@example.com',
  });
  assert.equal((await theirs.submit(same, '/code', { code })).status, 400);
  const other = await elsewhere.submit(await elsewhere.open((await startSignIn(b)).url.href), '/email', {
    email: 'bound@example.com',
  });
  assert.equal((await elsewhere.submit(other, '/code', { code })).status, 400);
  // The newer code of the same organization has made it void.
  assert.equal((await mine.submit(asked, '/code', { code })).status, 400);
});

test('An access token says whose it is, and userinfo gives nobody else’s claims', async () => {
  const house = await world();
  const { a, b } = await twoHouses(house);
  const browser = browserOf(house);
  const [first, second] = [
    await signIn(house, a, browser, 'mine@example.com'),
    await signIn(house, b, browser, 'theirs@example.com'),
  ];
  const [head, body, signature] = first.access_token.split('.') as [string, string, string];
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  const other = JSON.parse(Buffer.from(second.access_token.split('.')[1]!, 'base64url').toString());
  const forged = [
    { ...claims, organization_id: other.organization_id },
    { ...claims, sid: other.sid },
    { ...claims, sub: other.sub },
  ].map((payload) => [head, Buffer.from(JSON.stringify(payload)).toString('base64url'), signature].join('.'));
  const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`;
  for (const token of [...forged, unsigned]) {
    const answer = await house.app.inject({
      url: '/api/auth/oauth2/userinfo',
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(answer.statusCode, 401);
  }
});

test('A hint or sign-out of one organization ends nothing in another', async () => {
  const house = await world();
  const { a, b } = await twoHouses(house);
  const browser = browserOf(house);
  const first = await signIn(house, a, browser, 'out@example.com');
  const second = await signIn(house, b, browser, 'out@example.com');
  const { issuer } = house.config.urls;
  const mixed = await browser.open(
    `${issuer}/oauth2/end-session?client_id=${b.clientId}&id_token_hint=${first.id_token}`,
  );
  assert.equal(mixed.status, 400);
  const page = await browser.open(`${issuer}/oauth2/end-session?id_token_hint=${first.id_token}`);
  await browser.submit(page, '/end-session/confirm', { logout: 'yes' });
  await assert.rejects(oidc.refreshTokenGrant(a.config, first.refresh_token!), { error: 'invalid_grant' });
  await oidc.refreshTokenGrant(b.config, second.refresh_token!);
});

test('Names that no organization has are refused like unknown clients', async () => {
  const house = await world();
  const { a } = await twoHouses(house);
  const nobody = `fdc_${'0'.repeat(22)}${'A'.repeat(16)}`;
  for (const clientId of [
    nobody,
    'nonsense',
    `${a.clientId}x`,
    a.clientId.slice(0, -1) + (a.clientId.endsWith('a') ? 'b' : 'a'),
  ]) {
    const url = (await startSignIn(a)).url;
    url.searchParams.set('client_id', clientId);
    const place = await browserOf(house).open(url.href);
    assert.equal(place.status, 400);
    assert.match(place.html, /This application is not known here/);
    const answer = await house.app.inject({
      method: 'POST',
      url: '/api/auth/oauth2/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `grant_type=refresh_token&refresh_token=x&client_id=${clientId}`,
      remoteAddress: '192.0.2.50',
    });
    assert.equal(answer.statusCode, 401);
    assert.equal(answer.json().error, 'invalid_client');
  }
});
