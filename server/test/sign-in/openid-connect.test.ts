// A customer signs in to applications that use a standard OpenID Connect library, from discovery to signing out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oidc from 'openid-client';
import { createCustomer } from '#core/customers/customers.ts';
import {
  browserOf,
  fetchFrom,
  finishSignIn,
  makeApplication,
  passPages,
  signIn,
  startSignIn,
} from '#test/sign-in/applications.ts';
import { makeOrganization, world } from '#test/world.ts';

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
}

for (const type of ['confidential', 'public'] as const) {
  test(`A ${type} client signs a customer in with the tokens and claims of the contract`, async () => {
    const house = await world();
    const organization = await makeOrganization(house);
    const customer = await createCustomer(organization.scope, {
      firstName: 'Jane',
      lastName: 'Doe',
      emails: [{ address: 'jane@example.com' }],
    });
    const application = await makeApplication(house, organization, type);
    const tokens = await signIn(house, application, browserOf(house), 'Jane@Example.com');

    const { issuer } = house.config.urls;
    assert.equal(tokens.token_type.toLowerCase(), 'bearer');
    assert.equal(tokens.expires_in, 3600);
    assert.equal(tokens.scope, 'openid profile email offline_access');
    assert.ok(tokens.refresh_token);
    const id = tokens.claims()!;
    assert.equal(id.name, 'Jane Doe');
    assert.equal(id.email, 'jane@example.com');
    assert.equal(id.exp - id.iat, 36_000);

    const access = claimsOf(tokens.access_token);
    const { sub, sid, jti, exp, iat, ...rest } = access;
    assert.equal(sub, id.sub);
    assert.ok(sid && jti);
    assert.equal(Number(exp) - Number(iat), 3600);
    assert.deepEqual(rest, {
      email: 'jane@example.com',
      token_source: 'oauth',
      organization_id: organization.organization.id,
      org_customer_id: customer.id,
      customer_number: customer.customerNumber,
      client_id: application.clientId,
      scope: 'openid profile email offline_access',
      iss: issuer,
      aud: 'service-client-api',
    });
    const header = JSON.parse(Buffer.from(tokens.access_token.split('.')[0]!, 'base64url').toString());
    assert.equal(header.alg, 'RS256');
    assert.equal(header.typ, 'at+jwt');

    const claims = await oidc.fetchUserInfo(application.config, tokens.access_token, id.sub);
    assert.deepEqual(claims, { sub, email: 'jane@example.com', email_verified: true, name: 'Jane Doe' });
  });
}

test('Without a profile the customer’s claims are left out, and without offline_access there is no refresh token', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  const started = await startSignIn(application, { scope: 'openid email unknown-scope' });
  const browser = browserOf(house);
  const place = await passPages(house, browser, await browser.open(started.url.href), 'new@example.com');
  const tokens = await finishSignIn(application, started, place);
  assert.equal(tokens.refresh_token, undefined);
  assert.equal(tokens.scope, 'openid email');
  const access = claimsOf(tokens.access_token);
  assert.equal('org_customer_id' in access || 'customer_number' in access, false);
  assert.equal('name' in tokens.claims()!, false);
});

test('A request without a scope asks for openid, profile and email', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  const started = await startSignIn(application);
  started.url.searchParams.delete('scope');
  const browser = browserOf(house);
  const place = await passPages(house, browser, await browser.open(started.url.href), 'plain@example.com');
  const tokens = await finishSignIn(application, started, place);
  assert.equal(tokens.scope, 'openid profile email');
  assert.equal(tokens.refresh_token, undefined);
});

test('A confidential client may leave PKCE out; a public client may not, and plain is refused', async () => {
  const house = await world();
  const organization = await makeOrganization(house);
  const browser = browserOf(house);
  const confidential = await makeApplication(house, organization, 'confidential');
  const started = await startSignIn(confidential);
  started.url.searchParams.delete('code_challenge');
  started.url.searchParams.delete('code_challenge_method');
  const place = await passPages(house, browser, await browser.open(started.url.href), 'nopkce@example.com');
  const { config } = confidential;
  const expected = { expectedState: started.state, expectedNonce: started.nonce };
  assert.ok((await oidc.authorizationCodeGrant(config, new URL(place.url), expected)).access_token);

  const open = await startSignIn(await makeApplication(house, organization, 'public'));
  const without = new URL(open.url);
  without.searchParams.delete('code_challenge');
  without.searchParams.delete('code_challenge_method');
  const plain = new URL(open.url);
  plain.searchParams.set('code_challenge_method', 'plain');
  for (const url of [without, plain]) {
    const answer = new URL((await browser.open(url.href)).url);
    assert.equal(answer.origin, 'https://app.example.com');
    assert.equal(answer.searchParams.get('error'), 'invalid_request');
    assert.equal(answer.searchParams.get('state'), open.state);
    assert.equal(answer.searchParams.get('iss'), house.config.urls.issuer);
  }
});

test('A code works once, for its own client, verifier and address; using it again ends what it produced', async () => {
  const house = await world();
  const organization = await makeOrganization(house);
  const application = await makeApplication(house, organization, 'public');
  const other = await makeApplication(house, organization, 'public');
  const browser = browserOf(house);
  const started = await startSignIn(application);
  const place = await passPages(house, browser, await browser.open(started.url.href), 'code@example.com');

  await assert.rejects(finishSignIn(other, started, place), { error: 'invalid_grant' });
  const wrongVerifier = { ...started, verifier: oidc.randomPKCECodeVerifier() };
  await assert.rejects(finishSignIn(application, wrongVerifier, place), { error: 'invalid_grant' });
  const wrongAddress = new URLSearchParams({
    grant_type: 'authorization_code',
    code: new URL(place.url).searchParams.get('code')!,
    code_verifier: started.verifier,
    client_id: application.clientId,
    redirect_uri: 'https://app.example.com/other',
  });
  const refused = await fetchFrom(house)(`${house.config.urls.issuer}/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: wrongAddress,
  } as never);
  assert.equal(refused.status, 400);
  assert.equal(refused.headers.get('cache-control'), 'no-store');

  const tokens = await finishSignIn(application, started, place);
  await assert.rejects(finishSignIn(application, started, place), { error: 'invalid_grant' });
  await assert.rejects(oidc.refreshTokenGrant(application.config, tokens.refresh_token!), {
    error: 'invalid_grant',
  });
});

test('A code is good for a minute', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  const browser = browserOf(house);
  const started = await startSignIn(application);
  const place = await passPages(house, browser, await browser.open(started.url.href), 'slow@example.com');
  house.clock.advance(61_000);
  await assert.rejects(finishSignIn(application, started, place), { error: 'invalid_grant' });
});

test('A refresh token works once; a second use fails, at once harmlessly, later with the whole family', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  const { config } = application;
  const first = await signIn(house, application, browserOf(house), 'rotate@example.com');
  const second = await oidc.refreshTokenGrant(config, first.refresh_token!);
  assert.notEqual(second.refresh_token, first.refresh_token);
  assert.equal(second.claims()!.sub, first.claims()!.sub);
  assert.equal(claimsOf(second.access_token).sid, claimsOf(first.access_token).sid);

  house.clock.advance(8_000);
  await assert.rejects(oidc.refreshTokenGrant(config, first.refresh_token!), {
    error: 'invalid_grant',
    status: 400,
  });
  const third = await oidc.refreshTokenGrant(config, second.refresh_token!);

  house.clock.advance(11_000);
  await assert.rejects(oidc.refreshTokenGrant(config, second.refresh_token!), { error: 'invalid_grant' });
  await assert.rejects(oidc.refreshTokenGrant(config, third.refresh_token!), { error: 'invalid_grant' });
});

test('A refresh may ask for fewer scopes, never for more', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'confidential');
  const started = await startSignIn(application, { scope: 'openid email offline_access' });
  const browser = browserOf(house);
  const place = await passPages(house, browser, await browser.open(started.url.href), 'less@example.com');
  const tokens = await finishSignIn(application, started, place);
  const less = await oidc.refreshTokenGrant(application.config, tokens.refresh_token!, { scope: 'openid' });
  assert.equal(less.scope, 'openid');
  await assert.rejects(
    oidc.refreshTokenGrant(application.config, less.refresh_token!, { scope: 'openid profile' }),
    { error: 'invalid_scope' },
  );
});

test('A pushed request signs in, and only what was pushed counts', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'confidential');
  const started = await startSignIn(application);
  const parameters = Object.fromEntries(started.url.searchParams);
  const url = await oidc.buildAuthorizationUrlWithPAR(application.config, parameters);
  assert.ok(url.searchParams.get('request_uri'));
  const browser = browserOf(house);
  const place = await passPages(house, browser, await browser.open(url.href), 'par@example.com');
  const tokens = await finishSignIn(application, started, place);
  assert.ok(tokens.refresh_token);

  const second = await startSignIn(application, { scope: 'openid' });
  const bare = await oidc.buildAuthorizationUrlWithPAR(
    application.config,
    Object.fromEntries(second.url.searchParams),
  );
  bare.searchParams.set('scope', 'openid offline_access');
  const more = await finishSignIn(application, second, await browser.open(bare.href));
  assert.equal(more.refresh_token, undefined);
  assert.equal(more.scope, 'openid');
});

test('Authorize takes POST as well', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  const { url } = await startSignIn(application);
  const answer = await house.app.inject({
    method: 'POST',
    url: '/api/auth/oauth2/authorize',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: url.search.slice(1),
  });
  assert.equal(answer.statusCode, 303);
  assert.match((await browserOf(house).open(answer.headers.location!)).html, /<h1>Sign in<\/h1>/);
});
