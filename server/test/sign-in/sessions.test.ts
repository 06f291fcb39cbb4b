// What a session is worth: one root for all a customer holds, an end fixed at sign-in, one winner among parallel
// refreshes, and nothing lost when the server fails half-way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oidc from 'openid-client';
import { createCustomer, updateCustomer } from '#core/customers/customers.ts';
import { revokeSession } from '#core/sign-in/sessions.ts';
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

const dayMs = 86_400_000;

function sidOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid;
}

async function userinfoStatus({ app }: World, token: string): Promise<number> {
  return (
    await app.inject({ url: '/api/auth/oauth2/userinfo', headers: { authorization: `Bearer ${token}` } })
  ).statusCode;
}

function refresh(house: World, { clientId }: Application, token: string, ip = '192.0.2.3') {
  return house.app.inject({
    method: 'POST',
    url: '/api/auth/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: String(
      new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token, client_id: clientId }),
    ),
    remoteAddress: ip,
  });
}

test('A session ends when its time is over, however often it was refreshed', async () => {
  const house = await world();
  const application = await makeApplication(
    house,
    await makeOrganization(house, { sessionDays: 2 }),
    'public',
  );
  const browser = browserOf(house);
  const { refresh_token } = await signIn(house, application, browser, 'fixed@example.com');
  house.clock.advance(1.9 * dayMs);
  const again = await oidc.refreshTokenGrant(application.config, refresh_token!);
  const more = await startSignIn(application);
  const silent = await finishSignIn(application, more, await browser.open(more.url.href));
  house.clock.advance(0.2 * dayMs);
  for (const token of [again.refresh_token!, silent.refresh_token!]) {
    await assert.rejects(oidc.refreshTokenGrant(application.config, token), { error: 'invalid_grant' });
  }
  assert.match((await browser.open((await startSignIn(application)).url.href)).html, /<h1>Sign in<\/h1>/);
});

test('Signing in again prolongs the session', async () => {
  const house = await world();
  const application = await makeApplication(
    house,
    await makeOrganization(house, { sessionDays: 2 }),
    'public',
  );
  const browser = browserOf(house);
  const first = await signIn(house, application, browser, 'again@example.com');
  house.clock.advance(1.9 * dayMs);
  const started = await startSignIn(application, { prompt: 'login' });
  const place = await passPages(house, browser, await browser.open(started.url.href), 'again@example.com');
  const second = await finishSignIn(application, started, place);
  assert.equal(sidOf(second.access_token), sidOf(first.access_token));
  house.clock.advance(1.9 * dayMs);
  await oidc.refreshTokenGrant(application.config, second.refresh_token!);
});

test('Ten parallel uses of one refresh token have one winner, and the session goes on', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  const { refresh_token } = await signIn(house, application, browserOf(house), 'ten@example.com');
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => refresh(house, application, refresh_token!)),
  );
  const winners = answers.filter(({ statusCode }) => statusCode === 200);
  assert.equal(winners.length, 1);
  for (const answer of answers) {
    if (answer !== winners[0]) assert.equal(answer.json().error, 'invalid_grant');
  }
  assert.equal((await refresh(house, application, winners[0]!.json().refresh_token)).statusCode, 200);
});

test('A failure after a refresh token was used up leaves it unused', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  const { refresh_token } = await signIn(house, application, browserOf(house), 'crash@example.com');
  for (const fault of ['insert into oidc_artifacts', 'commit']) {
    const mend = failAt(house, fault);
    const failed = await refresh(house, application, refresh_token!);
    mend();
    assert.equal(failed.statusCode, 500);
    assert.equal(failed.body.includes('fdr_') || failed.body.includes('access_token'), false);
  }
  assert.equal((await refresh(house, application, refresh_token!)).statusCode, 200);
});

/** Lets the next whole request fail at a statement, until mended. */
function failAt({ parts }: World, statement: string): () => void {
  const { db } = parts.platform;
  const open = db.open;
  db.open = async (organizationId) => {
    const transaction = await open(organizationId);
    const { tx } = transaction;
    const failing = ((template: TemplateStringsArray, ...values: unknown[]) => {
      if (template.join('').includes(statement)) throw new Error('a fault for the test');
      return tx(template, ...values);
    }) as typeof tx;
    const commit = async () => {
      if (statement !== 'commit') return transaction.commit();
      await transaction.rollback();
      throw new Error('a fault for the test');
    };
    return { tx: Object.assign(failing, { organizationId }), commit, rollback: transaction.rollback };
  };
  return () => {
    db.open = open;
  };
}

test('A ban ends everything within five seconds, and lifting it brings no session back', async () => {
  const house = await world();
  const organization = await makeOrganization(house);
  const application = await makeApplication(house, organization, 'public');
  const customer = await createCustomer(organization.scope, {
    firstName: 'Bea',
    emails: [{ address: 'bea@example.com' }],
  });
  const browser = browserOf(house);
  const tokens = await signIn(house, application, browser, 'bea@example.com');
  assert.equal(await userinfoStatus(house, tokens.access_token), 200);

  await updateCustomer(organization.scope, customer.id, { status: 'banned' });
  house.clock.advance(5_000);
  assert.equal(await userinfoStatus(house, tokens.access_token), 401);
  await assert.rejects(oidc.refreshTokenGrant(application.config, tokens.refresh_token!), {
    error: 'invalid_grant',
  });
  const first = await browser.open((await startSignIn(application)).url.href);
  assert.match(first.html, /<h1>Sign in<\/h1>/);
  house.clock.advance(60_000);
  const refused = await passPages(house, browser, first, 'bea@example.com');
  assert.equal(refused.status, 403);
  assert.match(refused.html, /can’t be used here any more/);

  await updateCustomer(organization.scope, customer.id, { status: 'active' });
  house.clock.advance(5_000);
  assert.equal(await userinfoStatus(house, tokens.access_token), 401);
  await assert.rejects(oidc.refreshTokenGrant(application.config, tokens.refresh_token!), {
    error: 'invalid_grant',
  });
  house.clock.advance(60_000);
  const fresh = await signIn(house, application, browser, 'bea@example.com');
  assert.equal(await userinfoStatus(house, fresh.access_token), 200);
  assert.notEqual(sidOf(fresh.access_token), sidOf(tokens.access_token));
});

test('A session that staff end is ended everywhere within five seconds, the browser’s too', async () => {
  const house = await world();
  const organization = await makeOrganization(house);
  const application = await makeApplication(house, organization, 'public');
  const browser = browserOf(house);
  const tokens = await signIn(house, application, browser, 'staff@example.com');
  await revokeSession(organization.scope, sidOf(tokens.access_token), 'staff');
  house.clock.advance(5_000);
  assert.equal(await userinfoStatus(house, tokens.access_token), 401);
  await assert.rejects(oidc.refreshTokenGrant(application.config, tokens.refresh_token!), {
    error: 'invalid_grant',
  });
  const silent = await startSignIn(application, { prompt: 'none' });
  assert.match((await browser.open(silent.url.href)).url, /error=login_required/);
});

test('A family of tokens is refreshed ten times a minute at most', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  let { refresh_token: token } = await signIn(house, application, browserOf(house), 'often@example.com');
  // The first token of the family counts as well.
  for (let count = 0; count < 9; count += 1)
    token = (await refresh(house, application, token!)).json().refresh_token;
  const refused = await refresh(house, application, token!);
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.json().error, 'rate_limited');
  assert.ok(refused.headers['retry-after']);
  house.clock.advance(60_000);
  assert.equal((await refresh(house, application, token!)).statusCode, 200);
});

test('Past thirty failed calls a minute from one address, failures are told to wait; others are not', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  const { refresh_token } = await signIn(house, application, browserOf(house), 'victim@example.com');
  house.clock.set(new Date(Math.ceil(house.clock.now().getTime() / 60_000) * 60_000));
  const ip = '198.51.100.30';
  const statuses = [];
  for (let count = 0; count < 32; count += 1)
    statuses.push((await refresh(house, application, `guess-${count}`, ip)).statusCode);
  assert.deepEqual(statuses, [...Array(30).fill(400), 429, 429]);
  assert.equal((await refresh(house, application, 'guess', '198.51.100.31')).statusCode, 400);
  assert.equal((await refresh(house, application, refresh_token!, ip)).statusCode, 200);
});
