// What keys may do: each permission documented, and no way around one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { permissions } from '#core/api-keys/api-key.ts';
import { askAs } from '#test/ask.ts';
import { makeOrganization, world } from '#test/world.ts';

const page = readFileSync(new URL('../../../../docs/api-keys.md', import.meta.url), 'utf8');

test('docs/api-keys.md lists every permission and no other', () => {
  const rows = [...page.matchAll(/^\| (`.+`) +\| (`.+) \|$/gm)];
  const words = (text: string) => [...text.matchAll(/`([a-z_]+)`/g)].map((match) => match[1]!);
  const listed = rows.flatMap(([, resources, actions]) =>
    words(resources!).flatMap((resource) =>
      words(actions!.split(/[;:]/)[0]!).map((action) => `${resource}:${action}`),
    ),
  );
  assert.deepEqual(listed.sort(), [...permissions].sort());
});

test('the names of people and their affairs are options only for a key that may read them', async () => {
  const { app } = await world();
  const { keyFor } = await makeOrganization(await world());
  const statusOf = async (kind: string, ...more: string[]) =>
    (await askAs(app, await keyFor(['metadata:read', ...more])).get(`/metadata/options/${kind}`)).status;
  for (const kind of ['customers', 'companies', 'orders', 'bookings', 'enquiries']) {
    assert.equal(await statusOf(kind), 403, kind);
    assert.equal(await statusOf(kind, `${kind}:read`), 200, kind);
  }
  assert.equal(await statusOf('services'), 200);
});

test('a key has somebody told only of what it may read itself', async () => {
  const { app } = await world();
  const { keyFor } = await makeOrganization(await world());
  const subscribe = async (path: string, body: object, ...more: string[]) =>
    askAs(app, await keyFor(['subscriptions:manage', ...more])).post(path, body);
  const hook = {
    event: 'customer.created',
    events: ['order.created'],
    targetUrl: 'https://hooks.zapier.com/p/1',
  };
  const poor = await subscribe('/zapier/subscriptions', hook, 'customers:read');
  assert.deepEqual([poor.status, poor.body.code], [403, 'permission_denied']);
  assert.match(poor.body.error, /orders:read/);
  const rich = await subscribe('/zapier/subscriptions', hook, 'customers:read', 'orders:read');
  assert.equal(rich.status, 201, JSON.stringify(rich.body));
  const own = { events: ['store_credit.changed'], targetUrl: 'https://hooks.zapier.com/p/2' };
  assert.equal((await subscribe('/webhook-subscriptions', own)).status, 403);
  assert.equal((await subscribe('/webhook-subscriptions', own, 'store_credit:read')).status, 201);
});
