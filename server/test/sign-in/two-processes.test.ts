// Two processes over one database behind a balancer that takes turns: to a customer and an application they are one,
// also when one of them is killed.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import * as oidc from 'openid-client';
import { updateCustomer } from '#core/customers/customers.ts';
import { rotateSigningKeys } from '#core/sign-in/keys/signing-keys.ts';
import { type ServerProcess, startServer, temporaryFolder } from '#test/bad-days/server-process.ts';
import { signIn as signInFirstParty } from '#test/customer.ts';
import { closeWorld, freshDatabase, onServer, suiteCleanup } from '#test/databases.ts';
import {
  type Application,
  codeFor,
  finishSignIn,
  makeApplication,
  signIn,
  startSignIn,
} from '#test/sign-in/applications.ts';
import { type Balancer, startBalancer } from '#test/sign-in/balancer.ts';
import { type Browser, openBrowser, visitNetwork } from '#test/sign-in/browser.ts';
import { stopAtSuccessor } from '#test/sign-in/stopped-refresh.ts';
import { makeOrganization, openWorld, type TestOrganization, type World } from '#test/world.ts';

/** A sign-out or ban shows everywhere within this. Source: Spec, B, Sessions. */
const effectiveMs = 5_000;

/** The processes run by the machine’s clock, and so does what works beside them. */
const runningClock = { now: () => new Date(), advance: () => undefined, set: () => undefined };

suite('two processes behind a balancer', { ...onServer, timeout: 120_000 }, () => {
  const cleanup = suiteCleanup();
  let balancer: Balancer;
  let settings: Record<string, string>;
  let processes: [ServerProcess, ServerProcess];
  /** On the same database; it reads the mail and acts for staff. */
  let office: World;
  let organization: TestOrganization;
  let application: Application;

  before(async () => {
    balancer = await startBalancer(cleanup);
    settings = { DATABASE_URL: await freshDatabase(cleanup), PUBLIC_URL: balancer.url, JOBS: 'worker' };
    office = await openWorld(settings, { clock: runningClock });
    cleanup.after(() => closeWorld(office));
    organization = await makeOrganization(office);
    processes = await Promise.all([startOne(), startOne()]);
    balancer.turnTo(processes.map(({ origin }) => origin));
    application = await makeApplication(office, organization, 'public', { fetch: fetch as oidc.CustomFetch });
  });

  async function startOne(): Promise<ServerProcess> {
    const started = await startServer(cleanup, { ...settings, DATA_DIR: temporaryFolder(cleanup) });
    await started.ready();
    return started;
  }

  const browser = (): Browser => openBrowser(balancer.url, visitNetwork);

  function statusesOf(accessToken: string): Promise<number[]> {
    const headers = { authorization: `Bearer ${accessToken}` };
    return Promise.all(
      processes.map(async ({ origin }) => {
        const answer = await fetch(`${origin}/api/auth/oauth2/userinfo`, { headers });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
  }

  async function assertRefusedSoon(accessToken: string, since: number): Promise<void> {
    while ((await statusesOf(accessToken)).join() !== '401,401') {
      assert.ok(performance.now() - since < effectiveMs, 'a process still takes the token');
      await pause(100);
    }
  }

  test('every step of signing in and refreshing may reach either', async () => {
    for (const email of ['odd@example.com', 'even@example.com', 'third@example.com']) {
      const visitor = browser();
      const tokens = await signIn(office, application, visitor, email);
      const second = await oidc.refreshTokenGrant(application.config, tokens.refresh_token!);
      const third = await oidc.refreshTokenGrant(application.config, second.refresh_token!);
      const claims = await oidc.fetchUserInfo(application.config, third.access_token, tokens.claims()!.sub);
      assert.equal(claims.email, email);
      const again = await startSignIn(application, { prompt: 'none' });
      const silent = await finishSignIn(application, again, await visitor.open(again.url.href));
      assert.equal(silent.claims()!.sub, claims.sub);
    }
    assert.ok(balancer.passed().every((count) => count > 10));
  });

  test('of ten parallel uses of one refresh token one wins, and its successor works', async () => {
    const { refresh_token: token } = await signIn(office, application, browser(), 'race@example.com');
    const uses = Array.from({ length: 10 }, () => oidc.refreshTokenGrant(application.config, token!));
    const [won, ...more] = (await Promise.allSettled(uses)).filter((use) => use.status === 'fulfilled');
    assert.ok(won);
    assert.equal(more.length, 0);
    await oidc.refreshTokenGrant(application.config, won.value.refresh_token!);
  });

  test('of ten parallel uses of one authorization code one wins', async () => {
    const started = await startSignIn(application);
    const visitor = browser();
    const second = await visitor.submit(await visitor.open(started.url.href), '/email', {
      email: 'code@example.com',
    });
    const place = await visitor.submit(second, '/code', { code: await codeFor(office, 'code@example.com') });
    const uses = Array.from({ length: 10 }, () => finishSignIn(application, started, place));
    assert.equal((await Promise.allSettled(uses)).filter(({ status }) => status === 'fulfilled').length, 1);
  });

  test('signing out and a ban end a session in both within five seconds', async () => {
    const { body } = await organization.admin.post('/customers', {
      emails: [{ address: 'banned@example.com' }],
    });
    const visitor = browser();
    const leaving = await signIn(office, application, visitor, 'leaving@example.com');
    const banned = await signIn(office, application, browser(), 'banned@example.com');
    for (const { access_token } of [leaving, banned])
      assert.deepEqual(await statusesOf(access_token), [200, 200]);

    const out = oidc.buildEndSessionUrl(application.config, { id_token_hint: leaving.id_token! });
    const since = performance.now();
    await Promise.all([
      visitor
        .open(out.href)
        .then((place) => visitor.submit(place, '/end-session/confirm', { logout: 'yes' })),
      updateCustomer(organization.scope, body.data.id, { status: 'banned' }),
    ]);
    for (const { access_token, refresh_token } of [leaving, banned]) {
      await assertRefusedSoon(access_token, since);
      const refreshed = oidc.refreshTokenGrant(application.config, refresh_token!);
      await assert.rejects(refreshed, { error: 'invalid_grant' });
    }
  });

  test('one killed between using a refresh token up and storing its successor loses nobody’s session', async () => {
    const hosted = await signIn(office, application, browser(), 'hosted@example.com');
    const { tokens: firstParty } = await signInFirstParty(office, organization, 'first-party@example.com');
    const [killed, other] = processes;
    const asked = (origin: string) => [
      fetch(`${origin}/api/auth/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: hosted.refresh_token!,
          client_id: application.clientId,
        }),
      }),
      fetch(`${origin}/api/client/v1/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh_token: firstParty.refresh_token }),
      }),
    ];
    const stop = await stopAtSuccessor(cleanup, settings.DATABASE_URL!);
    const lost = Promise.allSettled(asked(killed.origin));
    await stop.reached(2);
    killed.kill('SIGKILL');
    await stop.release();
    assert.deepEqual(
      (await lost).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    for (const answer of await Promise.all(asked(other.origin))) {
      assert.equal(answer.status, 200, await answer.text());
    }
  });

  test('a key made beside them signs in a process started anew, and the other accepts it at once', async () => {
    const { db, platform } = office.parts;
    const { kid } = await rotateSigningKeys(db, platform.clock, platform.tools.secrets, { now: true });
    processes = [await startOne(), processes[1]];
    balancer.turnTo([processes[0].origin]);
    const tokens = await signIn(office, application, browser(), 'keys@example.com');
    const header = JSON.parse(Buffer.from(tokens.access_token.split('.')[0]!, 'base64url').toString());
    assert.equal(header.kid, kid);
    assert.deepEqual(await statusesOf(tokens.access_token), [200, 200]);
  });
});
