// The commands on OAuth clients and signing keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oidc from 'openid-client';
import { callCommand } from '#test/command-line.ts';
import { browserOf, fetchFrom, finishSignIn, passPages, startSignIn } from '#test/sign-in/applications.ts';
import { makeOrganization, openWorld, world } from '#test/world.ts';

const redirectUri = 'https://www.example.com/callback';

async function configFor(clientId: string, secret: string): Promise<oidc.Configuration> {
  const house = await world();
  return oidc.discovery(new URL(house.config.urls.issuer), clientId, secret, oidc.ClientSecretPost(secret), {
    execute: [oidc.allowInsecureRequests],
    [oidc.customFetch]: fetchFrom(house),
  });
}

test('oauth-client create makes an application customers sign in to; its secret is shown once and never listed', async () => {
  const house = await world();
  const { organization } = await makeOrganization(house);
  const inside = ['-o', organization.slug];
  const made = await callCommand(house.parts, [
    'oauth-client',
    'create',
    'Website',
    '--redirect-uri',
    redirectUri,
    '--post-logout-redirect-uri',
    'https://www.example.com/bye',
    ...inside,
  ]);
  assert.equal(made.exitCode, 0);
  assert.match(made.stdout, /^Redirect URIs +https:\/\/www\.example\.com\/callback$/m);
  assert.match(made.stdout, /^Post-logout redirect URIs +https:\/\/www\.example\.com\/bye$/m);
  assert.match(made.stdout, /The secret is shown only this once: store it now\./);
  const clientId = /^Client id +(fdc_\w{38})$/m.exec(made.stdout)![1]!;
  const secret = /^Secret +(fds_\w{43})$/m.exec(made.stdout)![1]!;
  for (const more of [[], ['--json']]) {
    const listed = await callCommand(house.parts, ['oauth-client', 'list', ...inside, ...more]);
    assert.match(listed.stdout, new RegExp(clientId));
    assert.doesNotMatch(listed.stdout, /fds_/);
  }
  const application = { clientId, secret, redirectUri, config: await configFor(clientId, secret) };
  const started = await startSignIn(application);
  const browser = browserOf(house);
  const place = await passPages(house, browser, await browser.open(started.url.href), 'cli@example.com');
  const tokens = await finishSignIn(application, started, place);

  const rotate = async () =>
    JSON.parse(
      (await callCommand(house.parts, ['oauth-client', 'rotate-secret', clientId, '--json', ...inside]))
        .stdout,
    );
  const { clientSecret: second } = await rotate();
  house.clock.advance(5_000);
  const { refresh_token: next } = await oidc.refreshTokenGrant(application.config, tokens.refresh_token!);
  const after = await oidc.refreshTokenGrant(await configFor(clientId, second), next!);
  await rotate();
  house.clock.advance(5_000);
  await assert.rejects(oidc.refreshTokenGrant(application.config, after.refresh_token!), {
    error: 'invalid_client',
  });

  const disabled = await callCommand(house.parts, ['oauth-client', 'disable', clientId, '--json', ...inside]);
  assert.ok(JSON.parse(disabled.stdout).disabledAt);
  const rotated = await callCommand(house.parts, ['oauth-client', 'rotate-secret', clientId, ...inside]);
  assert.deepEqual([rotated.exitCode, rotated.stderr], [1, 'Error: The OAuth client is disabled.\n']);
});

test('oauth-client create refuses addresses that could lead elsewhere, naming the option', async () => {
  const { parts } = await world();
  const { organization } = await makeOrganization(await world());
  const create = (uri: string) =>
    callCommand(parts, [
      'oauth-client',
      'create',
      'X',
      '--public',
      '--redirect-uri',
      uri,
      '-o',
      organization.slug,
    ]);
  for (const uri of [
    'http://www.example.com/',
    'https://*.example.com/',
    'https://x.example/#a',
    'javascript:alert(1)',
  ]) {
    const { exitCode, stderr } = await create(uri);
    assert.equal(exitCode, 1);
    assert.match(stderr, /^Error: --redirect-uri must /);
  }
  assert.equal((await create('com.example.app:/callback')).exitCode, 0);
});

test('keys rotate publishes the next key, and keys list tells next, active and retired apart', async () => {
  const { parts, app, clock } = await openWorld();
  try {
    const list = async () => JSON.parse((await callCommand(parts, ['keys', 'list', '--json'])).stdout);
    await app.inject('/api/auth/jwks');
    const stateOf = async (kid: string) =>
      (await list()).find((key: { kid: string }) => key.kid === kid).state;
    const first = (await list()).find((key: { state: string }) => key.state === 'active');
    const { kid } = JSON.parse((await callCommand(parts, ['keys', 'rotate', '--json'])).stdout);
    assert.deepEqual([await stateOf(kid), await stateOf(first.kid)], ['next', 'active']);
    clock.advance(24 * 3_600_000);
    assert.deepEqual([await stateOf(kid), await stateOf(first.kid)], ['active', 'retired']);
    assert.match((await callCommand(parts, ['keys', 'list'])).stdout, /^KID +STATE +SIGNS FROM/);
  } finally {
    await app.close();
    await parts.close();
  }
});
