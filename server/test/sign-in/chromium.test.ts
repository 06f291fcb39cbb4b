// The hosted page and a single-page application in a real Chromium.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { CustomFetch } from 'openid-client';
import type { Browser, Page } from 'playwright-core';
import { createOAuthClient } from '#core/oauth-clients/oauth-clients.ts';
import { accessibilityFaults, chromiumPath, startBrowser } from '#test/browser.ts';
import { codeFor, makeApplication, startSignIn } from '#test/sign-in/applications.ts';
import { makeOrganization, openWorld, type World } from '#test/world.ts';

// What a page looks like does not depend on the database: once is enough.
const again = process.env.FRONTDESK_TEST_DATABASE && 'was looked at on the embedded database';
const skip = again || (chromiumPath ? false : 'there is no Chromium on this machine (CHROMIUM_PATH)');
const overNetwork = fetch as CustomFetch;
/** What oidc-client-ts knows of whoever has signed in. */
interface SpaUser {
  profile: { email: string };
  access_token: string;
  refresh_token: string;
}

let chromium: Browser;
let house: World;
let spa: Server;
let spaUrl: string;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

const library = new URL(import.meta.resolve('oidc-client-ts'));
const serveSpa: Parameters<typeof createServer>[1] = ({ url }, response) => {
  if (url === '/oidc.js') {
    const file = new URL('../browser/oidc-client-ts.min.js', library);
    return void response.setHeader('content-type', 'text/javascript').end(readFileSync(file));
  }
  response
    .setHeader('content-type', 'text/html')
    .end('<!doctype html><title>Example App</title><script src="/oidc.js"></script>');
};

/** What a page looks like to whoever can't see or is on a telephone: accessibility rules and overflow. */
async function checkPage(page: Page, name: string): Promise<void> {
  assert.deepEqual(await accessibilityFaults(page), [], name);
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  assert.equal(overflow, 0, `${name} scrolls sideways`);
}

describe('In Chromium', () => {
  before(async () => {
    if (skip) return;
    spa = createServer(serveSpa).listen(0, 'localhost');
    await once(spa, 'listening');
    spaUrl = `http://localhost:${(spa.address() as AddressInfo).port}/`;
    house = await openWorld({ PUBLIC_URL: `http://localhost:${await freePort()}` });
    await house.app.listen({ port: Number(new URL(house.config.urls.public).port), host: 'localhost' });
    chromium = await startBrowser();
  });

  after(async () => {
    await chromium?.close();
    spa?.close();
    await house?.app.close();
    await house?.parts.close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      test(`Signing in works by keyboard and is accessible, ${colorScheme}, ${width} wide`, {
        skip,
      }, async () => {
        const organization = await makeOrganization(house, {
          name: 'Donaudampfschifffahrtsgesellschaftskapitäninnen',
          primaryColor: colorScheme === 'dark' ? '#ffd60a' : '#8a8a8a',
        });
        const application = await makeApplication(house, organization, 'public', {
          redirectUri: spaUrl,
          fetch: overNetwork,
        });
        const context = await chromium.newContext({ colorScheme, viewport: { width, height: 800 } });
        const page = await context.newPage();
        const refused: string[] = [];
        page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));

        await page.goto((await startSignIn(application)).url.href);
        assert.equal(await page.evaluate('document.activeElement.id'), 'email');
        await checkPage(page, 'email');
        const email = `keys-${colorScheme}-${width}@example.com`;
        await page.keyboard.type(email);
        await page.keyboard.press('Enter');
        await page.getByLabel('Code', { exact: true }).waitFor();
        assert.equal(await page.evaluate('document.activeElement.id'), 'code');
        assert.equal(await page.getByRole('button', { name: 'Send a new code' }).isDisabled(), true);
        await page.getByText(/You can ask for a new code in \d+ seconds/).waitFor();
        await checkPage(page, 'code');
        const code = await codeFor(house, email);
        await page.keyboard.type(code === '000000' ? '000001' : '000000');
        await page.keyboard.press('Enter');
        await page.getByRole('alert').waitFor();
        await checkPage(page, 'wrong code');
        await page.keyboard.type(code);
        await page.keyboard.press('Enter');
        await page.waitForURL(`${spaUrl}?*`);
        assert.match(page.url(), /[?&]code=/);

        await page.goto(`${house.config.urls.issuer}/oauth2/end-session`);
        await page.getByRole('button', { name: 'Stay signed in' }).waitFor();
        await checkPage(page, 'sign out');
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
        await checkPage(page, 'signed out');
        const { url } = await startSignIn(application);
        url.searchParams.set('client_id', 'nobody');
        // Navigating to a page of status 400 is told to the console; nothing else may be.
        assert.deepEqual(
          refused.filter((text) => !/status of 400/.test(text)),
          [],
        );
        await page.goto(url.href);
        await checkPage(page, 'error');
        await context.close();
      });
    }
  }

  test('Without scripts the page says when another code can be had, and signs in', { skip }, async () => {
    const application = await makeApplication(house, await makeOrganization(house), 'public', {
      redirectUri: spaUrl,
      fetch: overNetwork,
    });
    const context = await chromium.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto((await startSignIn(application)).url.href);
    await page.getByLabel('Email', { exact: true }).fill('noscript@example.com');
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByText(/You can ask for a new code in \d+ seconds/).waitFor();
    await page.getByRole('button', { name: 'Send a new code' }).click();
    await page.getByText(/Ask again in \d+ seconds/).waitFor();
    await page.getByLabel('Code', { exact: true }).fill(await codeFor(house, 'noscript@example.com'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${spaUrl}?*`);
    await context.close();
  });

  test('A single-page application signs in, refreshes and signs out with oidc-client-ts', {
    skip,
  }, async () => {
    const organization = await makeOrganization(house);
    const { client } = await createOAuthClient(organization.scope, {
      name: 'Example App',
      type: 'public',
      redirectUris: [spaUrl],
      postLogoutRedirectUris: [spaUrl],
    });
    const context = await chromium.newContext();
    const page = await context.newPage();
    const settings = JSON.stringify({
      authority: house.config.urls.issuer,
      client_id: client.clientId,
      redirect_uri: spaUrl,
      post_logout_redirect_uri: spaUrl,
      scope: 'openid profile email offline_access',
      loadUserInfo: true,
      automaticSilentRenew: false,
    });
    const manager = `globalThis.manager ??= new oidc.UserManager(${settings})`;
    await page.goto(spaUrl);
    await page.evaluate(`${manager}.signinRedirect(), undefined`);
    await page.getByLabel('Email', { exact: true }).fill('spa@example.com');
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByLabel('Code', { exact: true }).fill(await codeFor(house, 'spa@example.com'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${spaUrl}?*`);

    const user = (await page.evaluate(`(${manager}).signinRedirectCallback()`)) as SpaUser;
    assert.equal(user.profile.email, 'spa@example.com');
    assert.ok(user.refresh_token);
    const renewed = (await page.evaluate(`(${manager}).signinSilent()`)) as SpaUser;
    assert.notEqual(renewed.refresh_token, user.refresh_token);
    assert.notEqual(renewed.access_token, user.access_token);

    await page.evaluate(`(${manager}).signoutRedirect(), undefined`);
    await page.waitForURL(spaUrl);
    const refused = await page.evaluate(
      `fetch('${house.config.urls.issuer}/oauth2/userinfo', { headers: { authorization: 'Bearer ${renewed.access_token}' } }).then((answer) => answer.status)`,
    );
    assert.equal(refused, 401);
    await context.close();
  });
});
