// Erasing a person: nothing anywhere tells who they were, and the books are as they were.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBookable } from '#test/bookable.ts';
import { signIn } from '#test/customer.ts';
import { impersonalTables, personalColumns } from '#test/personal-data.ts';
import { asOwner, listTenantTables } from '#test/tenancy/catalog.ts';
import { rowsOf } from '#test/tenancy/houses.ts';
import { makeOrganization, world } from '#test/world.ts';

const word = 'erasmia';
const email = `${word}@gone.example`;

test('of every column that can hold a person’s data it is decided what becomes of it', async () => {
  const columns = await asOwner<{ table: string; column: string }>(
    await world(),
    `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
       and a.atttypid::regtype::text in ('text', 'text[]', 'json', 'jsonb', 'bytea', 'inet')`,
  );
  const decided = ({ table, column }: { table: string; column: string }) =>
    table in impersonalTables || personalColumns[table]?.[column] !== undefined;
  const open = columns.filter((one) => !decided(one)).map(({ table, column }) => `${table}.${column}`);
  assert.deepEqual(open, [], 'say in test/personal-data.ts what becomes of these');
});

test('after an erasure no row of the organization holds what was known of the person, and the books stay', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const { admin } = house;
  const said = (what: string) => `${what} of ${word}`;
  const { me } = await signIn(all, house, email);
  await me.patch('/profile', { firstName: word, lastName: word });
  const customer = (await admin.get(`/customers/${email}`)).body.data;
  const guest = (await admin.post('/customers', { firstName: word, emails: [{ address: `2${email}` }] })).body
    .data;
  await admin.post(`/customers/${customer.id}/merge`, { customerId: guest.id });
  const item = { name: 'Desk', quantity: 1, unitPrice: 9, specialInstructions: said('wish') };
  const sent = { customerId: customer.id, notes: said('note'), status: 'processing', items: [item] };
  const order = (await admin.post('/orders', sent)).body.data;
  await admin.post(`/orders/${order.id}/payments`, { amount: 9, method: 'cash' });
  const { service } = await makeBookable(house.scope);
  const startsAt = new Date(Math.ceil(all.clock.now().getTime() / 3_600_000 + 48) * 3_600_000);
  await admin.post('/bookings', {
    serviceId: service.id,
    startsAt: startsAt.toISOString(),
    customerId: customer.id,
    customerNotes: said('request'),
    attendees: [{ name: word, email }],
  });
  const enquiry = (await admin.post('/enquiries', { email, name: word, message: said('question') })).body
    .data;
  await admin.post(`/enquiries/${enquiry.id}/replies`, { message: said('answer'), internal: true });
  await admin.post('/tasks', { content: said('call'), customerIds: [customer.id] });
  await admin.post('/companies', { name: 'Raman', primaryCustomerId: customer.id });

  const wrong = await admin.post(`/customers/${customer.id}/erase`, { customerNumber: 'CUST-999999' });
  assert.deepEqual([wrong.status, wrong.body.details[0].path], [400, 'customerNumber']);
  const confirmed = { customerNumber: customer.customerNumber };
  const erased = await admin.post(`/customers/${customer.id}/erase`, confirmed);
  assert.equal(erased.status, 200, JSON.stringify(erased.body));

  const rows = await rowsOf(all, house.organization.id, await listTenantTables(all));
  for (const [table, text] of Object.entries(rows)) assert.ok(!text.includes(word), `${table} holds ${text}`);
  const kept = (await admin.get(`/orders/${order.id}`)).body.data;
  assert.deepEqual([kept.customerId, kept.total, kept.amountPaid], [customer.id, 9, 9]);
  const left = (await admin.get(`/customers/${customer.customerNumber}`)).body.data;
  assert.deepEqual([left.totalSpent, left.status, left.firstName], [9, 'inactive', undefined]);
  assert.equal((await me.get('/profile')).status, 401, 'who was signed in is so no more');
});
