// The audit log, as an administrator reads it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  const { admin } = await makeOrganization(await world());
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) made.unshift((await admin.post('/customers', {})).body.data.id);
  const seen: string[] = [];
  let path: string | undefined = '/audit?limit=2';
  while (path) {
    const { body } = await admin.get(path);
    seen.push(...body.data.map(({ recordId }: { recordId: string }) => recordId));
    path = body.pagination.hasMore ? `/audit?limit=2&cursor=${body.pagination.nextCursor}` : undefined;
  }
  assert.deepEqual(seen, made);
  const { actor } = (await admin.get('/audit?limit=1')).body.data[0];
  assert.equal((await admin.get(`/audit?actorId=${actor.id}`)).body.data.length, 5);
  assert.equal((await admin.get('/audit?actorId=nobody')).body.data.length, 0);
  assert.equal((await admin.get('/audit?recordId=ada')).status, 400);
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
