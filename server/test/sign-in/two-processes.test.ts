// Two processes over one database behind a balancer that takes turns: to a customer and an application they are one.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as oidc from 'openid-client';
import { revokeSession } from '#core/sign-in/sessions.ts';
import { rotateSigningKeys } from '#core/sign-in/signing-keys.ts';
import { makeClock } from '#test/clock.ts';
import {
  type Application,
  codeFor,
  fetchFrom,
  finishSignIn,
  makeApplication,
  signIn,
  startSignIn,
} from '#test/sign-in/applications.ts';
import { type Browser, openBrowser, visitApp } from '#test/sign-in/browser.ts';
import { makeOrganization, openWorld, type World } from '#test/world.ts';

const skip = !process.env.FRONTDESK_TEST_DATABASE && 'the embedded database serves one process';
let houses: [World, World];

/** Takes turns between the two. */
function inTurn<Input extends unknown[], Output>(
  ways: ((...input: Input) => Output)[],
): (...input: Input) => Output {
  let turn = 0;
  return (...input) => ways[turn++ % ways.length]!(...input);
}

function balancedFetch(): oidc.CustomFetch {
  return inTurn(houses.map((house) => fetchFrom(house)));
}

function balancedBrowser(): Browser {
  return openBrowser(houses[0].config.urls.public, inTurn(houses.map(({ app }) => visitApp(app))));
}

async function makeBalanced(): Promise<Application & { scope: Parameters<typeof revokeSession>[0] }> {
  const organization = await makeOrganization(houses[0]);
  const application = await makeApplication(houses[0], organization, 'public', { fetch: balancedFetch() });
  return { ...application, scope: organization.scope };
}

function sidOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid;
}

describe('Two processes', { skip }, () => {
  before(async () => {
    const clock = makeClock(new Date());
    houses = [await openWorld({}, { clock }), await openWorld({}, { clock })];
  });
  after(async () => {
    for (const { app, parts } of houses ?? []) {
      await app.close();
      await parts.close();
    }
  });

  test('Every step of signing in, refreshing and signing out may reach either', async () => {
    const application = await makeBalanced();
    for (const email of ['odd@example.com', 'even@example.com', 'third@example.com']) {
      const browser = balancedBrowser();
      const tokens = await signIn(houses[0], application, browser, email);
      const second = await oidc.refreshTokenGrant(application.config, tokens.refresh_token!);
      const third = await oidc.refreshTokenGrant(application.config, second.refresh_token!);
      assert.equal(
        (await oidc.fetchUserInfo(application.config, third.access_token, tokens.claims()!.sub)).email,
        email,
      );
      const again = await startSignIn(application, { prompt: 'none' });
      assert.ok((await finishSignIn(application, again, await browser.open(again.url.href))).access_token);
      const out = oidc.buildEndSessionUrl(application.config, { id_token_hint: tokens.id_token! });
      await browser.submit(await browser.open(out.href), '/end-session/confirm', { logout: 'yes' });
      houses[0].clock.advance(5_000);
      for (const house of houses) {
        const headers = { authorization: `Bearer ${third.access_token}` };
        assert.equal((await house.app.inject({ url: '/api/auth/oauth2/userinfo', headers })).statusCode, 401);
      }
      await assert.rejects(oidc.refreshTokenGrant(application.config, third.refresh_token!), {
        error: 'invalid_grant',
      });
    }
  });

  test('Of parallel uses of one refresh token in both, one wins', async () => {
    const application = await makeBalanced();
    const { refresh_token: token } = await signIn(
      houses[0],
      application,
      balancedBrowser(),
      'race@example.com',
    );
    const uses = Array.from({ length: 10 }, () => oidc.refreshTokenGrant(application.config, token!));
    const won = (await Promise.allSettled(uses)).filter(({ status }) => status === 'fulfilled');
    assert.equal(won.length, 1);
    const { value } = won[0] as PromiseFulfilledResult<oidc.TokenEndpointResponse>;
    await oidc.refreshTokenGrant(application.config, value.refresh_token!);
  });

  test('Of parallel uses of one authorization code in both, one wins', async () => {
    const application = await makeBalanced();
    const browser = balancedBrowser();
    const started = await startSignIn(application);
    const second = await browser.submit(await browser.open(started.url.href), '/email', {
      email: 'coderace@example.com',
    });
    const place = await browser.submit(second, '/code', {
      code: await codeFor(houses[0], 'coderace@example.com'),
    });
    const uses = Array.from({ length: 10 }, () => finishSignIn(application, started, place));
    const won = (await Promise.allSettled(uses)).filter(({ status }) => status === 'fulfilled');
    assert.equal(won.length, 1);
  });

  test('A session ended in one is ended in the other within five seconds', async () => {
    const application = await makeBalanced();
    const tokens = await signIn(houses[0], application, balancedBrowser(), 'ended@example.com');
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const statuses = () =>
      Promise.all(
        houses.map(
          async ({ app }) => (await app.inject({ url: '/api/auth/oauth2/userinfo', headers })).statusCode,
        ),
      );
    assert.deepEqual(await statuses(), [200, 200]);
    await revokeSession(application.scope, sidOf(tokens.access_token), 'staff');
    houses[0].clock.advance(5_000);
    assert.deepEqual(await statuses(), [401, 401]);
  });

  test('A key made in one signs in both, and both accept what the other signed', async () => {
    const application = await makeBalanced();
    const [one] = houses;
    const { kid } = await rotateSigningKeys(one.parts.db, one.clock, one.parts.platform.tools.secrets, {
      now: true,
    });
    one.clock.advance(11_000);
    const browser = balancedBrowser();
    const tokens = await signIn(one, application, browser, 'keys@example.com');
    assert.equal(
      JSON.parse(Buffer.from(tokens.access_token.split('.')[0]!, 'base64url').toString()).kid,
      kid,
    );
    for (const { app } of houses) {
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      assert.equal((await app.inject({ url: '/api/auth/oauth2/userinfo', headers })).statusCode, 200);
    }
  });
});
