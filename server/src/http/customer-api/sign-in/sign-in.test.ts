// First-party sign-in, refreshing and signing out, as a browser package uses them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customerWith, mailedCode, publicKeyOf, signIn, testOrigin, visitor } from '#test/customer.ts';
import { makeOrganization, world } from '#test/world.ts';

const fromSite = { origin: testOrigin };

test('a code by mail signs in, and the tokens open the profile', async () => {
  const w = await world();
  const house = await makeOrganization(w);
  const { tokens, me } = await signIn(w, house, 'Jane@Example.com');
  assert.equal(tokens.expires_in, 3600);
  const { status, body } = await me.get('/profile');
  assert.equal(status, 200);
  assert.equal(body.data.user.email, 'jane@example.com');
  assert.equal(body.data.customer, null);
  const claims = JSON.parse(Buffer.from(tokens.access_token.split('.')[1]!, 'base64url').toString());
  assert.equal(claims.token_source, 'session');
  assert.equal(claims.organization_id, house.organization.id);
  assert.equal(claims.aud, 'service-client-api');
  assert.equal('client_id' in claims || 'scope' in claims, false);
});

test('signing in with an address that a customer holds links that customer and marks the first activity', async () => {
  const w = await world();
  const house = await makeOrganization(w);
  const made = (
    await house.admin.post('/customers', { firstName: 'Staff', emails: [{ address: 'made@example.com' }] })
  ).body.data;
  const { me } = await signIn(w, house, 'made@example.com');
  const { customer } = (await me.get('/profile')).body.data;
  assert.equal(customer.id, made.id);
  assert.equal(customer.createdAt, made.createdAt);
  assert.ok(customer.firstActiveAt > customer.createdAt);
});

test('a public key works only from its origins', async () => {
  const w = await world();
  const publicKey = await publicKeyOf(await makeOrganization(w));
  const body = { email: 'a@example.com', publicKey };
  for (const headers of [{ origin: 'https://evil.example' }, {}]) {
    const { status, body: answer } = await visitor(w).post(
      '/sign-in/send',
      body,
      headers as Record<string, string>,
    );
    assert.equal(status, 403);
    assert.equal(answer.code, 'origin_not_allowed');
  }
  assert.equal((await visitor(w).post('/sign-in/send', { email: 'a@example.com' }, fromSite)).status, 401);
  const byHeader = { ...fromSite, 'x-public-key': publicKey };
  assert.equal((await visitor(w).post('/sign-in/send', { email: 'a@example.com' }, byHeader)).status, 200);
});

test('a code is void after five wrong tries, even for the right one', async () => {
  const w = await world();
  const publicKey = await publicKeyOf(await makeOrganization(w));
  const email = 'guess@example.com';
  await visitor(w).post('/sign-in/send', { email, publicKey }, fromSite);
  const code = await mailedCode(w, email);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries += 1) {
    const { status, body } = await visitor(w).post(
      '/sign-in/verify',
      { email, otp: wrong, publicKey },
      fromSite,
    );
    assert.equal(status, 400);
    assert.equal(body.code, 'code_invalid');
  }
  const { status, body } = await visitor(w).post(
    '/sign-in/verify',
    { email, otp: code, publicKey },
    fromSite,
  );
  assert.equal(status, 400);
  assert.match(body.error, /too often/);
});

test('a second code within a minute is refused with the wait, and a newer code voids the older', async () => {
  const w = await world();
  const publicKey = await publicKeyOf(await makeOrganization(w));
  const send = () => visitor(w).post('/sign-in/send', { email: 'twice@example.com', publicKey }, fromSite);
  await send();
  const first = await mailedCode(w, 'twice@example.com');
  const early = await send();
  assert.equal(early.status, 429);
  assert.ok(Number(early.headers['retry-after']) <= 60);
  w.clock.advance(61_000);
  assert.equal((await send()).status, 200);
  const verify = (otp: string) =>
    visitor(w).post('/sign-in/verify', { email: 'twice@example.com', otp, publicKey }, fromSite);
  const second = await mailedCode(w, 'twice@example.com');
  if (first !== second) assert.equal((await verify(first)).status, 400);
  assert.equal((await verify(second)).status, 200);
  assert.equal((await verify(second)).status, 400);
});

test('a refresh token works once; of ten parallel uses one wins, and a late second use ends the session', async () => {
  const w = await world();
  const { tokens } = await signIn(w, await makeOrganization(w), 'r@example.com');
  const refresh = (refresh_token: string, headers?: Record<string, string>) =>
    visitor(w).post('/refresh', { refresh_token }, headers);
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(tokens.refresh_token)));
  const winners = answers.filter(({ status }) => status === 200);
  assert.equal(winners.length, 1);
  assert.ok(answers.every(({ status }) => status === 200 || status === 401));
  const next = winners[0]!.body.data;
  const again = await refresh(next.refresh_token);
  assert.equal(again.status, 200);
  w.clock.advance(11_000);
  assert.equal((await refresh(tokens.refresh_token)).body.code, 'refresh_token_reused');
  assert.equal((await refresh(again.body.data.refresh_token)).status, 401);
});

test('with an Idempotency-Key a lost answer can be had again: the same pair, for a minute', async () => {
  const w = await world();
  const { tokens } = await signIn(w, await makeOrganization(w), 'lost@example.com');
  const refresh = (key: string) =>
    visitor(w).post('/refresh', { refresh_token: tokens.refresh_token }, { 'idempotency-key': key });
  const first = await refresh('one');
  assert.deepEqual((await refresh('one')).body, first.body);
  assert.equal((await refresh('two')).status, 401);
  w.clock.advance(61_000);
  assert.equal((await refresh('one')).status, 401);
});

test('signing out ends every token of the session', async () => {
  const w = await world();
  const { tokens, me } = await signIn(w, await makeOrganization(w), 'out@example.com');
  assert.equal((await me.post('/sign-out')).status, 200);
  assert.equal((await me.get('/profile')).status, 401);
  assert.equal((await visitor(w).post('/refresh', { refresh_token: tokens.refresh_token })).status, 401);
});

test('a forged, foreign or expired token opens nothing', async () => {
  const w = await world();
  const { tokens } = await signIn(w, await makeOrganization(w), 'token@example.com');
  const [head, body, signature] = tokens.access_token.split('.') as [string, string, string];
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: claims.sid })).toString('base64url');
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
  for (const token of [
    `${head}.${forged}.${signature}`,
    `${none}.${body}.`,
    'x',
    `${tokens.access_token}.x`,
  ]) {
    assert.equal((await customerWith(w, token).get('/profile')).body.code, 'token_invalid');
  }
  assert.equal((await visitor(w).get('/profile')).body.code, 'token_missing');
  w.clock.advance(3_601_000);
  assert.equal((await customerWith(w, tokens.access_token).get('/profile')).body.code, 'token_expired');
});

test('a ban closes the customer out within five seconds', async () => {
  const w = await world();
  const house = await makeOrganization(w);
  const { id } = (await house.admin.post('/customers', { emails: [{ address: 'ban@example.com' }] })).body
    .data;
  const { tokens, me } = await signIn(w, house, 'ban@example.com');
  assert.equal((await me.get('/profile')).status, 200);
  await house.admin.patch(`/customers/${id}`, { status: 'banned' });
  w.clock.advance(5_000);
  assert.equal((await me.get('/profile')).status, 401);
  assert.equal((await visitor(w).post('/refresh', { refresh_token: tokens.refresh_token })).status, 401);
});
