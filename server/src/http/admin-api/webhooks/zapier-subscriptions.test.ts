// POST, GET and DELETE /zapier/subscriptions with their delivery log, as automation platforms and staff use them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { subscribableEvents } from '#core/events/event.ts';
import { askAs } from '#test/ask.ts';
import { asOwner } from '#test/tenancy/catalog.ts';
import { makeOrganization, type TestOrganization, world } from '#test/world.ts';

const path = '/zapier/subscriptions';
const listPath = '/webhook-subscriptions';
const header = 'x-service-unsubscribe-token';
const hook = () => `https://hooks.zapier.com/hooks/standard/${randomUUID()}`;

async function subscribe({ admin }: TestOrganization): Promise<{ id: string; unsubscribeToken: string }> {
  const { status, body } = await admin.post(path, { event: 'customer.created', targetUrl: hook() });
  assert.equal(status, 201);
  return body.data;
}

test('a subscription is answered with its id and its token, and nothing else', async () => {
  const house = await makeOrganization(await world());
  const data = await subscribe(house);
  assert.deepEqual(Object.keys(data), ['id', 'unsubscribeToken']);
  assert.match(data.unsubscribeToken, /^fdu_[0-9A-Za-z]{58}$/);
});

test('event and events together are what is subscribed to, each kind once', async () => {
  const { admin } = await makeOrganization(await world());
  const events = ['task.created', 'customer.created', 'task.created'];
  await admin.post(path, { event: 'customer.created', events, targetUrl: hook() });
  const { body } = await admin.get(listPath);
  assert.deepEqual(body.data[0].events, ['customer.created', 'task.created']);
});

test('every kind of event of the contract can be subscribed to, and no other', async () => {
  const { admin } = await makeOrganization(await world());
  for (const event of subscribableEvents) {
    assert.equal((await admin.post(path, { event, targetUrl: hook() })).status, 201, event);
  }
  for (const event of ['customer.updated', 'everything', '', null]) {
    const { status, body } = await admin.post(path, { event, targetUrl: hook() });
    assert.deepEqual([status, body.details[0].path], [400, 'event'], String(event));
  }
});

test('a body with anything missing, mistyped or unknown is refused by name', async () => {
  const { admin } = await makeOrganization(await world());
  const good = { event: 'customer.created', targetUrl: hook() };
  const bad: [body: object, path: string, code: string][] = [
    [{ targetUrl: hook() }, 'event', 'missing_field'],
    [{ event: 'customer.created' }, 'targetUrl', 'missing_field'],
    [{ ...good, events: [] }, 'events', 'invalid_field'],
    [{ ...good, events: 'task.created' }, 'events', 'invalid_field'],
    [{ ...good, events: ['task.deleted'] }, 'events[0]', 'invalid_field'],
    [{ ...good, targetUrl: 'hooks' }, 'targetUrl', 'invalid_field'],
    [{ ...good, secret: 'mine' }, 'secret', 'unknown_property'],
  ];
  for (const [body, where, code] of bad) {
    const answer = await admin.post(path, body);
    assert.deepEqual(
      [answer.status, answer.body.details[0]],
      [400, { ...answer.body.details[0], path: where, code }],
    );
  }
});

test('calls may go to https addresses of the permitted hosts and nowhere else', async () => {
  const { admin } = await makeOrganization(await world());
  const refused = [
    'http://hooks.zapier.com/hooks/1',
    'https://hooks.zapier.com:8443/hooks/1',
    'https://user:secret@hooks.zapier.com/hooks/1',
    'https://93.184.216.34/hooks/1',
    'https://169.254.169.254/latest/meta-data',
    'https://hooks.zapier.com.evil.example/hooks/1',
    'https://database.internal/hooks/1',
    `https://hooks.zapier.com/${'x'.repeat(2048)}`,
    'ftp://hooks.zapier.com/hooks/1',
  ];
  for (const targetUrl of refused) {
    const { status, body } = await admin.post(path, { event: 'customer.created', targetUrl });
    assert.deepEqual(
      [status, body.code, body.details[0].path],
      [400, 'invalid_field', 'targetUrl'],
      targetUrl,
    );
  }
});

test('an address is subscribed once at a time in an organization, however it is written', async () => {
  const shared = await world();
  const { admin } = await makeOrganization(shared);
  const targetUrl = hook();
  const body = { event: 'customer.created', targetUrl };
  const { id, unsubscribeToken } = (await admin.post(path, body)).body.data;
  const again = await admin.post(path, {
    ...body,
    targetUrl: targetUrl.replace('https://hooks', 'HTTPS://Hooks'),
  });
  assert.deepEqual([again.status, again.body.code], [400, 'target_url_in_use']);
  const elsewhere = await makeOrganization(shared);
  assert.equal((await elsewhere.admin.post(path, body)).status, 201);
  await admin.delete(`${path}/${id}`, { [header]: unsubscribeToken });
  assert.equal((await admin.post(path, body)).status, 201);
});

test('of requests that race for one address, one gets it', async () => {
  const { admin } = await makeOrganization(await world());
  const body = { event: 'customer.created', targetUrl: hook() };
  const answers = await Promise.all(Array.from({ length: 8 }, () => admin.post(path, body)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(7).fill(400)]);
});

test('a repeated request with an Idempotency-Key gets the same token again', async () => {
  const { admin } = await makeOrganization(await world());
  const body = { event: 'customer.created', targetUrl: hook() };
  const first = await admin.post(path, body, { 'idempotency-key': 'zap-1' });
  const second = await admin.post(path, body, { 'idempotency-key': 'zap-1' });
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.deepEqual(first.body, second.body);
});

test('subscribing needs subscriptions:manage', async () => {
  const shared = await world();
  const { keyFor } = await makeOrganization(shared);
  const caller = askAs(shared.app, await keyFor(['customers:read']));
  const { status, body } = await caller.post(path, { event: 'customer.created', targetUrl: hook() });
  assert.equal(status, 403);
  assert.match(body.error, /subscriptions:manage/);
});

test('the token ends its subscription without an API key, once', async () => {
  const shared = await world();
  const house = await makeOrganization(shared);
  const { id, unsubscribeToken } = await subscribe(house);
  const anybody = askAs(shared.app);
  const headers = { [header]: unsubscribeToken };
  const { status, body } = await anybody.delete(`${path}/${id}`, headers);
  assert.deepEqual([status, body.data], [200, { id, deleted: true }]);
  assert.equal((await anybody.delete(`${path}/${id}`, headers)).status, 404);
  assert.deepEqual((await house.admin.get(listPath)).body.data, []);
});

test('a delete that says it brings JSON and brings none is understood', async () => {
  const shared = await world();
  const { id, unsubscribeToken } = await subscribe(await makeOrganization(shared));
  const headers = { [header]: unsubscribeToken, 'content-type': 'application/json' };
  assert.equal((await askAs(shared.app).delete(`${path}/${id}`, headers)).status, 200);
});

test('a token that is missing, changed or another subscription’s ends nothing', async () => {
  const shared = await world();
  const house = await makeOrganization(shared);
  const { id, unsubscribeToken } = await subscribe(house);
  const other = await subscribe(house);
  const bare = await house.admin.delete(`${path}/${id}`);
  assert.deepEqual([bare.status, bare.body.code], [401, 'token_missing']);
  const last = unsubscribeToken.endsWith('0') ? '1' : '0';
  for (const token of ['', 'x', unsubscribeToken.slice(0, -1) + last, other.unsubscribeToken]) {
    const { status, body } = await askAs(shared.app).delete(`${path}/${id}`, { [header]: token });
    assert.deepEqual([status, body.code], [401, 'unsubscribe_token_invalid'], token);
  }
  assert.equal((await house.admin.get(listPath)).body.data.length, 2);
});

test('another organization’s token finds nothing, as if there were nothing', async () => {
  const shared = await world();
  const [house, stranger] = [await makeOrganization(shared), await makeOrganization(shared)];
  const { id } = await subscribe(house);
  const { unsubscribeToken } = await subscribe(stranger);
  const headers = { [header]: unsubscribeToken };
  const known = await askAs(shared.app).delete(`${path}/${id}`, headers);
  const unknown = await askAs(shared.app).delete(`${path}/${randomUUID()}`, headers);
  const malformed = await askAs(shared.app).delete(`${path}/1`, headers);
  assert.deepEqual([known.status, unknown.status, malformed.status], [404, 404, 404]);
  assert.equal(known.body.error, unknown.body.error);
  assert.equal((await house.admin.get(listPath)).body.data.length, 1);
});

test('after 30 failed deletes in a minute further ones are put off, and a right one still works', async () => {
  const shared = await world();
  const { id, unsubscribeToken } = await subscribe(await makeOrganization(shared));
  const headers = { [header]: unsubscribeToken };
  const remove = (which: string) => askAs(shared.app).delete(`${path}/${which}`, headers);
  const statuses = [];
  for (let count = 0; count < 31; count += 1) statuses.push((await remove(randomUUID())).status);
  assert.deepEqual(new Set(statuses.slice(0, 30)), new Set([404]));
  assert.equal(statuses[30], 429);
  assert.equal((await remove(id)).status, 200);
});

test('the token and the secret are stored so that whoever reads the database can use neither', async () => {
  const shared = await world();
  const { id, unsubscribeToken } = await subscribe(await makeOrganization(shared));
  const [row] = await asOwner<{ text: string }>(
    shared,
    'select to_jsonb(s)::text as text from webhook_subscriptions s where id = ?',
    id,
  );
  const hex = (text: string) => Buffer.from(text).toString('hex');
  for (const secret of [unsubscribeToken, hex(unsubscribeToken), hex('whsec_')]) {
    assert.equal(row!.text.includes(secret), false);
  }
});

test('lists page newest first, and a subscription of another organization has no log', async () => {
  const shared = await world();
  const house = await makeOrganization(shared);
  const ids = [];
  for (let count = 0; count < 3; count += 1) ids.unshift((await subscribe(house)).id);
  const first = await house.admin.get(`${listPath}?limit=2`);
  const second = await house.admin.get(`${listPath}?limit=2&cursor=${first.body.pagination.nextCursor}`);
  const listed = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id);
  assert.deepEqual(listed, ids);
  const stranger = await makeOrganization(shared);
  assert.equal((await house.admin.get(`${listPath}/${ids[0]}/deliveries`)).status, 200);
  assert.equal((await stranger.admin.get(`${listPath}/${ids[0]}/deliveries`)).status, 404);
  assert.equal((await house.admin.get(`${listPath}/none/deliveries`)).status, 404);
});
