// Deliveries that are taken ahead of their calls and recorded together: nothing is lost by it, in no order but theirs.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { createCustomer } from '#core/customers/customers.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import { openDeliverer } from '#core/webhooks/delivering/deliverer.ts';
import { selectDueDeliveries } from '#core/webhooks/delivery-queries.ts';
import { deleteSubscription } from '#core/webhooks/subscriptions.ts';
import { newId } from '#kit/id.ts';
import { deliver, makeToldHouse, publish, type ToldHouse } from '#test/webhooks.ts';
import { openWorld, type World } from '#test/world.ts';

suite('taking deliveries ahead', () => {
  let world: World;

  before(async () => {
    world = await openWorld();
  });

  after(async () => {
    await world.app.close();
    await world.parts.close();
  });

  test('a process that is killed in the middle of a batch loses nothing, and the order of records holds', async (context) => {
    const house = await makeToldHouse(world, context);
    const { receiver } = house;
    await happen(house, { records: 40, times: 2 });
    // The process dies with answers that are not recorded: everything that would be written after the 50th call fails.
    const { platform, db } = world.parts;
    const dying: typeof platform.db.write = async (id, work) => {
      if (receiver.calls.length >= 50) throw new Error('The process is dead.');
      return platform.db.write(id, work);
    };
    await openDeliverer({ ...platform, db: { ...platform.db, write: dying } }, db).run();
    const arrived = receiver.calls.length;
    assert.ok(arrived >= 50 && arrived < 80 + 64, `${arrived} had arrived`);
    world.clock.advance(60_000);
    await deliver(world);
    assert.ok(receiver.calls.length > 80, 'some came twice');
    const perEvent = Map.groupBy(receiver.calls, ({ event }) => event.id);
    assert.equal(perEvent.size, 80);
    for (const calls of perEvent.values()) assert.equal(new Set(calls.map(({ body }) => body)).size, 1);
    for (const calls of Map.groupBy(receiver.calls, ({ event }) => event.data.id).values()) {
      const sequences = calls.map(({ event }) => event.sequence);
      assert.deepEqual(
        sequences,
        sequences.toSorted((left, right) => left - right),
      );
    }
  });

  test('a subscription that ends gets little of what was taken for it, and none of the rest', async (context) => {
    const house = await makeToldHouse(world, context);
    const { scope, receiver, subscription, unsubscribeToken } = house;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    receiver.answer = async () => {
      if (receiver.calls.length === 10)
        await deleteSubscription(scope, subscription.id, unsubscribeToken).then(end);
      if (receiver.calls.length >= 10) await ended;
      return 200;
    };
    await happen(house, { records: 100, times: 1 });
    await deliver(world);
    assert.ok(receiver.calls.length < 64, `${receiver.calls.length} calls were made`);
  });

  test('large events are taken a few at a time', async (context) => {
    const house = await makeToldHouse(world, context);
    const { scope, subscription } = house;
    // As random text they can't be stored in less than they have.
    await happen(house, { records: 12, times: 1, note: () => randomBytes(30_000).toString('base64') });
    const wanted = { now: world.clock.now(), except: [], count: 64, countAtLeast: 2 };
    const taken = async (storedBytes: number) => {
      const due = await scope.read((tx) =>
        selectDueDeliveries(tx, subscription.id, { ...wanted, storedBytes }),
      );
      return due.map(({ event }) => event!.sequence);
    };
    assert.deepEqual(await taken(10_000), [1, 2]);
    assert.deepEqual(await taken(210_000), [1, 2, 3, 4, 5, 6]);
    assert.equal((await taken(10_000_000)).length, 12);
  });

  /** Has so many records that were made change `times`, each time told of, and publishes that. */
  async function happen(
    { scope }: ToldHouse,
    { records, times, note }: { records: number; times: number; note?: () => string },
  ): Promise<void> {
    const customer = await createCustomer(scope, { firstName: 'Ada' });
    const told = Array.from({ length: records }, () => ({ ...customer, id: newId(world.clock.now()) }));
    // The first of them is the customer's own event.
    told[0] = customer;
    const events = Array.from({ length: times }, () => told)
      .flat()
      .slice(1)
      .map((record) => eventOf(scope, 'customer.created', record))
      .map((event) =>
        note ? { ...event, dataJson: JSON.stringify({ id: event.recordId, note: note() }) } : event,
      );
    await scope.write((tx) => Promise.all(events.map((event) => recordEvent(tx, scope, event))));
    await publish(world);
  }
});
