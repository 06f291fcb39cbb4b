// The jobs as a process runs them, with real timers: from a request to a receiver, under load, and to the end.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCustomer } from '#core/customers/customers.ts';
import { listEvents } from '#core/events/events.ts';
import { deleteSubscription, listSubscriptions } from '#core/webhooks/subscriptions.ts';
import { cleanUp } from '#jobs/clean-up.ts';
import { type Jobs, startJobs, startUpkeep } from '#jobs/jobs.ts';
import { asOwner } from '#test/tenancy/catalog.ts';
import { happenAgain, logOf, makeToldHouse, publish } from '#test/webhooks.ts';
import { openWorld, type World } from '#test/world.ts';

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

test('what a request makes arrives at the receiver by itself, keyed or not', async (context) => {
  const world = await ownWorld(context);
  const { admin, receiver } = await makeToldHouse(world, context);
  world.jobs.push(startJobs(world.parts));
  await admin.post('/customers', { firstName: 'Ada' });
  await admin.post('/customers', { firstName: 'Bo' }, { 'idempotency-key': 'bo' });
  await receiver.received(2);
  assert.deepEqual(receiver.calls.map(({ event }) => event.data.firstName).sort(), ['Ada', 'Bo']);
});

test('under load everything arrives once and in order, though several workers share the work', async (context) => {
  const world = await ownWorld(context);
  const houses = await Promise.all([makeToldHouse(world, context), makeToldHouse(world, context)]);
  world.jobs.push(startJobs(world.parts), startJobs(world.parts), startUpkeep(world.parts));
  const eachWrites = 25;
  const writers = houses.flatMap((house) =>
    Array.from({ length: 4 }, async () => {
      for (let count = 0; count < eachWrites; count += 1) {
        const customer = await createCustomer(house.scope, { firstName: 'Ada' });
        await happenAgain(house, customer);
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
  const house = await makeToldHouse(world, context);
  const { scope, receiver } = house;
  const first = startJobs(world.parts);
  for (let count = 0; count < 30; count += 1) await createCustomer(scope, { firstName: 'Ada' });
  await receiver.received(1);
  await first.stop();
  const log = await logOf(house);
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
  const house = await makeToldHouse(world, context);
  const { scope, receiver, subscription, unsubscribeToken } = house;
  const other = await makeToldHouse(world, context);
  await createCustomer(scope, { firstName: 'Old' });
  await publish(world);
  clock.advance(29 * dayMs);
  await cleanUp(parts);
  assert.equal((await listEvents(scope, { after: 0, limit: 10 })).events.length, 1);
  await createCustomer(scope, { firstName: 'Young' });
  await publish(world);
  clock.advance(2 * dayMs);
  await cleanUp(parts);
  const { events } = await listEvents(scope, { after: 0, limit: 10 });
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    [2],
  );
  assert.equal((await logOf(house)).length, 1);
  await deleteSubscription(scope, subscription.id, unsubscribeToken);
  clock.advance(31 * dayMs);
  await cleanUp(parts);
  const [{ count } = { count: -1 }] = await asOwner<{ count: number }>(
    world,
    'select count(*) as count from webhook_subscriptions where id = ?',
    subscription.id,
  );
  assert.equal(count, 0);
  assert.equal((await listSubscriptions(other.scope, { limit: 10 })).items.length, 1);
  assert.equal(receiver.calls.length, 0);
});
