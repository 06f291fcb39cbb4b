// GET /events and GET /webhook-signing-key.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCustomer } from '#core/customers/customers.ts';
import { publishDueEvents } from '#core/webhooks/publishing.ts';
import { askAs } from '#test/ask.ts';
import { makeOrganization, type TestOrganization, world } from '#test/world.ts';

async function happen({ scope }: TestOrganization, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) await createCustomer(scope, { firstName: `Guest ${made}` });
  const { parts, clock } = await world();
  while ((await publishDueEvents(parts.db, clock)) > 0);
}

test('events are paged by their sequence numbers, oldest first', async () => {
  const house = await makeOrganization(await world());
  await happen(house, 5);
  const seen: number[] = [];
  let after = '0';
  for (;;) {
    const { body } = await house.admin.get(`/events?after=${after}&limit=2`);
    seen.push(...body.data.map(({ sequence }: { sequence: number }) => sequence));
    if (!body.pagination.hasMore) break;
    after = body.pagination.nextCursor;
  }
  assert.deepEqual(seen, [1, 2, 3, 4, 5]);
  assert.deepEqual((await house.admin.get('/events?after=5')).body.data, []);
  await happen(house, 1);
  const { body } = await house.admin.get('/events?after=5');
  assert.deepEqual(
    body.data.map(({ sequence, type }: { sequence: number; type: string }) => [sequence, type]),
    [[6, 'customer.created']],
  );
});

test('an event holds the record as it was when it happened', async () => {
  const house = await makeOrganization(await world());
  const created = (await house.admin.post('/customers', { firstName: 'Ada' })).body.data;
  await house.admin.patch(`/customers/${created.id}`, { firstName: 'Bo' });
  await happen(house, 0);
  const { data } = (await house.admin.get('/events')).body;
  assert.deepEqual(data[0].data, created);
  assert.deepEqual(
    data.map((event: { type: string; data: { firstName: string } }) => [event.type, event.data.firstName]),
    [
      ['customer.created', 'Ada'],
      ['customer.updated', 'Bo'],
    ],
  );
});

test('an organization sees its own events and needs events:read for them', async () => {
  const shared = await world();
  const [house, other] = [await makeOrganization(shared), await makeOrganization(shared)];
  await happen(house, 1);
  assert.deepEqual((await other.admin.get('/events')).body.data, []);
  const caller = askAs(shared.app, await house.keyFor(['customers:read']));
  assert.equal((await caller.get('/events')).status, 403);
});

test('what is no sequence number or no limit is refused', async () => {
  const { admin } = await makeOrganization(await world());
  for (const query of ['after=-1', 'after=x', 'after=1.5', 'limit=0', 'limit=101', 'cursor=1']) {
    assert.equal((await admin.get(`/events?${query}`)).status, 400, query);
  }
});

test('the signing key is the same for everybody and needs no API key', async () => {
  const shared = await world();
  const { status, body } = await askAs(shared.app).get('/webhook-signing-key');
  assert.equal(status, 200);
  assert.equal(Buffer.from(body.data.publicKey.slice('whpk_'.length), 'base64').length, 32);
  assert.deepEqual((await askAs(shared.app).get('/webhook-signing-key')).body.data, body.data);
});
