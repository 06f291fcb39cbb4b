// Enquiries as customers send and read them: signed in, or from a web page with a public key.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPublicKeys, revokePublicKey } from '#core/public-keys/public-keys.ts';
import type { Answer } from '#test/ask.ts';
import { publicKeyOf, signIn, testOrigin, visitor } from '#test/customer.ts';
import { makeOrganization, type TestOrganization, type World, world } from '#test/world.ts';

const jane = { firstName: 'Jane', lastName: 'Doe', email: 'Jane@Example.com', phone: '040 123456' };
const question = { subject: 'A room', message: 'Do you have one?' };

/** Somebody at a web page of the organization. */
async function page(all: World, house: TestOrganization) {
  const publicKey = await publicKeyOf(house);
  const headers = { origin: testOrigin };
  return {
    publicKey,
    send: (customer: object, enquiry: object = question): Promise<Answer> =>
      visitor(all).post('/enquiries', { customer, enquiry, publicKey }, headers),
  };
}

test('an enquiry from a web page is answered with its number, and repeated beside data', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const { send } = await page(all, house);
  const { status, body, headers } = await send(jane, { ...question, priority: 'urgent' });
  assert.equal(status, 201);
  assert.equal(headers['access-control-allow-origin'], testOrigin);
  const { id, enquiryNumber } = body.data.enquiry;
  const customer = body.data.customer;
  assert.deepEqual(body, {
    success: true,
    data: {
      enquiry: { id, enquiryNumber: 'ENQ-000001', status: 'new', priority: 'urgent', source: 'website' },
      customer: { id: customer.id, customerNumber: 'CUST-000001', email: 'Jane@Example.com' },
    },
    enquiry: { id, enquiryNumber },
    customer: { id: customer.id, customerNumber: customer.customerNumber },
  });
  const stored = (await house.admin.get(`/enquiries/${id}`)).body.data;
  assert.deepEqual(
    [stored.name, stored.email, stored.customerId],
    ['Jane Doe', 'jane@example.com', customer.id],
  );
  const made = (await house.admin.get(`/customers/${customer.id}`)).body.data;
  assert.deepEqual([made.firstName, made.source], ['Jane', 'website']);
});

test('an anonymous sender neither learns what is stored nor changes it', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const { send } = await page(all, house);
  const known = (
    await house.admin.post('/customers', {
      firstName: 'Ada',
      lastName: 'Stored',
      emails: [{ address: 'ada@example.com' }, { address: 'private@example.com' }],
      phones: [{ number: '+4940999999' }],
    })
  ).body.data;
  const [toKnown, toUnknown] = [
    await send({ ...jane, email: 'ADA@example.com' }),
    await send({ ...jane, email: 'nobody@example.com' }),
  ];
  assert.equal(toKnown.body.data.customer.id, known.id);
  assert.deepEqual(formOf(toKnown.body), formOf(toUnknown.body));
  assert.doesNotMatch(JSON.stringify(toKnown.body), /Stored|private|4940999999/);
  assert.equal(toKnown.body.data.customer.email, 'ADA@example.com');
  assert.deepEqual((await house.admin.get(`/customers/${known.id}`)).body.data, known);
});

test('without a key, with a wrong one or from elsewhere nothing is sent', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const { publicKey } = await page(all, house);
  const body = { customer: jane, enquiry: question };
  const ask = async (more: object, headers: Record<string, string>) => {
    const answer = await visitor(all).post('/enquiries', { ...body, ...more }, headers);
    return [answer.status, answer.body.code];
  };
  assert.deepEqual(await ask({}, { origin: testOrigin }), [401, 'token_missing']);
  assert.deepEqual(await ask({ publicKey: 'pk_no' }, { origin: testOrigin }), [401, 'api_key_invalid']);
  assert.deepEqual(await ask({ publicKey }, { origin: 'https://evil.example' }), [403, 'origin_not_allowed']);
  assert.deepEqual(await ask({ publicKey }, {}), [403, 'origin_not_allowed']);
  assert.deepEqual(await ask({ publicKey }, { authorization: 'Bearer nonsense', origin: testOrigin }), [
    401,
    'token_invalid',
  ]);
  const [key] = await listPublicKeys(house.scope);
  await revokePublicKey(house.scope, key!.id);
  all.clock.advance(5_000);
  assert.deepEqual(await ask({ publicKey }, { origin: testOrigin }), [401, 'api_key_invalid']);
  assert.deepEqual((await house.admin.get('/enquiries')).body.data, []);
});

test('the key may come as a header', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const { publicKey } = await page(all, house);
  const headers = { origin: testOrigin, 'x-public-key': publicKey };
  const answer = await visitor(all).post('/enquiries', { customer: jane, enquiry: question }, headers);
  assert.equal(answer.status, 201);
});

test('what is missing or wrong is named where it stands', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const { send } = await page(all, house);
  const refused: [object, object, string][] = [
    [{ firstName: 'Jane' }, question, 'customer.email'],
    [{ email: ' ' }, question, 'customer.email'],
    [{ email: 'nobody' }, question, 'customer.email'],
    [{ ...jane, phone: 'none' }, question, 'customer.phone'],
    [{ ...jane, firstName: 'x'.repeat(150), lastName: 'y'.repeat(150) }, question, 'customer.firstName'],
    [{ ...jane, vip: true }, question, 'customer.vip'],
  ];
  const wrong: [object, string][] = [
    [{}, 'enquiry.message'],
    [{ subject: ' ', message: '' }, 'enquiry.message'],
    [{ ...question, priority: 'now' }, 'enquiry.priority'],
  ];
  for (const [customer, enquiry, path] of [
    ...refused,
    ...wrong.map(([one, path]) => [jane, one, path] as const),
  ]) {
    // Each is counted as an enquiry of this visitor.
    all.clock.advance(600_000);
    const { status, body } = await send(customer, enquiry);
    assert.deepEqual([status, body.details?.[0].path], [400, path], JSON.stringify(body));
  }
  assert.deepEqual((await house.admin.get('/customers')).body.data, []);
});

test('from one address ten enquiries pass in ten minutes, and parallel ones do not get past that', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const { send } = await page(all, house);
  all.clock.advance(600_000 - (all.clock.now().getTime() % 600_000));
  const answers = await Promise.all(Array.from({ length: 14 }, () => send(jane)));
  const passed = answers.filter(({ status }) => status === 201);
  const refused = answers.find(({ status }) => status === 429)!;
  assert.equal(passed.length, 10);
  assert.equal(refused.body.code, 'rate_limited');
  assert.ok(Number(refused.headers['retry-after']) > 0);
  all.clock.advance(600_000);
  assert.equal((await send(jane)).status, 201);
});

test('signed in, the enquiry is the account’s own, whatever address is given for the answer', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const customer = (await house.admin.post('/customers', { emails: [{ address: 'me@example.com' }] })).body
    .data;
  const { me } = await signIn(all, house, 'me@example.com');
  const { status, body } = await me.post('/enquiries', {
    customer: { email: 'office@example.com' },
    enquiry: { subject: 'Hours' },
  });
  assert.equal(status, 201);
  assert.deepEqual(body.data.customer, {
    id: customer.id,
    customerNumber: customer.customerNumber,
    email: 'office@example.com',
  });
  const { enquiries } = (await me.get('/enquiries')).body.data;
  assert.equal(enquiries.length, 1);
  assert.deepEqual(
    [enquiries[0].subject, enquiries[0].status, enquiries[0].statusLabel, enquiries[0].customerRole],
    ['Hours', 'new', 'Received', 'primary'],
  );
  assert.equal((await house.admin.get('/customers')).body.data.length, 1);
});

test('a repeated request under one key is one enquiry, signed in or not', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const { publicKey } = await page(all, house);
  const { me } = await signIn(all, house, 'me@example.com');
  const body = { customer: jane, enquiry: question };
  const keyed = { 'idempotency-key': 'once', origin: testOrigin };
  const anonymous = () => visitor(all).post('/enquiries', { ...body, publicKey }, keyed);
  const signedIn = () => me.post('/enquiries', body, keyed);
  for (const ask of [anonymous, signedIn]) {
    const [first, second] = [await ask(), await ask()];
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assert.deepEqual(second.body, first.body);
  }
  assert.equal((await house.admin.get('/enquiries')).body.data.length, 2);
});

test('who is not signed in is told how many requests are left, also when none is', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const { send } = await page(all, house);
  const { headers } = await send(jane);
  assert.equal(headers['ratelimit-policy'], '"enquiries-address";q=10;w=600, "enquiries-key";q=300;w=3600');
  assert.match(headers.ratelimit!, /^"enquiries-address";r=9;t=\d+, "enquiries-key";r=299;t=\d+$/);
  assert.equal(headers['x-ratelimit-remaining'], '9');
  for (let sent = 1; sent < 10; sent += 1) await send(jane);
  const refused = await send(jane);
  assert.equal(refused.status, 429);
  assert.match(refused.headers.ratelimit!, /^"enquiries-address";r=0;t=\d+$/);
  const unknown = await visitor(all).get('/enquiries');
  assert.deepEqual([unknown.status, unknown.headers['ratelimit-policy']], [401, '"no-token";q=60;w=60']);
});

/** Which members an answer has, without what they say. */
function formOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, formOf(member)]));
}
