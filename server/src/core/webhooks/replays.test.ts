// Sending events once more: one, a stretch, after an end; in order, and never twice at a time.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createCustomer } from '#core/customers/customers.ts';
import { replayDelivery, replayEvents } from '#core/webhooks/replays.ts';
import {
  createSubscription,
  enableSubscription,
  endSubscription,
  getSubscription,
} from '#core/webhooks/subscriptions.ts';
import { newId } from '#kit/id.ts';
import { deliver, happenAgain, logOf, makeToldHouse, namesIn, publish, workers } from '#test/webhooks.ts';
import { makeOrganization, openWorld, type World } from '#test/world.ts';

const hourMs = 3_600_000;

suite('replays', () => {
  let world: World;

  before(async () => {
    world = await openWorld();
  });

  after(async () => {
    await world.app.close();
    await world.parts.close();
  });

  test('a delivered event comes once more with the same id and bytes, however often that is asked meanwhile', async (context) => {
    const house = await makeToldHouse(world, context);
    const { scope, receiver, subscription } = house;
    await createCustomer(scope, { firstName: 'Ada' });
    await deliver(world);
    const [{ eventId } = { eventId: '' }] = await logOf(house);
    for (let asked = 0; asked < 3; asked += 1) {
      const { status, attempts } = await replayDelivery(scope, subscription.id, eventId);
      assert.deepEqual([status, attempts], ['pending', 0]);
    }
    await deliver(world);
    const [first, second, ...others] = receiver.calls;
    assert.equal(others.length, 0);
    assert.equal(second!.body, first!.body);
    assert.equal(second!.headers['webhook-id'], first!.headers['webhook-id']);
    assert.equal((await logOf(house))[0]!.status, 'delivered');
  });

  test('an event that was given up has all its attempts again', async (context) => {
    const house = await makeToldHouse(world, context);
    const { scope, receiver, subscription } = house;
    receiver.answer = () => 500;
    await createCustomer(scope, { firstName: 'Ada' });
    for (let tries = 0; tries < 10; tries += 1) {
      await deliver(world);
      world.clock.advance(25 * hourMs);
      // What succeeds for another record keeps the subscription alive.
      receiver.answer = ({ event }) => (event.sequence === 1 ? 500 : 200);
      await createCustomer(scope, { firstName: 'Bo' });
    }
    const given = (await logOf(house)).find(({ sequence }) => sequence === 1)!;
    assert.deepEqual([given.status, given.attempts], ['failed', 10]);
    await replayDelivery(scope, subscription.id, given.eventId);
    await deliver(world);
    const again = (await logOf(house)).find(({ sequence }) => sequence === 1)!;
    assert.deepEqual([again.status, again.attempts], ['pending', 1]);
    receiver.answer = () => 200;
    world.clock.advance(hourMs);
    await deliver(world);
    assert.equal((await logOf(house)).find(({ sequence }) => sequence === 1)!.status, 'delivered');
  });

  test('a stretch comes once more, in order for each record, and nothing outside it', async (context) => {
    const house = await makeToldHouse(world, context);
    const { scope, receiver, subscription } = house;
    const ada = await createCustomer(scope, { firstName: 'Ada' });
    await happenAgain(house, ada);
    await createCustomer(scope, { firstName: 'Bo' });
    await happenAgain(house, ada);
    await happenAgain(house, ada);
    await deliver(world);
    receiver.calls.length = 0;
    const stretch = { after: 1, upTo: 4 };
    const first = await replayEvents(scope, subscription.id, stretch);
    const repeated = await replayEvents(scope, subscription.id, stretch);
    assert.deepEqual(first, { replayed: 3, lastSequence: 4, hasMore: false });
    assert.deepEqual(repeated, { ...first, replayed: 0 });
    await deliver(world);
    const sequences = receiver.calls.map(({ event }) => event.sequence);
    assert.deepEqual(sequences.toSorted(), [2, 3, 4]);
    assert.ok(sequences.indexOf(2) < sequences.indexOf(4), 'the events of Ada in their order');
  });

  test('a replayed event goes before later ones of its record that wait', async (context) => {
    const house = await makeToldHouse(world, context);
    const { scope, receiver, subscription } = house;
    const ada = await createCustomer(scope, { firstName: 'Ada' });
    await deliver(world);
    receiver.answer = () => 500;
    await happenAgain(house, ada);
    await happenAgain(house, ada);
    await deliver(world);
    receiver.answer = () => 200;
    receiver.calls.length = 0;
    await replayEvents(scope, subscription.id, { after: 0 });
    world.clock.advance(hourMs);
    await workers(world).run();
    assert.deepEqual(
      receiver.calls.map(({ event }) => event.sequence),
      [1, 2, 3],
    );
  });

  test('what happened before a subscription, or while it had ended, can be sent to it', async (context) => {
    const house = await makeToldHouse(world, context);
    const { scope, receiver, subscription } = house;
    receiver.answer = () => 410;
    await createCustomer(scope, { firstName: 'Last' });
    await deliver(world);
    await createCustomer(scope, { firstName: 'Missed' });
    await publish(world);
    await assert.rejects(replayEvents(scope, subscription.id, { after: 0 }), { code: 'subscription_ended' });
    receiver.answer = () => 200;
    receiver.calls.length = 0;
    await enableSubscription(scope, subscription.id);
    await createCustomer(scope, { firstName: 'Next' });
    await deliver(world);
    assert.deepEqual(namesIn(receiver.calls), ['Next']);
    await replayEvents(scope, subscription.id, { after: 1 });
    await deliver(world);
    assert.deepEqual(namesIn(receiver.calls).toSorted(), ['Missed', 'Next', 'Next']);
  });

  test('an enabled subscription delivers what waited behind what was dropped', async (context) => {
    const house = await makeToldHouse(world, context);
    const { scope, receiver, subscription } = house;
    receiver.answer = () => 410;
    const ada = await createCustomer(scope, { firstName: 'Ada' });
    for (let times = 0; times < 3; times += 1) await happenAgain(house, ada);
    await publish(world);
    // The process ends between the end of the subscription and the dropping of what is left.
    const { db } = world.parts;
    await db.root(async (tx) => {
      await tx`
        update webhook_subscriptions set disabled_at = now(), disabled_reason = 'gone' where id = ${subscription.id}
      `;
      await tx`
        update webhook_deliveries set status = 'dropped', next_attempt_at = null
        where subscription_id = ${subscription.id} and sequence <= 2
      `;
    });
    receiver.answer = () => 200;
    await enableSubscription(scope, subscription.id);
    await workers(world).run();
    assert.deepEqual(
      receiver.calls.map(({ event }) => event.sequence),
      [3, 4],
    );
  });

  test('enabling one that has not ended changes nothing, and one whose address is taken fails', async (context) => {
    const house = await makeToldHouse(world, context);
    const { scope, receiver, subscription } = house;
    assert.equal((await enableSubscription(scope, subscription.id)).disabledAt, undefined);
    receiver.answer = () => 410;
    await createCustomer(scope, { firstName: 'Ada' });
    await deliver(world);
    assert.equal((await getSubscription(scope, subscription.id)).disabledReason, 'gone');
    await createSubscription(scope, { event: 'customer.created', targetUrl: receiver.url });
    await assert.rejects(enableSubscription(scope, subscription.id), { code: 'target_url_in_use' });
  });

  test('nothing is replayed to a subscription that was ended, is another’s, or never was', async (context) => {
    const house = await makeToldHouse(world, context);
    const stranger = await makeOrganization(world);
    await createCustomer(house.scope, { firstName: 'Ada' });
    await deliver(world);
    const [{ eventId } = { eventId: '' }] = await logOf(house);
    const { id } = house.subscription;
    const notFound = { code: 'not_found' };
    await assert.rejects(replayDelivery(stranger.scope, id, eventId), notFound);
    await assert.rejects(replayDelivery(house.scope, id, newId(new Date())), notFound);
    await assert.rejects(replayDelivery(house.scope, id, undefined), notFound);
    await endSubscription(house.scope, id);
    await assert.rejects(replayDelivery(house.scope, id, eventId), notFound);
    await assert.rejects(replayEvents(house.scope, id, { after: 0 }), notFound);
    await assert.rejects(enableSubscription(house.scope, id), notFound);
  });
});
