// Enquiries as a back end and an automation use them: the record, its statuses, lists, and what they are sorted by.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publishEvents } from '#core/events/event-queries.ts';
import { listEvents } from '#core/events/events.ts';
import { newId } from '#kit/id.ts';
import { makeOrganization, type TestOrganization, world } from '#test/world.ts';

const jane = { name: 'Jane Doe', email: 'Jane@Example.com', message: 'Do you have a room?' };

test('an enquiry is created with its defaults, under the next number, for a customer made with it', async () => {
  const { admin } = await makeOrganization(await world());
  const { status, body, headers } = await admin.post('/enquiries', { ...jane, phone: '040 123456' });
  assert.equal(status, 201);
  assert.equal(headers.etag, '"1"');
  const { data } = body;
  assert.equal(data.enquiryNumber, 'ENQ-000001');
  assert.deepEqual(
    [data.name, data.email, data.phone, data.message, data.source, data.priority],
    ['Jane Doe', 'jane@example.com', '+4940123456', 'Do you have a room?', 'admin', 'medium'],
  );
  assert.deepEqual(
    [data.type, data.typeLabel, data.status, data.statusCategory],
    ['general', 'General', 'new', 'new'],
  );
  assert.deepEqual(
    [data.responseCount, data.orderCount, data.totalOrdersValue, data.totalPaid],
    [0, 0, 0, 0],
  );
  assert.deepEqual((await admin.get(`/enquiries/${data.id}`)).body.data, data);
  assert.deepEqual((await admin.get(`/enquiries/${data.enquiryNumber}`)).body.data, data);
  const customer = (await admin.get(`/customers/${data.customerId}`)).body.data;
  assert.deepEqual([customer.firstName, customer.lastName], ['Jane', 'Doe']);
});

test('the customer who has the address is the one who asks, and stays as they are', async () => {
  const { admin } = await makeOrganization(await world());
  const customer = (await admin.post('/customers', { emails: [{ address: 'jane@example.com' }] })).body.data;
  const { customerId } = (await admin.post('/enquiries', jane)).body.data;
  assert.equal(customerId, customer.id);
  assert.deepEqual((await admin.get(`/customers/${customer.id}`)).body.data, customer);
});

test('parallel enquiries of one unknown address make one customer', async () => {
  const { admin } = await makeOrganization(await world());
  const answers = await Promise.all(Array.from({ length: 8 }, () => admin.post('/enquiries', jane)));
  // Without isWorthPreparingAnew in createEnquiry all but one would be refused.
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
  assert.equal(new Set(answers.map(({ body }) => body.data.customerId)).size, 1);
  assert.equal(new Set(answers.map(({ body }) => body.data.enquiryNumber)).size, 8);
});

test('resolving sets resolvedAt, closing keeps it, and any other status clears it', async () => {
  const { admin } = await makeOrganization(await world());
  const { id } = (await admin.post('/enquiries', jane)).body.data;
  const move = async (status: string) => (await admin.patch(`/enquiries/${id}`, { status })).body.data;
  const resolved = await move('resolved');
  assert.ok(resolved.resolvedAt);
  const closed = await move('closed');
  assert.equal(closed.resolvedAt, resolved.resolvedAt);
  assert.ok(closed.closedAt);
  const reopened = await move('open');
  assert.deepEqual([reopened.resolvedAt, reopened.closedAt], [undefined, undefined]);
});

test('what an enquiry can’t be is refused by name, and nothing changes', async () => {
  const { admin } = await makeOrganization(await world());
  const { data } = (await admin.post('/enquiries', jane)).body;
  const refused: [object, string][] = [
    [{ status: 'nonsense' }, 'status'],
    [{ type: 'nonsense' }, 'type'],
    [{ priority: 'soon' }, 'priority'],
    [{ email: 'nobody' }, 'email'],
    [{ email: '' }, 'email'],
    [{ phone: 'none' }, 'phone'],
    [{ message: '' }, 'message'],
    [{ message: null }, 'message'],
    [{ subject: 'A\r\nBcc: x@example.com' }, 'subject'],
    [{ name: 'A\nB' }, 'name'],
    [{ referrer: 'a\u2028b' }, 'referrer'],
    [{ orderId: newId(new Date()) }, 'orderId'],
    [{ orderId: 'x' }, 'orderId'],
    [{ assignedTo: newId(new Date()) }, 'assignedTo'],
    [{ assignedToStaffIds: ['x'] }, 'assignedToStaffIds'],
    [{ enquiryNumber: 'ENQ-000009' }, 'enquiryNumber'],
  ];
  for (const [change, path] of refused) {
    const { status, body } = await admin.patch(`/enquiries/${data.id}`, change);
    assert.deepEqual([status, body.details[0].path], [400, path], JSON.stringify(change));
  }
  assert.deepEqual((await admin.get(`/enquiries/${data.id}`)).body.data, data);
  const without = await admin.post('/enquiries', { email: 'jane@example.com', name: 'Jane' });
  assert.deepEqual([without.status, without.body.code], [400, 'missing_field']);
});

test('null and an empty text clear what an enquiry can be without', async () => {
  const { admin } = await makeOrganization(await world());
  const rosa = (await admin.post('/staff', { firstName: 'Rosa' })).body.data;
  const { id } = (await admin.post('/enquiries', jane)).body.data;
  const full = {
    name: 'Jane',
    phone: '+4940123456',
    subject: 'A room',
    category: 'Events',
    lostReason: 'Price',
    assignedTo: rosa.id,
    referrer: 'https://example.com',
    externalId: 'x-1',
  };
  const fields = Object.keys(full);
  for (const none of [null, '']) {
    await admin.patch(`/enquiries/${id}`, full);
    const cleared = Object.fromEntries(fields.map((field) => [field, none]));
    const { status, body } = await admin.patch(`/enquiries/${id}`, cleared);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      fields.filter((field) => field in body.data),
      [],
    );
  }
});

test('a list asked for what can’t be is refused by name', async () => {
  const { admin } = await makeOrganization(await world());
  for (const query of [
    'status=nonsense',
    'status=',
    'assignedTo=x',
    'customerId=',
    'search=',
    'search=%20',
  ]) {
    const { status, body } = await admin.get(`/enquiries?${query}`);
    assert.deepEqual([status, body.details[0].path], [400, query.split('=')[0]], query);
  }
});

test('an enquiry is assigned to staff, the one in charge first', async () => {
  const { admin } = await makeOrganization(await world());
  const [rosa, tom] = await Promise.all(
    ['Rosa', 'Tom'].map(async (firstName) => (await admin.post('/staff', { firstName })).body.data),
  );
  const { id } = (await admin.post('/enquiries', { ...jane, assignedToStaffIds: [rosa.id] })).body.data;
  const led = (await admin.patch(`/enquiries/${id}`, { assignedTo: tom.id })).body.data;
  assert.equal(led.assignedTo, tom.id);
  assert.deepEqual(led.assignedToStaffIds, [tom.id, rosa.id]);
  assert.deepEqual(led.assignedToStaffNames, ['Tom', 'Rosa']);
  const listed = (query: string) => admin.get(`/enquiries?${query}`).then(({ body }) => body.data.length);
  assert.equal(await listed(`assignedTo=${rosa.id}`), 1);
  assert.equal(await listed(`assignedTo=${rosa.id}&status=open`), 0);
  await admin.patch(`/enquiries/${id}`, { status: 'open' });
  assert.equal(await listed(`assignedTo=${rosa.id}&status=open`), 1);
  const freed = (await admin.patch(`/enquiries/${id}`, { assignedTo: '' })).body.data;
  assert.deepEqual([freed.assignedTo, freed.assignedToStaffIds], [undefined, []]);
  assert.equal(await listed(`assignedTo=${rosa.id}`), 0);
});

test('an enquiry tells count, value and payments of the orders it led to', async () => {
  const { admin } = await makeOrganization(await world());
  const { id } = (await admin.post('/enquiries', jane)).body.data;
  const order = async (body: object) => {
    const items = [{ type: 'custom', name: 'Room', quantity: 1, unitPrice: 50 }];
    return (await admin.post('/orders', { items, status: 'processing', ...body })).body.data;
  };
  const [linked, named, cancelled] = [
    await order({ enquiryId: id }),
    await order({}),
    await order({ enquiryId: id }),
  ];
  await admin.post(`/orders/${linked.id}/payments`, { amount: 20, method: 'cash' });
  await admin.patch(`/orders/${cancelled.id}`, { status: 'cancelled' });
  const changed = (await admin.patch(`/enquiries/${id}`, { orderId: named.id })).body.data;
  assert.deepEqual([changed.orderCount, changed.totalOrdersValue, changed.totalPaid], [2, 100, 20]);
  assert.deepEqual((await admin.get(`/enquiries/${id}`)).body.data, changed);
  await admin.post(`/orders/${linked.id}/refunds`, { amount: 5 });
  assert.equal((await admin.get(`/enquiries/${id}`)).body.data.totalPaid, 15);
  const unknown = await admin.post('/orders', { enquiryId: newId(new Date()) });
  assert.deepEqual([unknown.status, unknown.body.details[0].path], [400, 'enquiryId']);
});

test('the list is narrowed by every filter and by words, and pages through all', async () => {
  const { admin } = await makeOrganization(await world());
  const made = [];
  for (const [email, subject, priority] of [
    ['ada@example.com', 'Piano', 'high'],
    ['ada@example.com', 'Drums', 'low'],
    ['bob@example.com', 'Piano lessons', 'high'],
  ]) {
    made.push((await admin.post('/enquiries', { email, subject, priority })).body.data);
  }
  const [first, second, third] = made;
  await admin.patch(`/enquiries/${first.id}`, { status: 'pending' });
  const ids = async (query: string) =>
    (await admin.get(`/enquiries?${query}`)).body.data.map((one: { id: string }) => one.id);
  assert.deepEqual(await ids(''), [third.id, second.id, first.id]);
  assert.deepEqual(await ids('priority=high'), [third.id, first.id]);
  assert.deepEqual(await ids('status=pending'), [first.id]);
  assert.deepEqual(await ids('status=new&priority=high'), [third.id]);
  assert.deepEqual(await ids(`customerId=${first.customerId}`), [second.id, first.id]);
  assert.deepEqual(await ids('search=piano'), [third.id, first.id]);
  assert.deepEqual(await ids('search=piano%20ada'), [first.id]);
  assert.deepEqual(await ids('search=piano&status=new'), [third.id]);
  assert.deepEqual(await ids('search=enq-000002'), [second.id]);
  assert.deepEqual(await ids(`search=piano&customerId=${third.customerId}`), [third.id]);
  const since = encodeURIComponent(third.updatedAt);
  assert.deepEqual(
    await ids(`updatedAfter=${since}&priority=low`),
    second.updatedAt >= third.updatedAt ? [second.id] : [],
  );
  assert.deepEqual(await ids('updatedAfter=2100-01-01T00:00:00Z'), []);
  assert.deepEqual(await ids(`assignedTo=${newId(new Date())}`), []);
  const page = (await admin.get('/enquiries?limit=2')).body;
  assert.deepEqual(await ids(`limit=2&cursor=${page.pagination.nextCursor}`), [first.id]);
  const searched = (await admin.get('/enquiries?limit=1&search=piano')).body;
  assert.deepEqual(await ids(`limit=1&search=piano&cursor=${searched.pagination.nextCursor}`), [first.id]);
  const { options } = (await admin.get('/metadata/options/enquiries?search=drums')).body.data;
  assert.deepEqual(options, [{ id: second.id, name: 'ENQ-000002 Drums' }]);
});

test('a deleted enquiry is shown nowhere, and its number names nothing', async () => {
  const { admin } = await makeOrganization(await world());
  const { id, enquiryNumber } = (await admin.post('/enquiries', { ...jane, subject: 'Gone' })).body.data;
  assert.equal((await admin.delete(`/enquiries/${enquiryNumber}`)).status, 204);
  for (const path of [`/enquiries/${id}`, `/enquiries/${enquiryNumber}`, `/enquiries/${id}/replies`]) {
    assert.equal((await admin.get(path)).status, 404, path);
  }
  assert.equal((await admin.patch(`/enquiries/${id}`, { status: 'open' })).status, 404);
  assert.equal((await admin.delete(`/enquiries/${id}`)).status, 404);
  for (const query of ['', '?search=gone', '?status=new', '?updatedAfter=2020-01-01T00:00:00Z']) {
    assert.deepEqual((await admin.get(`/enquiries${query}`)).body.data, [], query);
  }
});

test('a change made from an old version is refused, and parallel changes all count', async () => {
  const { admin } = await makeOrganization(await world());
  const { id } = (await admin.post('/enquiries', jane)).body.data;
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, place) =>
      admin.patch(`/enquiries/${id}`, { customFields: { [`f${place}`]: place } }),
    ),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  const { customFields, version } = (await admin.get(`/enquiries/${id}`)).body.data;
  // Without the lock of lockEnquiry one change would write over another.
  assert.equal(Object.keys(customFields).length, 6);
  assert.equal(version, 7);
  const old = await admin.patch(`/enquiries/${id}`, { subject: 'Old', version: 2 });
  assert.deepEqual([old.status, old.body.code], [409, 'version_conflict']);
  const header = await admin.patch(`/enquiries/${id}`, { subject: 'Old' }, { 'if-match': '"3"' });
  assert.equal(header.status, 409);
});

test('every change is told once, by what it was', async () => {
  const house = await makeOrganization(await world());
  const { admin } = house;
  const { id } = (await admin.post('/enquiries', jane)).body.data;
  await admin.patch(`/enquiries/${id}`, { priority: 'low' });
  await admin.patch(`/enquiries/${id}`, { priority: 'low' });
  await admin.post(`/enquiries/${id}/replies`, { message: 'Yes.' });
  await admin.post(`/enquiries/${id}/replies`, { message: 'Check the piano.', internal: true });
  await admin.patch(`/enquiries/${id}`, { status: 'resolved' });
  await admin.delete(`/enquiries/${id}`);
  assert.deepEqual(await eventsOf(house, id), [
    'enquiry.created',
    'enquiry.updated',
    'enquiry.replied',
    'enquiry.updated',
    'enquiry.resolved',
    'enquiry.deleted',
  ]);
});

async function eventsOf({ scope }: TestOrganization, recordId: string): Promise<string[]> {
  const { parts } = await world();
  while ((await parts.db.root((tx) => publishEvents(tx, 1000))).length > 0);
  const { events } = await listEvents(scope, { after: 0, limit: 100 });
  return events.filter((event) => event.recordId === recordId).map(({ type }) => type);
}
