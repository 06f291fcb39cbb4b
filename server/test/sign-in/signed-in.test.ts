// Signed in once: the next application, another account, signing out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oidc from 'openid-client';
import {
  browserOf,
  finishSignIn,
  makeApplication,
  passPages,
  signIn,
  startSignIn,
} from '#test/sign-in/applications.ts';
import { makeOrganization, world } from '#test/world.ts';

test('Signed in once, the next application needs no code; prompt=none tells whether somebody is signed in', async () => {
  const house = await world();
  const organization = await makeOrganization(house);
  const browser = browserOf(house);
  const [one, two] = [
    await makeApplication(house, organization, 'public'),
    await makeApplication(house, organization, 'confidential'),
  ];
  const silent = await startSignIn(two, { prompt: 'none' });
  const refused = new URL((await browser.open(silent.url.href)).url);
  assert.equal(refused.searchParams.get('error'), 'login_required');

  const tokens = await signIn(house, one, browser, 'sso@example.com');
  for (const prompt of ['none', 'consent', undefined]) {
    const again = await startSignIn(two, prompt ? { prompt } : {});
    const more = await finishSignIn(two, again, await browser.open(again.url.href));
    assert.equal(more.claims()!.sub, tokens.claims()!.sub);
    assert.ok(more.refresh_token);
  }
  const anew = await startSignIn(two, { prompt: 'login' });
  assert.match((await browser.open(anew.url.href)).html, /<label for="email">Email<\/label>/);
});

test('Signing in as somebody else ends the first one’s session', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  const browser = browserOf(house);
  const first = await signIn(house, application, browser, 'one@example.com');
  const started = await startSignIn(application, { prompt: 'login' });
  const place = await passPages(house, browser, await browser.open(started.url.href), 'two@example.com');
  // The library ends the first session with a form that sends itself.
  const second = await finishSignIn(
    application,
    started,
    await browser.submit(place, '/end-session/confirm'),
  );
  assert.equal(second.claims()!.email, 'two@example.com');
  await assert.rejects(oidc.refreshTokenGrant(application.config, first.refresh_token!), {
    error: 'invalid_grant',
  });
  await oidc.refreshTokenGrant(application.config, second.refresh_token!);
});

test('A revoked refresh token is gone, and revoking anything else is no error', async () => {
  const house = await world();
  const organization = await makeOrganization(house);
  const application = await makeApplication(house, organization, 'public');
  const other = await makeApplication(house, organization, 'confidential');
  const tokens = await signIn(house, application, browserOf(house), 'revoke@example.com');
  await assert.rejects(oidc.tokenRevocation(other.config, tokens.refresh_token!), {
    error: 'invalid_request',
  });
  await oidc.tokenRevocation(application.config, tokens.refresh_token!);
  await oidc.tokenRevocation(application.config, 'no token at all');
  await assert.rejects(oidc.refreshTokenGrant(application.config, tokens.refresh_token!), {
    error: 'invalid_grant',
  });
});

test('Signing out in the application ends the session, its tokens, and goes on to the registered address', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  const browser = browserOf(house);
  const tokens = await signIn(house, application, browser, 'bye@example.com');
  const url = oidc.buildEndSessionUrl(application.config, {
    id_token_hint: tokens.id_token!,
    post_logout_redirect_uri: 'https://app.example.com/bye',
    state: 'see you',
  });
  const page = await browser.open(url.href);
  assert.match(page.html, /Signing you out/);
  const place = await browser.submit(page, '/end-session/confirm', { logout: 'yes' });
  assert.equal(place.url, 'https://app.example.com/bye?state=see+you');

  await assert.rejects(oidc.refreshTokenGrant(application.config, tokens.refresh_token!), {
    error: 'invalid_grant',
  });
  await assert.rejects(oidc.fetchUserInfo(application.config, tokens.access_token, tokens.claims()!.sub));
  const silent = await startSignIn(application, { prompt: 'none' });
  assert.match((await browser.open(silent.url.href)).url, /error=login_required/);
});

test('Signing out without a hint asks first, and staying keeps the session', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  const browser = browserOf(house);
  const tokens = await signIn(house, application, browser, 'stay@example.com');
  const url = `${house.config.urls.issuer}/oauth2/end-session`;
  const page = await browser.open(url);
  assert.match(page.html, /<h1>Sign out\?<\/h1>/);
  await browser.submit(page, '/end-session/confirm');
  await oidc.fetchUserInfo(application.config, tokens.access_token, tokens.claims()!.sub);
  const done = await browser.submit(await browser.open(url), '/end-session/confirm', { logout: 'yes' });
  assert.match(done.html, /You are signed out/);
  await assert.rejects(oidc.fetchUserInfo(application.config, tokens.access_token, tokens.claims()!.sub));
  assert.equal((await browser.open(url)).status, 400);
});
