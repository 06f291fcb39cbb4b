// Several workers, workers that die or end, and receivers that hang.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createCustomer } from '#core/customers/customers.ts';
import { openDeliverer } from '#core/webhooks/delivering/deliverer.ts';
import { recordOutcomes } from '#core/webhooks/delivery-queries.ts';
import { lockSecrets } from '#core/webhooks/subscription-queries.ts';
import { asOwner } from '#test/tenancy/catalog.ts';
import { deliver, happenAgain, logOf, makeToldHouse, namesIn, publish, workers } from '#test/webhooks.ts';
import { openWorld, type World } from '#test/world.ts';

const secondMs = 1_000;

suite('webhook workers', () => {
  let world: World;

  before(async () => {
    world = await openWorld();
  });

  after(async () => {
    await world.app.close();
    await world.parts.close();
  });

  test('a receiver that hangs holds up nobody else', async (context) => {
    const hung = await makeToldHouse(world, context);
    const other = await makeToldHouse(world, context);
    hung.receiver.answer = () => 'never';
    for (let count = 0; count < 20; count += 1) await createCustomer(hung.scope, { firstName: 'Ada' });
    await createCustomer(other.scope, { firstName: 'Bo' });
    await publish(world);
    const working = workers(world, { callMsMax: 100 });
    await working.start();
    await other.receiver.received(1);
    assert.ok(hung.receiver.calls.length <= 8, 'at most 8 calls to one receiver are under way');
    await working.idle();
    const reasons = (await logOf(hung))
      .filter(({ attempts }) => attempts > 0)
      .map(({ failureReason }) => failureReason);
    assert.deepEqual(new Set(reasons), new Set(['timeout']));
  });

  test('a call whose outcome was never recorded is made again, with the same id and bytes', async (context) => {
    const house = await makeToldHouse(world, context);
    const { scope, receiver } = house;
    let crashed = false;
    receiver.answer = () => 200;
    await createCustomer(scope, { firstName: 'Ada' });
    await publish(world);
    // The process dies after the answer: everything that would be written after it fails.
    const { platform } = world.parts;
    const dying = {
      ...platform,
      db: {
        ...platform.db,
        write: async <T>(id: string, work: Parameters<typeof platform.db.write<T>>[1]): Promise<T> => {
          if (receiver.calls.length > 0) {
            crashed = true;
            throw new Error('The process is dead.');
          }
          return platform.db.write(id, work);
        },
      },
    };
    await openDeliverer(dying, world.parts.db).run();
    assert.equal(crashed, true);
    assert.equal((await logOf(house))[0]!.status, 'pending');
    await deliver(world);
    assert.equal(receiver.calls.length, 1, 'the claim of the dead worker still holds');
    world.clock.advance(60 * secondMs);
    await deliver(world);
    assert.equal(receiver.calls.length, 2);
    assert.equal(receiver.calls[0]!.body, receiver.calls[1]!.body);
    assert.equal(receiver.calls[0]!.headers['webhook-id'], receiver.calls[1]!.headers['webhook-id']);
    assert.equal((await logOf(house))[0]!.status, 'delivered');
  });

  test('a worker whose claim has ended neither undoes nor ends what the next one does', async (context) => {
    const house = await makeToldHouse(world, context);
    const { scope, receiver } = house;
    const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    receiver.answer = () => answers[receiver.calls.length - 1]!.promise;
    await createCustomer(scope, { firstName: 'Ada' });
    await publish(world);
    const [slow, next, third] = [workers(world), workers(world), workers(world)];
    await slow.start();
    await receiver.received(1);
    world.clock.advance(60 * secondMs);
    await next.start();
    await receiver.received(2);
    answers[0]!.resolve(500);
    await slow.idle();
    assert.equal(await third.start(), 0, 'the claim is the next worker’s');
    answers[1]!.resolve(200);
    await next.idle();
    const [delivery] = await logOf(house);
    assert.deepEqual([delivery!.status, receiver.calls.length], ['delivered', 2]);
  });

  test('a round that is run again, because nobody heard of its commit, counts each attempt once', async (context) => {
    const house = await makeToldHouse(world, context);
    const { scope, receiver } = house;
    const { promise: opened, resolve: open } = Promise.withResolvers<number>();
    receiver.answer = ({ event }) => (event.data.firstName === 'Ada' ? 500 : opened);
    await createCustomer(scope, { firstName: 'Ada' });
    await createCustomer(scope, { firstName: 'Bo' });
    await publish(world);
    const { platform, db } = world.parts;
    let lost = 0;
    const unheard: typeof platform.db.write = async (id, work) => {
      const result = await platform.db.write(id, work);
      if (receiver.calls.length < 2 || lost === 3) return result;
      lost += 1;
      if (lost === 3) open(200);
      throw Object.assign(new Error('The connection is gone.'), { code: 'CONNECTION_CLOSED' });
    };
    await openDeliverer({ ...platform, db: { ...platform.db, write: unheard } }, db, {
      recordPauseMs: 1,
    }).run();
    assert.equal(lost, 3);
    const log = await logOf(house);
    assert.deepEqual(
      log.map(({ status, attempts }) => [status, attempts]),
      [
        ['delivered', 1],
        ['pending', 1],
      ],
    );
  });

  test('what happens while a worker is at work is left to that worker', async (context) => {
    const { scope, receiver } = await makeToldHouse(world, context);
    const { promise: opened, resolve: open } = Promise.withResolvers<number>();
    receiver.answer = () => opened;
    await createCustomer(scope, { firstName: 'Ada' });
    await publish(world);
    const [first, second] = [workers(world), workers(world)];
    await first.start();
    await receiver.received(1);
    await createCustomer(scope, { firstName: 'Bo' });
    await publish(world);
    assert.equal(await second.start(), 0);
    open(200);
    await first.idle();
    assert.deepEqual(namesIn(receiver.calls), ['Ada', 'Bo']);
  });

  test('an event is not forgotten when the one before it is recorded while it is published', async (context) => {
    if (world.parts.db.kind === 'embedded') return context.skip('about two connections');
    const house = await makeToldHouse(world, context);
    const { scope, receiver, subscription } = house;
    const customer = await createCustomer(scope, { firstName: 'Ada' });
    await publish(world);
    const [first] = await logOf(house);
    await happenAgain(house, customer);
    // A worker records the first event’s outcome; without the lock that publishing takes first (insertDeliveries), the
    // second event would be seen by neither as the next one of its record.
    const recording = await scope.open();
    await lockSecrets(recording.tx, subscription.id);
    const publishing = publish(world);
    await untilSomebodyWaits();
    const { eventId, recordId } = first!;
    const claim = { subscriptionId: subscription.id, claimId: eventId };
    const outcome = { eventId, recordId, attempts: 0, durationMs: 1, nextAttemptAt: undefined };
    await recordOutcomes(recording.tx, claim, [{ ...outcome, status: 'delivered' }], world.clock.now());
    await recording.commit();
    await publishing;
    await workers(world).run();
    assert.deepEqual(
      receiver.calls.map(({ event }) => event.sequence),
      [2],
    );
  });

  test('several workers deliver each event once, in order for each record', async (context) => {
    const houses = await Promise.all([
      makeToldHouse(world, context),
      makeToldHouse(world, context),
      makeToldHouse(world, context),
    ]);
    const sharing = [workers(world), workers(world), workers(world)];
    for (let round = 0; round < 5; round += 1) {
      for (const house of houses) {
        const customer = await createCustomer(house.scope, { firstName: 'Ada' });
        for (let times = 0; times < 3; times += 1) await happenAgain(house, customer);
      }
      await publish(world);
      await Promise.all(sharing.map((one) => one.run()));
    }
    for (const { receiver } of houses) {
      const ids = receiver.calls.map(({ event }) => event.id);
      assert.equal(ids.length, 20);
      assert.equal(new Set(ids).size, 20);
      const perRecord = Map.groupBy(receiver.calls, ({ event }) => event.data.id);
      for (const calls of perRecord.values()) {
        const sequences = calls.map(({ event }) => event.sequence);
        assert.deepEqual(
          sequences,
          sequences.toSorted((left, right) => left - right),
        );
      }
    }
  });

  test('a closing process finishes its calls, begins no more, and leaves the rest to others', async (context) => {
    const { scope, receiver } = await makeToldHouse(world, context);
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    receiver.answer = async () => {
      await opened;
      return 200;
    };
    for (let count = 0; count < 12; count += 1) await createCustomer(scope, { firstName: `Guest ${count}` });
    await publish(world);
    const closing = workers(world);
    await closing.start();
    await receiver.received(8);
    closing.stop();
    open();
    await closing.idle();
    assert.equal(receiver.calls.length, 8);
    assert.equal(await closing.start(), 0);
    await deliver(world);
    assert.equal(new Set(receiver.calls.map(({ event }) => event.id)).size, 12);
    assert.equal(receiver.calls.length, 12);
  });

  test('many receivers that hang do not hold up one that answers', async (context) => {
    const hung = await Promise.all(Array.from({ length: 12 }, () => makeToldHouse(world, context)));
    const fine = await makeToldHouse(world, context);
    for (const { scope, receiver } of hung) {
      receiver.answer = () => 500;
      await createCustomer(scope, { firstName: 'Ada' });
    }
    await deliver(world);
    for (const { scope, receiver } of hung) {
      receiver.answer = () => 'never';
      await createCustomer(scope, { firstName: 'Bo' });
    }
    await createCustomer(fine.scope, { firstName: 'Cy' });
    await publish(world);
    const working = workers(world, { callMsMax: 200 });
    assert.equal(await working.start(), 8 + 1, 'those that fail have eight workers of their own');
    await fine.receiver.received(1);
    await working.idle();
  });

  async function untilSomebodyWaits(): Promise<void> {
    const waiting = "select count(*) as count from pg_stat_activity where wait_event_type = 'Lock'";
    while ((await asOwner<{ count: number }>(world, waiting))[0]!.count === 0);
  }
});
