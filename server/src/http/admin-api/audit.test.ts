// The audit log, as an administrator reads it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listApiKeys } from '#core/api-keys/api-keys.ts';
import { makeOrganization, world } from '#test/world.ts';

test('what was done to a record is told with who did it and what it was before', async () => {
  const { admin } = await makeOrganization(await world());
  const { id } = (await admin.post('/customers', { firstName: 'Ada', lastName: 'Byron' })).body.data;
  await admin.patch(`/customers/${id}`, { lastName: 'Lovelace', emails: [{ address: 'ada@example.com' }] });
  await admin.post('/customers', { firstName: 'Somebody else' });
  const { data } = (await admin.get(`/audit?recordId=${id}`)).body;
  assert.deepEqual(
    data.map(({ action }: { action: string }) => action),
    ['customer.updated', 'customer.created'],
  );
  const [update, creation] = data;
  assert.equal(update.actor.name, 'Test key');
  assert.deepEqual(update.changes, [
    { field: 'lastName', from: 'Byron', to: 'Lovelace' },
    { field: 'displayName', from: 'Ada Byron', to: 'Ada Lovelace' },
    { field: 'emails', from: [], to: [{ address: 'ada@example.com', isPrimary: true }] },
  ]);
  assert.deepEqual(creation.changes, []);
});

test('a change that fails leaves no entry', async () => {
  const { admin } = await makeOrganization(await world());
  const { id } = (await admin.post('/customers', { firstName: 'Ada' })).body.data;
  assert.equal((await admin.patch(`/customers/${id}`, { firstName: 'Eve', version: 9 })).status, 409);
  assert.equal((await admin.get(`/audit?recordId=${id}`)).body.data.length, 1);
});

test('the log pages newest first, and narrows to an actor', async () => {
  const { admin, scope } = await makeOrganization(await world());
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) made.unshift((await admin.post('/customers', {})).body.data.id);
  const [key] = await listApiKeys(scope);
  const seen: string[] = [];
  let path: string | undefined = '/audit?limit=2';
  while (path) {
    const { body } = await admin.get(path);
    seen.push(...body.data.map(({ recordId }: { recordId: string }) => recordId));
    path = body.pagination.hasMore ? `/audit?limit=2&cursor=${body.pagination.nextCursor}` : undefined;
  }
  assert.deepEqual(seen, [...made, key!.id]);
  assert.equal((await admin.get(`/audit?actorId=${key!.id}`)).body.data.length, 5);
  assert.equal((await admin.get('/audit?actorId=nobody')).body.data.length, 0);
  assert.equal((await admin.get('/audit?recordId=ada')).status, 400);
});

test('opening hours that were replaced are told under whom they belong to, with what they were', async () => {
  const { admin } = await makeOrganization(await world());
  const { id } = (await admin.post('/locations', { name: 'Harbour House' })).body.data;
  const rules = [{ weekday: 1, startTime: '09:00', endTime: '17:00' }];
  await admin.put(`/locations/${id}/schedule`, { rules, exceptions: [] });
  await admin.put(`/locations/${id}/schedule`, { rules, exceptions: [] });
  await admin.delete(`/locations/${id}`);
  const { data } = (await admin.get(`/audit?recordId=${id}`)).body;
  assert.deepEqual(
    data.map(({ action, changes }: { action: string; changes: object[] }) => ({ action, changes })),
    [
      { action: 'location.deleted', changes: [] },
      { action: 'schedule.updated', changes: [{ field: 'rules', from: [], to: rules }] },
      { action: 'location.created', changes: [] },
    ],
  );
});

test('settings tell which lists changed, and nothing when none did', async () => {
  const { admin, organization } = await makeOrganization(await world());
  const options = [{ value: 'yes', label: 'Yes' }];
  const field = { key: 'piano', name: 'Piano', type: 'select', options };
  await admin.put('/metadata/enquiries', { customFields: [field] });
  const categories = ['Events'];
  for (const _time of ['first', 'second']) await admin.put('/metadata/enquiries', { categories });
  const { data } = (await admin.get(`/audit?recordId=${organization.id}`)).body;
  assert.deepEqual(
    data.map(({ changes }: { changes: { field: string }[] }) => changes.map(({ field }) => field)),
    [['categories'], ['customFields']],
  );
});

test('a record that can only be retired is told as changed, once', async () => {
  const { admin } = await makeOrganization(await world());
  const { id } = (await admin.post('/locations', { name: 'Harbour House' })).body.data;
  await admin.post('/sublocations', { locationId: id, name: 'Lighthouse' });
  for (const _time of ['first', 'second']) assert.equal((await admin.delete(`/locations/${id}`)).status, 204);
  const { data } = (await admin.get(`/audit?recordId=${id}`)).body;
  assert.deepEqual(
    data.map(({ action, changes }: { action: string; changes: object[] }) => ({ action, changes })),
    [
      { action: 'location.updated', changes: [{ field: 'status', from: 'active', to: 'archived' }] },
      { action: 'location.created', changes: [] },
    ],
  );
});

test('a key without the permission is refused', async () => {
  const { keyFor } = await makeOrganization(await world());
  const { app } = await world();
  const answer = await app.inject({
    url: '/api/v1/audit',
    headers: { authorization: `Bearer ${await keyFor(['events:read'])}` },
  });
  assert.equal(answer.statusCode, 403);
});
