// The export of a customer: everything about them, nothing about others, one document however long.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportCustomer } from '#core/people/customer-export.ts';
import { makeBookable } from '#test/bookable.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { makeOrganization, world } from '#test/world.ts';

test('an export has what is stored about the customer, and nothing about another', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const [own, other] = ['own', 'other'];
  for (const word of [own, other]) {
    const email = `${word}@export.example`;
    const customer = (await house.admin.post('/customers', { firstName: word, emails: [{ address: email }] }))
      .body.data;
    await house.admin.post('/orders', { customerId: customer.id, notes: `${word} note` });
    await house.admin.post('/enquiries', { email, subject: `${word} asks` });
    await house.admin.post('/tasks', { content: `${word} task`, customerIds: [customer.id] });
    const { service } = await makeBookable(house.scope);
    const startsAt = new Date(Math.ceil(all.clock.now().getTime() / 3_600_000 + 48) * 3_600_000);
    const booking = { serviceId: service.id, startsAt: startsAt.toISOString(), customerId: customer.id };
    await house.admin.post('/bookings', { ...booking, customerNotes: `${word} notes` });
  }
  const { status, body, headers } = await house.admin.get('/customers/own%40export.example/export');
  assert.equal(status, 200);
  assert.match(headers['content-disposition'] ?? '', /^attachment; filename="CUST-000001\.json"/);
  const { exportedAt: _exportedAt, ...parts } = body;
  const counts = Object.entries(parts).map(([name, list]) => [name, (list as object[]).length]);
  const found = new Map(counts as [string, number][]);
  for (const name of ['customer', 'orders', 'bookings', 'enquiries', 'tasks'])
    assert.equal(found.get(name), 1, name);
  const text = JSON.stringify(body);
  for (const said of ['own note', 'own asks', 'own task', 'own notes']) assert.ok(text.includes(said), said);
  assert.ok(!text.includes(other));
  assert.equal((await house.admin.get('/customers/nobody@export.example/export')).status, 404);
});

test('more records than are read at once come all, each once', async () => {
  const all = await world();
  const { admin, scope, organization } = await makeOrganization(all);
  const { id } = (await admin.post('/customers', {})).body.data;
  await admin.post('/orders', { customerId: id });
  await all.parts.db.root((tx) =>
    run(
      tx,
      `insert into orders select o.* from orders t, generate_series(1, 1100) place,
         jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'order_number', 'COPY-' || place)) o
       where t.organization_id = ?`,
      organization.id,
    ),
  );
  let text = '';
  for await (const piece of (await exportCustomer(scope, id)).pieces) text += piece;
  const ids = JSON.parse(text).orders.map((order: { id: string }) => order.id);
  assert.equal(new Set(ids).size, 1101);
  assert.equal(ids.length, 1101);
});
