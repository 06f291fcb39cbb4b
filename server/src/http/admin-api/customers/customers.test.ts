// GET and POST /customers, GET and PATCH /customers/{customerId}, as a back end uses them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeOrganization, world } from '#test/world.ts';

test('a customer is created with its number, its derived name and its contacts in normal form', async () => {
  const { admin } = await makeOrganization(await world());
  const { status, body } = await admin.post('/customers', {
    firstName: 'Zoë',
    lastName: 'Okafor',
    emails: [{ address: ' Zoe.Okafor@Example.com ' }, { address: 'z@work.example', isPrimary: true }],
    phones: [{ number: '040 / 123 456' }],
  });
  assert.equal(status, 201);
  const { data } = body;
  assert.equal(data.customerNumber, 'CUST-000001');
  assert.equal(data.displayName, 'Zoë Okafor');
  assert.deepEqual(data.emails, [
    { address: 'zoe.okafor@example.com', isPrimary: false },
    { address: 'z@work.example', isPrimary: true },
  ]);
  assert.deepEqual(data.phones, [{ number: '+4940123456', isPrimary: true }]);
  assert.equal(data.status, 'active');
  assert.equal(data.source, 'admin');
  assert.equal(data.createdAt, data.updatedAt);
});

test('a customer is found by record id, number, email and phone', async () => {
  const { admin } = await makeOrganization(await world());
  const created = (
    await admin.post('/customers', {
      firstName: 'Ada',
      emails: [{ address: 'ada@example.com' }],
      phones: [{ number: '+4915112345678' }],
    })
  ).body.data;
  for (const reference of [
    created.id,
    created.customerNumber,
    'ADA@example.com',
    '+49 151 12345678',
    '0151 12345678',
  ]) {
    const { status, body } = await admin.get(`/customers/${encodeURIComponent(reference)}`);
    assert.equal(status, 200, reference);
    assert.deepEqual(body.data, created);
  }
  assert.equal((await admin.get('/customers/CUST-999999')).status, 404);
});

test('the list pages newest first without losing or repeating anybody', async () => {
  const { admin } = await makeOrganization(await world());
  const made: string[] = [];
  for (let count = 0; count < 7; count += 1) made.unshift((await admin.post('/customers', {})).body.data.id);
  const seen: string[] = [];
  let path: string | undefined = '/customers?limit=3';
  while (path) {
    const { body } = await admin.get(path);
    seen.push(...body.data.map(({ id }: { id: string }) => id));
    path = body.pagination.hasMore ? `/customers?limit=3&cursor=${body.pagination.nextCursor}` : undefined;
  }
  assert.deepEqual(seen, made);
});

test('search finds parts of names, emails, phones and numbers, and all its words must occur', async () => {
  const { admin } = await makeOrganization(await world());
  await admin.post('/customers', {
    firstName: 'José',
    lastName: 'Martínez',
    emails: [{ address: 'jose@studio.example' }],
    phones: [{ number: '+49 170 7654321' }],
  });
  await admin.post('/customers', { firstName: 'Josephine', lastName: 'Baker' });
  const namesFor = async (search: string) => {
    const { body } = await admin.get(`/customers?search=${encodeURIComponent(search)}`);
    return body.data.map(({ firstName }: { firstName: string }) => firstName);
  };
  assert.deepEqual(await namesFor('jose'), ['Josephine', 'José']);
  assert.deepEqual(await namesFor('jose mart'), ['José']);
  assert.deepEqual(await namesFor('studio.ex'), ['José']);
  assert.deepEqual(await namesFor('0170 765'), ['José']);
  assert.deepEqual(await namesFor('cust-000002'), ['Josephine']);
  assert.deepEqual(await namesFor('ba'), ['Josephine']);
  assert.deepEqual(await namesFor('100%'), []);
});

test('a change replaces what it names, derives the name again and counts the version', async () => {
  const { admin } = await makeOrganization(await world());
  const { id } = (
    await admin.post('/customers', { firstName: 'Ann', emails: [{ address: 'ann@example.com' }] })
  ).body.data;
  const changed = (
    await admin.patch(`/customers/${id}`, { lastName: 'Lee', emails: [{ address: 'lee@example.com' }] })
  ).body.data;
  assert.equal(changed.displayName, 'Ann Lee');
  assert.deepEqual(changed.emails, [{ address: 'lee@example.com', isPrimary: true }]);
  assert.equal(changed.version, 2);
  assert.deepEqual((await admin.get(`/customers/${id}`)).body.data, changed);
  const stale = await admin.patch(`/customers/${id}`, { firstName: 'Bo', version: 1 });
  assert.equal(stale.status, 409);
  assert.equal(stale.body.code, 'version_conflict');
  assert.equal(
    (await admin.patch(`/customers/${id}`, { firstName: 'Bo' }, { 'if-match': '"2"' })).status,
    200,
  );
});

test('a repeated keyed request gets the first answer, byte for byte, and makes one customer', async () => {
  const { admin } = await makeOrganization(await world());
  const key = { 'idempotency-key': 'first-visit' };
  const [first, ...others] = await Promise.all(
    Array.from({ length: 10 }, () => admin.post('/customers', { firstName: 'Once' }, key)),
  );
  for (const other of others) assert.deepEqual(other.body, first!.body);
  assert.equal((await admin.get('/customers')).body.data.length, 1);
  const reused = await admin.post('/customers', { firstName: 'Twice' }, key);
  assert.equal(reused.status, 409);
  assert.equal(reused.body.code, 'idempotency_key_reused');
});
