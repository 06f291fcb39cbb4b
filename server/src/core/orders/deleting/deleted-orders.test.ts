// What becomes of deleted orders after their 30 days.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrder } from '#core/orders/create-order.ts';
import { deleteOrder, removeDeletedOrders, restoreOrder } from '#core/orders/deleting/deleted-orders.ts';
import { updateOrder } from '#core/orders/orders.ts';
import { readSources } from '#test/sources.ts';
import { asOwner } from '#test/tenancy/catalog.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { makeOrganization, world } from '#test/world.ts';

test('a deleted order can be restored for 30 days and is then removed, unless the ledger names it', async () => {
  const { parts, clock } = await world();
  const { scope, admin, organization } = await makeOrganization(await world());
  const { id: customerId } = (await admin.post('/customers', {})).body.data;
  const key = { 'idempotency-key': `issue-${customerId}` };
  await admin.post(`/customers/${customerId}/store-credit`, { amount: 5, currency: 'EUR' }, key);
  const items = [{ name: 'Tea', unitPrice: 3 }];
  const restored = await createOrder(scope, { items });
  const removed = await createOrder(scope, { items });
  const credited = await createOrder(scope, {
    status: 'processing',
    customerId,
    items,
    storeCreditApplied: 3,
  });
  await updateOrder(scope, credited.id, { status: 'cancelled' });
  for (const { id } of [restored, removed, credited]) await deleteOrder(scope, id);

  // The clock is everybody's: a month is taken from the orders instead.
  const age = (days: number) =>
    parts.db.root((tx) =>
      run(
        tx,
        `update orders set deleted_at = deleted_at - interval '${days} days' where organization_id = ?`,
        organization.id,
      ),
    );
  await age(29);
  await restoreOrder(scope, restored.id);
  await age(2);
  await assert.rejects(restoreOrder(scope, removed.id), { code: 'not_found' });
  await removeDeletedOrders(parts.db, clock, 500);
  const left = await parts.db.read(organization.id, (tx) =>
    run<{ id: string; items: number }>(
      tx,
      'select o.id, (select count(*) from order_items i where i.order_id = o.id)::integer as items from orders o order by id',
    ),
  );
  assert.deepEqual(
    left.map(({ id, items: count }) => [id, count]),
    [
      [restored.id, 1],
      [credited.id, 1],
    ],
  );
});

test('every table that names orders and does not go with them keeps its orders from being removed', async () => {
  const naming = await asOwner<{ table: string }>(
    await world(),
    `select conrelid::regclass::text as table from pg_constraint
     where contype = 'f' and confrelid = 'orders'::regclass and confdeltype <> 'c' order by 1`,
  );
  assert.ok(naming.length >= 3, 'no table names orders');
  const [queries] = readSources('src/core/orders/deleting').filter(({ path }) =>
    path.endsWith('-queries.ts'),
  );
  for (const { table } of naming) {
    assert.match(
      queries!.text,
      new RegExp(`select from ${table} `),
      `${table} is forgotten, and the clean-up fails`,
    );
  }
});
