// Retries, order and endings, over real connections to receivers on this machine, in a world whose clock tests move.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createCustomer } from '#core/customers/customers.ts';
import { listSubscriptions } from '#core/webhooks/subscriptions.ts';
import { startReceiver } from '#test/receiver.ts';
import { deliver, happenAgain, logOf, makeToldHouse, namesIn } from '#test/webhooks.ts';
import { openWorld, type World } from '#test/world.ts';

const secondMs = 1_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

suite('delivering webhooks', () => {
  let world: World;

  before(async () => {
    world = await openWorld();
  });

  after(async () => {
    await world.app.close();
    await world.parts.close();
  });

  test('a receiver that is down is tried ten times over three days, with the same bytes, and then given up', async (context) => {
    const house = await makeToldHouse(world, context);
    const { scope, receiver } = house;
    receiver.answer = () => ({ status: 500, body: 'out of order' });
    await createCustomer(scope, { firstName: 'Ada' });
    await deliver(world);
    const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (const [place, seconds] of waits.entries()) {
      assert.equal(receiver.calls.length, place + 1);
      world.clock.advance(seconds * secondMs - 500);
      await deliver(world);
      assert.equal(receiver.calls.length, place + 1, `too early after ${seconds} s`);
      world.clock.advance(500);
      await deliver(world);
    }
    world.clock.advance(4 * dayMs);
    await deliver(world);
    assert.equal(receiver.calls.length, 10);
    assert.equal(new Set(receiver.calls.map(({ body }) => body)).size, 1);
    assert.equal(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size, 1);
    assert.equal(new Set(receiver.calls.map(({ headers }) => headers['webhook-timestamp'])).size, 10);
    const [delivery] = await logOf(house);
    assert.deepEqual(
      [delivery!.status, delivery!.attempts, delivery!.responseStatus, delivery!.responseBody],
      ['failed', 10, 500, 'out of order'],
    );
  });

  test('everything that happened while a receiver was down for hours arrives, in order for each record', async (context) => {
    const house = await makeToldHouse(world, context);
    const { scope, receiver } = house;
    receiver.answer = () => 503;
    const customers = [];
    for (let hour = 0; hour < 8; hour += 1) {
      customers.push(await createCustomer(scope, { firstName: `Guest ${hour}` }));
      for (const customer of customers) await happenAgain(house, customer);
      await deliver(world);
      world.clock.advance(hourMs);
    }
    receiver.answer = () => 200;
    receiver.calls.length = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      await deliver(world);
      world.clock.advance(hourMs);
    }
    assert.deepEqual(new Set((await logOf(house)).map(({ status }) => status)), new Set(['delivered']));
    assert.equal(new Set(receiver.calls.map(({ event }) => event.id)).size, 8 + 36);
    assert.equal(receiver.calls.length, 8 + 36, 'each event once');
    for (const { id } of customers) {
      const sequences = receiver.calls
        .filter(({ event }) => event.data.id === id)
        .map(({ event }) => event.sequence);
      assert.deepEqual(
        sequences,
        sequences.toSorted((left, right) => left - right),
      );
    }
  });

  test('an event waits for the one before it of the same record, and for no other', async (context) => {
    const house = await makeToldHouse(world, context);
    const { scope, receiver } = house;
    receiver.answer = ({ event }) => (event.data.firstName === 'Stuck' ? 500 : 200);
    const stuck = await createCustomer(scope, { firstName: 'Stuck' });
    await happenAgain(house, stuck);
    await createCustomer(scope, { firstName: 'Free' });
    await deliver(world);
    assert.deepEqual(namesIn(receiver.calls).sort(), ['Free', 'Stuck']);
    receiver.answer = () => 200;
    world.clock.advance(5 * secondMs);
    await deliver(world);
    const ofStuck = receiver.calls.filter(({ event }) => event.data.id === stuck.id);
    assert.deepEqual(
      ofStuck.map(({ event }) => event.sequence),
      [1, 1, 2],
    );
  });

  test('an event that is given up lets the next one of its record go', async (context) => {
    const house = await makeToldHouse(world, context);
    const { scope, receiver } = house;
    const stuck = await createCustomer(scope, { firstName: 'Stuck' });
    await happenAgain(house, stuck);
    receiver.answer = ({ event }) => (event.sequence === 1 ? 500 : 200);
    for (let tries = 0; tries < 10; tries += 1) {
      await deliver(world);
      // Another record's event arrives, so that the receiver does not fail without end.
      await createCustomer(scope, { firstName: 'Other' });
      world.clock.advance(dayMs);
    }
    const ofStuck = (await logOf(house)).filter(({ recordId }) => recordId === stuck.id);
    assert.deepEqual(ofStuck.map(({ sequence, status }) => [sequence, status]).sort(), [
      [1, 'failed'],
      [2, 'delivered'],
    ]);
  });

  test('Retry-After puts the next attempt off, and with 429 all calls to the receiver', async (context) => {
    const { scope, receiver } = await makeToldHouse(world, context);
    receiver.answer = () => ({ status: 429, headers: { 'retry-after': '600' } });
    await createCustomer(scope, { firstName: 'Ada' });
    await deliver(world);
    receiver.answer = () => 200;
    await createCustomer(scope, { firstName: 'Bo' });
    world.clock.advance(599 * secondMs);
    await deliver(world);
    assert.deepEqual(namesIn(receiver.calls), ['Ada']);
    world.clock.advance(2 * secondMs);
    await deliver(world);
    assert.deepEqual(namesIn(receiver.calls).sort(), ['Ada', 'Ada', 'Bo']);
  });

  test('a receiver that answers 429 with Retry-After gets none of the calls that were to follow', async (context) => {
    const { scope, receiver } = await makeToldHouse(world, context);
    receiver.answer = () => ({ status: 429, headers: { 'retry-after': '600' } });
    for (let count = 0; count < 20; count += 1) await createCustomer(scope, { firstName: `Guest ${count}` });
    await deliver(world);
    assert.equal(receiver.calls.length, 8, 'those that were under way together');
    receiver.answer = () => 200;
    world.clock.advance(601 * secondMs);
    await deliver(world);
    assert.equal(new Set(receiver.calls.slice(8).map(({ event }) => event.id)).size, 20);
  });

  test('Retry-After never makes an attempt come earlier than the schedule', async (context) => {
    const { scope, receiver } = await makeToldHouse(world, context);
    receiver.answer = () => ({ status: 500, headers: { 'retry-after': '1' } });
    await createCustomer(scope, { firstName: 'Ada' });
    await deliver(world);
    world.clock.advance(4 * secondMs);
    await deliver(world);
    assert.equal(receiver.calls.length, 1);
    world.clock.advance(secondMs);
    await deliver(world);
    assert.equal(receiver.calls.length, 2);
  });

  test('a redirect is a failure and is not followed', async (context) => {
    const house = await makeToldHouse(world, context);
    const elsewhere = await startReceiver(context);
    house.receiver.answer = () => ({ status: 307, headers: { location: elsewhere.url } });
    await createCustomer(house.scope, { firstName: 'Ada' });
    await deliver(world);
    assert.equal(elsewhere.calls.length, 0);
    assert.deepEqual(
      (await logOf(house)).map(({ status, failureReason }) => [status, failureReason]),
      [['pending', 'redirect']],
    );
  });

  test('410 ends the subscription at once and drops what was still to be sent', async (context) => {
    const house = await makeToldHouse(world, context);
    const { scope, receiver } = house;
    receiver.answer = () => 410;
    const customer = await createCustomer(scope, { firstName: 'Ada' });
    await happenAgain(house, customer);
    await deliver(world);
    await createCustomer(scope, { firstName: 'Bo' });
    world.clock.advance(dayMs);
    await deliver(world);
    assert.equal(receiver.calls.length, 1);
    assert.deepEqual((await logOf(house)).map(({ status }) => status).sort(), ['dropped', 'failed']);
    const [listed] = (await listSubscriptions(scope, { limit: 10 })).items;
    assert.equal(listed!.disabledReason, 'gone');
  });
});
