// What customers see of their enquiries: their list, each with its thread, and nothing of others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signIn } from '#test/customer.ts';
import { makeOrganization, world } from '#test/world.ts';

const question = { subject: 'A room', message: 'Do you have one?' };

test('a customer’s list pages by record id, narrows by status, and knows no cursor of others', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  await house.admin.post('/customers', { emails: [{ address: 'me@example.com' }] });
  const { me } = await signIn(all, house, 'me@example.com');
  const ids: string[] = [];
  for (const subject of ['One', 'Two', 'Three']) {
    ids.unshift(
      (await me.post('/enquiries', { customer: { email: 'me@example.com' }, enquiry: { subject } })).body
        .enquiry.id,
    );
  }
  const other = (await house.admin.post('/enquiries', { email: 'other@example.com', subject: 'Other' })).body
    .data;
  const first = (await me.get('/enquiries?limit=2')).body.data;
  assert.deepEqual(
    first.enquiries.map(({ id }: { id: string }) => id),
    ids.slice(0, 2),
  );
  assert.deepEqual([first.hasMore, first.nextCursor], [true, ids[1]]);
  const rest = (await me.get(`/enquiries?limit=2&cursor=${first.nextCursor}`)).body.data;
  assert.deepEqual([rest.enquiries[0].id, rest.hasMore, rest.nextCursor], [ids[2], false, undefined]);
  await house.admin.patch(`/enquiries/${ids[0]}`, { status: 'closed' });
  assert.deepEqual((await me.get('/enquiries?status=closed')).body.data.enquiries.length, 1);
  for (const status of ['nonsense', '']) {
    const { status: answered, body } = await me.get(`/enquiries?status=${status}`);
    assert.deepEqual([answered, body.details[0].path], [400, 'status'], status);
  }
  for (const cursor of [other.id, 'nonsense']) {
    const { status, body } = await me.get(`/enquiries?cursor=${cursor}`);
    assert.deepEqual([status, body.code], [400, 'invalid_cursor']);
  }
  await house.admin.delete(`/enquiries/${ids[1]}`);
  const afterDeleted = (await me.get(`/enquiries?cursor=${ids[1]}`)).body.data;
  assert.deepEqual(
    afterDeleted.enquiries.map(({ id }: { id: string }) => id),
    [ids[2]],
    'one that was deleted between two pages is still a place in the list',
  );
});

test('subject, message and category are there where there are none, as empty texts', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const { me } = await signIn(all, house, 'me@example.com');
  const send = async (enquiry: object) =>
    (await me.post('/enquiries', { customer: { email: 'me@example.com' }, enquiry })).body.enquiry.id;
  const ids = [await send({ message: 'Do you have one?' }), await send({ subject: 'A room' })];
  const [second, first] = (await me.get('/enquiries')).body.data.enquiries;
  assert.deepEqual([first.subject, first.message, first.category], ['', 'Do you have one?', '']);
  assert.deepEqual([second.subject, second.message], ['A room', '']);
  assert.deepEqual((await me.get(`/enquiries/${ids[0]}`)).body.data.enquiry, first);
});

test('signed in without a profile, the enquiry is of the customer with the proven address, who is then the profile', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const somebody = (await house.admin.post('/customers', { emails: [{ address: 'boss@example.com' }] })).body
    .data;
  const { me } = await signIn(all, house, 'me@example.com');
  const sent = { customer: { firstName: 'Mia', email: 'boss@example.com' }, enquiry: question };
  const { enquiry, customer } = (await me.post('/enquiries', sent)).body;
  assert.notEqual(customer.id, somebody.id);
  const stored = (await house.admin.get(`/enquiries/${enquiry.id}`)).body.data;
  assert.deepEqual([stored.email, stored.customerId], ['boss@example.com', customer.id]);
  const own = (await me.get('/enquiries')).body.data.enquiries;
  assert.deepEqual(
    own.map(({ id }: { id: string }) => id),
    [enquiry.id],
  );
  const { data } = (await me.get('/profile')).body;
  assert.deepEqual([data.customer.id, data.customer.firstName], [customer.id, 'Mia']);
  const known = (await house.admin.get(`/customers/${customer.id}`)).body.data;
  assert.deepEqual(
    known.emails.map(({ address }: { address: string }) => address),
    ['me@example.com'],
  );
});

test('without a name of its own, an enquiry and its answers have that of the customer', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const emails = [{ address: 'me@example.com' }];
  await house.admin.post('/customers', { firstName: 'Mia', lastName: 'May', emails });
  const { me } = await signIn(all, house, 'me@example.com');
  const sent = { customer: { email: 'me@example.com' }, enquiry: question };
  const { id } = (await me.post('/enquiries', sent)).body.enquiry;
  assert.equal((await house.admin.get(`/enquiries/${id}`)).body.data.name, 'Mia May');
  await house.admin.patch(`/enquiries/${id}`, { name: '' });
  assert.equal(
    (await me.post(`/enquiries/${id}/replies`, { message: 'And?' })).body.data.reply.name,
    'Mia May',
  );
});

test('a customer reads answers but no notes, answers, and opens it again', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  await house.admin.post('/customers', { emails: [{ address: 'me@example.com' }] });
  const { me } = await signIn(all, house, 'me@example.com');
  const sent = { customer: { firstName: 'Me', email: 'me@example.com' }, enquiry: question };
  const { id } = (await me.post('/enquiries', sent)).body.enquiry;
  const rosa = (await house.admin.post('/staff', { firstName: 'Rosa' })).body.data;
  await house.admin.post(`/enquiries/${id}/replies`, { message: 'Yes.', staffId: rosa.id });
  await house.admin.post(`/enquiries/${id}/replies`, { message: 'Secret note', internal: true });
  await house.admin.patch(`/enquiries/${id}`, { status: 'resolved' });
  const answer = await me.post(`/enquiries/${id}/replies`, { message: ' Great! ' });
  assert.equal(answer.status, 201);
  assert.deepEqual([answer.body.data.enquiry.id, answer.body.data.enquiry.status], [id, 'open']);
  const { enquiry, replies } = (await me.get(`/enquiries/${id}`)).body.data;
  assert.equal(enquiry.resolvedAt, undefined);
  assert.deepEqual(
    replies.map(({ from, name, message }: Record<string, string>) => [from, name, message]),
    [
      ['staff', 'Rosa', 'Yes.'],
      ['customer', 'Me', 'Great!'],
    ],
  );
  assert.equal((await me.post(`/enquiries/${id}/replies`, { message: '  ' })).status, 400);
});

test('nobody reads or answers another customer’s enquiry', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const { me } = await signIn(all, house, 'stranger@example.com');
  const { id } = (await house.admin.post('/enquiries', { email: 'jane@example.com', subject: 'Mine' })).body
    .data;
  for (const path of [`/enquiries/${id}`, '/enquiries/nonsense']) {
    assert.equal((await me.get(path)).status, 404);
    assert.equal((await me.post(`${path}/replies`, { message: 'Mine!' })).status, 404);
  }
  assert.deepEqual((await house.admin.get(`/enquiries/${id}/replies`)).body.data, []);
});
