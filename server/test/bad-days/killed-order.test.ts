// kill -9 between an order and its bookings: both are there, or none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openScope } from '#core/scope.ts';
import { type Installation, makeInstallation, startServer } from '#test/bad-days/server-process.ts';
import { makeBookable } from '#test/bookable.ts';
import { closeWorld } from '#test/databases.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { openWorld } from '#test/world.ts';

const writers = 6;
/** Killed after this many acknowledged orders, with others under way. */
const acknowledged = 20;

// To see it fail: give placeInlineBookings() a transaction of its own in createOrder() of core/orders/create-order.ts.
test('a server killed in the middle of orders leaves each with its bookings, or not at all', {
  timeout: 120_000,
}, async (t) => {
  const installation = await makeInstallation(t);
  const body = await orderBody(installation);
  const server = await startServer(t, installation.environment);
  await server.ready();
  const made: string[] = [];
  const writing = Promise.all(
    Array.from({ length: writers }, () => writeUntilCut(server.url, installation.key, body, made)),
  );
  const deadline = AbortSignal.timeout(60_000);
  while (made.length < acknowledged) {
    assert.ok(!deadline.aborted, 'the server answers too few orders');
    await pause(5);
  }
  server.kill('SIGKILL');
  await writing;
  assert.equal((await server.ended).signal, 'SIGKILL');
  await checkStored(installation, made);
});

/** An order of one known customer, with two bookings that many can have. */
async function orderBody({ environment, house }: Installation): Promise<object> {
  const world = await openWorld(environment);
  try {
    const actor = { type: 'system', id: 'test', name: 'Test' } as const;
    const scope = openScope(world.parts.platform, house.organization, actor);
    const { service } = await makeBookable(scope, {
      capacities: [10_000],
      service: { capacityMode: 'shared', horizonDays: 1_825, price: 10 },
    });
    const year = world.clock.now().getUTCFullYear() + 1;
    const booking = { serviceId: service.id, date: `${year}-02-02`, startTime: '09:00' };
    return {
      status: 'processing',
      customer: { email: 'lena@example.com' },
      bookings: [booking, { ...booking, startTime: '10:00' }],
    };
  } finally {
    await closeWorld(world);
  }
}

async function writeUntilCut(url: string, key: string, body: object, made: string[]): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  for (;;) {
    const sent = fetch(`${url}/orders`, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = await sent
      .then(async (response) => ({ status: response.status, body: await response.json() }))
      .catch(() => undefined);
    if (!answer) return;
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    made.push((answer.body as { data: { id: string } }).data.id);
  }
}

async function checkStored({ environment, house }: Installation, made: string[]): Promise<void> {
  const world = await openWorld(environment);
  const select = <Row extends object>(text: string) =>
    world.parts.db.read(house.organization.id, (tx) => run<Row>(tx, text));
  try {
    const orders = await select<{ id: string; whole: boolean }>(
      `select o.id,
         (select count(*) from bookings b join order_items i
            on i.organization_id = b.organization_id and i.order_id = o.id and i.id = b.order_item_id
          where b.organization_id = o.organization_id and b.order_id = o.id) = 2
         and (select count(*) from events e where e.organization_id = o.organization_id and e.record_id = o.id) = 1
         as whole
       from orders o`,
    );
    assert.deepEqual(
      orders.filter(({ whole }) => !whole),
      [],
      'an order is not whole',
    );
    const stored = new Set(orders.map(({ id }) => id));
    assert.deepEqual(
      made.filter((id) => !stored.has(id)),
      [],
      'an acknowledged order is lost',
    );
    const [sums] = await select<{ bookings: number; places: number; counted: number }>(
      `select (select count(*) from bookings)::integer as bookings, (select count(*) from occupancies)::integer as places,
         (select total_orders from customers) as counted`,
    );
    const { bookings, places, counted } = sums!;
    assert.deepEqual([bookings, places, counted], [stored.size * 2, stored.size * 2, stored.size]);
  } finally {
    await closeWorld(world);
  }
}
