// The jobs as a process runs them, with real timers: from a request to a receiver, under load, and to the end.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCustomer } from '#core/customers/customers.ts';
import { eventOf, listEvents, recordEvent } from '#core/events/events.ts';
import { listDeliveries } from '#core/webhooks/deliveries.ts';
import { publishDueEvents } from '#core/webhooks/publishing.ts';
import { createSubscription, deleteSubscription, listSubscriptions } from '#core/webhooks/subscriptions.ts';
import { cleanUp } from '#jobs/clean-up.ts';
import { type Jobs, startJobs, startUpkeep } from '#jobs/jobs.ts';
import { startReceiver } from '#test/receiver.ts';
import { asOwner } from '#test/tenancy/catalog.ts';
import { makeOrganization, openWorld, type World } from '#test/world.ts';

const dayMs = 24 * 3_600_000;

/** A world of its own, with jobs that end before it does. */
async function ownWorld(context: TestContext): Promise<World & { jobs: Jobs[] }> {
  const world = await openWorld();
  const jobs: Jobs[] = [];
  context.after(async () => {
    await Promise.all(jobs.map((job) => job.stop()));
    await world.app.close();
    await world.parts.close();
  });
  return { ...world, jobs };
}

async function makeHouse(world: World, context: TestContext) {
  const house = await makeOrganization(world);
  const receiver = await startReceiver(context);
  const { subscription, unsubscribeToken } = await createSubscription(house.scope, {
    event: 'customer.created',
    targetUrl: receiver.url,
  });
  return { ...house, receiver, subscription, unsubscribeToken };
}

test('what a request makes arrives at the receiver by itself, keyed or not', async (context) => {
  const world = await ownWorld(context);
  const { admin, receiver } = await makeHouse(world, context);
  world.jobs.push(startJobs(world.parts));
  await admin.post('/customers', { firstName: 'Ada' });
  await admin.post('/customers', { firstName: 'Bo' }, { 'idempotency-key': 'bo' });
  await receiver.received(2);
  assert.deepEqual(receiver.calls.map(({ event }) => event.data.firstName).sort(), ['Ada', 'Bo']);
});

test('under load everything arrives once and in order, though several workers share the work', async (context) => {
  const world = await ownWorld(context);
  const houses = await Promise.all([makeHouse(world, context), makeHouse(world, context)]);
  world.jobs.push(startJobs(world.parts), startJobs(world.parts), startUpkeep(world.parts));
  const eachWrites = 25;
  const writers = houses.flatMap(({ scope }) =>
    Array.from({ length: 4 }, async () => {
      for (let count = 0; count < eachWrites; count += 1) {
        const customer = await createCustomer(scope, { firstName: 'Ada' });
        await scope.write((tx) => recordEvent(tx, scope, eventOf(scope, 'customer.created', customer)));
      }
    }),
  );
  await Promise.all(writers);
  const expected = 4 * eachWrites * 2;
  await Promise.all(houses.map(({ receiver }) => receiver.received(expected)));
  await Promise.all(world.jobs.map((job) => job.stop()));
  for (const { receiver } of houses) {
    assert.equal(receiver.calls.length, expected);
    const perRecord = Map.groupBy(receiver.calls, ({ event }) => event.data.id);
    for (const [first, second] of perRecord.values()) {
      assert.ok(first!.event.sequence < second!.event.sequence);
    }
  }
});

test('stopping leaves nothing half-done: what was answered is recorded, the rest waits for the next start', async (context) => {
  const world = await ownWorld(context);
  const { scope, receiver, subscription } = await makeHouse(world, context);
  const first = startJobs(world.parts);
  for (let count = 0; count < 30; count += 1) await createCustomer(scope, { firstName: 'Ada' });
  await receiver.received(1);
  await first.stop();
  const log = (await listDeliveries(scope, subscription.id, { limit: 100 })).items;
  assert.equal(log.filter(({ status }) => status === 'delivered').length, receiver.calls.length);
  const second = startJobs(world.parts);
  await receiver.received(30);
  await second.stop();
  assert.equal(new Set(receiver.calls.map(({ event }) => event.id)).size, 30);
  assert.equal(receiver.calls.length, 30);
});

test('cleaning up removes what is older than 30 days, and nothing younger', async (context) => {
  const world = await ownWorld(context);
  const { parts, clock } = world;
  const { scope, receiver, subscription, unsubscribeToken } = await makeHouse(world, context);
  const failing = await makeHouse(world, context);
  const publish = () => publishDueEvents(parts.db, clock);
  await createCustomer(scope, { firstName: 'Old' });
  await publish();
  clock.advance(29 * dayMs);
  await cleanUp(parts);
  assert.equal((await listEvents(scope, { after: 0, limit: 10 })).events.length, 1);
  await createCustomer(scope, { firstName: 'Young' });
  await publish();
  clock.advance(2 * dayMs);
  await cleanUp(parts);
  const { events } = await listEvents(scope, { after: 0, limit: 10 });
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    [2],
  );
  assert.equal((await listDeliveries(scope, subscription.id, { limit: 10 })).items.length, 1);
  await deleteSubscription(scope, subscription.id, unsubscribeToken);
  clock.advance(31 * dayMs);
  await cleanUp(parts);
  const [{ count } = { count: -1 }] = await asOwner<{ count: number }>(
    world,
    'select count(*) as count from webhook_subscriptions where id = ?',
    subscription.id,
  );
  assert.equal(count, 0);
  assert.equal((await listSubscriptions(failing.scope, { limit: 10 })).items.length, 1);
  assert.equal(receiver.calls.length, 0);
});
