// Delivering over real connections to receivers on this machine, in a world whose clock the tests move.
import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { after, before, type TestContext, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createCustomer } from '#core/customers/customers.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import { listDeliveries } from '#core/webhooks/deliveries.ts';
import { type Deliverer, type DelivererOptions, openDeliverer } from '#core/webhooks/deliverer.ts';
import { publishDueEvents } from '#core/webhooks/publishing.ts';
import { rotateSecret, showSecret } from '#core/webhooks/subscription-secrets.ts';
import { createSubscription, deleteSubscription, listSubscriptions } from '#core/webhooks/subscriptions.ts';
import { type ReceivedCall, startReceiver } from '#test/receiver.ts';
import { makeOrganization, openWorld, type TestOrganization, type World } from '#test/world.ts';

const secondMs = 1_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let world: World;

before(async () => {
  world = await openWorld();
});

after(async () => {
  await world.app.close();
  await world.parts.close();
});

/** An organization with a receiver that is told of new customers. */
async function makeHouse(context: TestContext) {
  const house = await makeOrganization(world);
  const receiver = await startReceiver(context);
  const { subscription, unsubscribeToken } = await createSubscription(house.scope, {
    event: 'customer.created',
    targetUrl: receiver.url,
  });
  return { ...house, receiver, subscription, unsubscribeToken };
}

function deliverer(options: DelivererOptions = {}): Deliverer {
  return openDeliverer(world.parts.platform, world.parts.db, { random: () => 0.5, ...options });
}

async function publish(): Promise<void> {
  while ((await publishDueEvents(world.parts.db, world.clock)) > 0);
}

/** Publishes what was committed and delivers until nothing is due. */
async function deliver(options?: DelivererOptions): Promise<void> {
  await publish();
  await deliverer(options).run();
}

/** One more event of a kind that is told, about a record that has had one. */
async function happenAgain({ scope }: TestOrganization, customer: Awaited<ReturnType<typeof createCustomer>>) {
  await scope.write((tx) => recordEvent(tx, scope, eventOf(scope, 'customer.created', customer)));
}

async function logOf({ scope, subscription }: { scope: TestOrganization['scope']; subscription: { id: string } }) {
  return (await listDeliveries(scope, subscription.id, { limit: 100 })).items;
}

const names = (calls: ReceivedCall[]) => calls.map(({ event }) => event.data.firstName);

test('a new customer arrives as the record that GET returns, with everything a receiver needs', async (context) => {
  const { scope, admin, organization, receiver } = await makeHouse(context);
  const customer = await createCustomer(scope, { firstName: 'Ada', emails: [{ address: 'ada@example.com' }] });
  await deliver();
  const [call, ...others] = receiver.calls;
  assert.equal(others.length, 0);
  const { body } = await admin.get(`/customers/${customer.id}`);
  const { timestamp, ...sent } = JSON.parse(call!.body);
  assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(sent, {
    id: call!.headers['webhook-id'],
    type: 'customer.created',
    organizationId: organization.id,
    sequence: 1,
    apiVersion: 'v1',
    data: body.data,
  });
  assert.match(call!.headers['webhook-id']!, /^evt_[0-9a-f]{32}$/);
  assert.equal(call!.headers['content-type'], 'application/json');
  assert.match(call!.headers['user-agent']!, /^Frontdesk-Webhooks\//);
});

test('the call is signed with the subscription’s secret, and with both during a rotation', async (context) => {
  const { scope, receiver, subscription } = await makeHouse(context);
  world.clock.set(new Date());
  const secret = await showSecret(scope, subscription.id);
  await createCustomer(scope, { firstName: 'Ada' });
  await deliver();
  const later = await rotateSecret(scope, subscription.id);
  await createCustomer(scope, { firstName: 'Bo' });
  await deliver();
  world.clock.advance(25 * hourMs);
  await createCustomer(scope, { firstName: 'Cy' });
  await deliver();
  const [before, during, afterwards] = receiver.calls;
  assert.match(secret, /^whsec_/);
  assert.notEqual(secret, later);
  new Webhook(secret).verify(before!.body, before!.headers);
  new Webhook(secret).verify(during!.body, during!.headers);
  new Webhook(later).verify(during!.body, during!.headers);
  assert.throws(() => new Webhook(later).verify(before!.body, before!.headers));
  assert.throws(() => new Webhook(secret).verify(`${during!.body} `, during!.headers));
  assert.equal(afterwards!.headers['webhook-signature']!.match(/v1,/g)!.length, 1);
  world.clock.set(new Date());
});

test('the call is signed with the key that the instance publishes', async (context) => {
  const { scope, admin, receiver } = await makeHouse(context);
  await createCustomer(scope, { firstName: 'Ada' });
  await deliver();
  const { data } = (await admin.get('/webhook-signing-key')).body;
  const x = Buffer.from(data.publicKey.slice('whpk_'.length), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const { headers, body } = receiver.calls[0]!;
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = /(?:^| )v1a,(\S+)/.exec(headers['webhook-signature']!)![1]!;
  assert.equal(verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64')), true);
  assert.equal(verify(null, Buffer.from(`${signed} `), key, Buffer.from(signature, 'base64')), false);
});

test('a receiver that is down is tried ten times over three days, with the same bytes, and then given up', async (context) => {
  const house = await makeHouse(context);
  const { scope, receiver } = house;
  receiver.answer = () => ({ status: 500, body: 'out of order' });
  await createCustomer(scope, { firstName: 'Ada' });
  await deliver();
  const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const [place, seconds] of waits.entries()) {
    assert.equal(receiver.calls.length, place + 1);
    world.clock.advance(seconds * secondMs - 500);
    await deliver();
    assert.equal(receiver.calls.length, place + 1, `too early after ${seconds} s`);
    world.clock.advance(500);
    await deliver();
  }
  world.clock.advance(4 * dayMs);
  await deliver();
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
  const house = await makeHouse(context);
  const { scope, receiver } = house;
  receiver.answer = () => 503;
  const customers = [];
  for (let hour = 0; hour < 8; hour += 1) {
    customers.push(await createCustomer(scope, { firstName: `Guest ${hour}` }));
    for (const customer of customers) await happenAgain(house, customer);
    await deliver();
    world.clock.advance(hourMs);
  }
  receiver.answer = () => 200;
  receiver.calls.length = 0;
  for (let hour = 0; hour < 24; hour += 1) {
    await deliver();
    world.clock.advance(hourMs);
  }
  assert.deepEqual(new Set((await logOf(house)).map(({ status }) => status)), new Set(['delivered']));
  assert.equal(new Set(receiver.calls.map(({ event }) => event.id)).size, 8 + 36);
  assert.equal(receiver.calls.length, 8 + 36, 'each event once');
  for (const { id } of customers) {
    const sequences = receiver.calls.filter(({ event }) => event.data.id === id).map(({ event }) => event.sequence);
    assert.deepEqual(sequences, sequences.toSorted((left, right) => left - right));
  }
});

test('an event waits for the one before it of the same record, and for no other', async (context) => {
  const house = await makeHouse(context);
  const { scope, receiver } = house;
  receiver.answer = ({ event }) => (event.data.firstName === 'Stuck' ? 500 : 200);
  const stuck = await createCustomer(scope, { firstName: 'Stuck' });
  await happenAgain(house, stuck);
  await createCustomer(scope, { firstName: 'Free' });
  await deliver();
  assert.deepEqual(names(receiver.calls).sort(), ['Free', 'Stuck']);
  receiver.answer = () => 200;
  world.clock.advance(5 * secondMs);
  await deliver();
  const ofStuck = receiver.calls.filter(({ event }) => event.data.id === stuck.id);
  assert.deepEqual(
    ofStuck.map(({ event }) => event.sequence),
    [1, 1, 2],
  );
});

test('an event that is given up lets the next one of its record go', async (context) => {
  const house = await makeHouse(context);
  const { scope, receiver } = house;
  const stuck = await createCustomer(scope, { firstName: 'Stuck' });
  await happenAgain(house, stuck);
  receiver.answer = ({ event }) => (event.sequence === 1 ? 500 : 200);
  for (let tries = 0; tries < 10; tries += 1) {
    await deliver();
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
  const { scope, receiver } = await makeHouse(context);
  receiver.answer = () => ({ status: 429, headers: { 'retry-after': '600' } });
  await createCustomer(scope, { firstName: 'Ada' });
  await deliver();
  receiver.answer = () => 200;
  await createCustomer(scope, { firstName: 'Bo' });
  world.clock.advance(599 * secondMs);
  await deliver();
  assert.deepEqual(names(receiver.calls), ['Ada']);
  world.clock.advance(2 * secondMs);
  await deliver();
  assert.deepEqual(names(receiver.calls).sort(), ['Ada', 'Ada', 'Bo']);
});

test('Retry-After never makes an attempt come earlier than the schedule', async (context) => {
  const { scope, receiver } = await makeHouse(context);
  receiver.answer = () => ({ status: 500, headers: { 'retry-after': '1' } });
  await createCustomer(scope, { firstName: 'Ada' });
  await deliver();
  world.clock.advance(4 * secondMs);
  await deliver();
  assert.equal(receiver.calls.length, 1);
  world.clock.advance(secondMs);
  await deliver();
  assert.equal(receiver.calls.length, 2);
});

test('a redirect is a failure and is not followed', async (context) => {
  const house = await makeHouse(context);
  const elsewhere = await startReceiver(context);
  house.receiver.answer = () => ({ status: 307, headers: { location: elsewhere.url } });
  await createCustomer(house.scope, { firstName: 'Ada' });
  await deliver();
  assert.equal(elsewhere.calls.length, 0);
  assert.deepEqual(
    (await logOf(house)).map(({ status, failureReason }) => [status, failureReason]),
    [['pending', 'redirect']],
  );
});

test('410 ends the subscription at once and drops what was still to be sent', async (context) => {
  const house = await makeHouse(context);
  const { scope, receiver } = house;
  receiver.answer = () => 410;
  const customer = await createCustomer(scope, { firstName: 'Ada' });
  await happenAgain(house, customer);
  await deliver();
  await createCustomer(scope, { firstName: 'Bo' });
  world.clock.advance(dayMs);
  await deliver();
  assert.equal(receiver.calls.length, 1);
  assert.deepEqual((await logOf(house)).map(({ status }) => status).sort(), ['dropped', 'failed']);
  const [listed] = (await listSubscriptions(scope, { limit: 10 })).items;
  assert.equal(listed!.disabledReason, 'gone');
});

test('an ended subscription is not called any more, and its address can be used again', async (context) => {
  const { scope, receiver, subscription, unsubscribeToken } = await makeHouse(context);
  await createCustomer(scope, { firstName: 'Ada' });
  await publish();
  await deleteSubscription(scope, subscription.id, unsubscribeToken);
  await createCustomer(scope, { firstName: 'Bo' });
  await deliver();
  assert.equal(receiver.calls.length, 0);
  await createSubscription(scope, { event: 'customer.created', targetUrl: receiver.url });
  await createCustomer(scope, { firstName: 'Cy' });
  await deliver();
  assert.deepEqual(names(receiver.calls), ['Cy']);
});

test('a receiver that hangs holds up nobody else', async (context) => {
  const hung = await makeHouse(context);
  const other = await makeHouse(context);
  hung.receiver.answer = () => 'never';
  for (let count = 0; count < 20; count += 1) await createCustomer(hung.scope, { firstName: 'Ada' });
  await createCustomer(other.scope, { firstName: 'Bo' });
  await publish();
  const working = deliverer({ callMsMax: 300 });
  await working.start();
  await other.receiver.received(1);
  assert.ok(hung.receiver.calls.length <= 8, 'at most 8 calls to one receiver are under way');
  await working.idle();
  const reasons = (await logOf(hung)).filter(({ attempts }) => attempts > 0).map(({ failureReason }) => failureReason);
  assert.deepEqual(new Set(reasons), new Set(['timeout']));
});

test('a call whose outcome was never recorded is made again, with the same id and bytes', async (context) => {
  const house = await makeHouse(context);
  const { scope, receiver } = house;
  let crashed = false;
  receiver.answer = () => 200;
  await createCustomer(scope, { firstName: 'Ada' });
  await publish();
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
  await deliver();
  assert.equal(receiver.calls.length, 1, 'the claim of the dead worker still holds');
  world.clock.advance(60 * secondMs);
  await deliver();
  assert.equal(receiver.calls.length, 2);
  assert.equal(receiver.calls[0]!.body, receiver.calls[1]!.body);
  assert.equal(receiver.calls[0]!.headers['webhook-id'], receiver.calls[1]!.headers['webhook-id']);
  assert.equal((await logOf(house))[0]!.status, 'delivered');
});

test('several workers deliver each event once, in order for each record', async (context) => {
  const houses = await Promise.all([makeHouse(context), makeHouse(context), makeHouse(context)]);
  const workers = [deliverer(), deliverer(), deliverer()];
  for (let round = 0; round < 5; round += 1) {
    for (const house of houses) {
      const customer = await createCustomer(house.scope, { firstName: 'Ada' });
      for (let times = 0; times < 3; times += 1) await happenAgain(house, customer);
    }
    await publish();
    await Promise.all(workers.map((worker) => worker.run()));
  }
  for (const { receiver } of houses) {
    const ids = receiver.calls.map(({ event }) => event.id);
    assert.equal(ids.length, 20);
    assert.equal(new Set(ids).size, 20);
    const perRecord = Map.groupBy(receiver.calls, ({ event }) => event.data.id);
    for (const calls of perRecord.values()) {
      const sequences = calls.map(({ event }) => event.sequence);
      assert.deepEqual(sequences, sequences.toSorted((left, right) => left - right));
    }
  }
});

test('a subscription is told only of what it asked for, and only of what came after it', async (context) => {
  const { scope } = await makeOrganization(world);
  await createCustomer(scope, { firstName: 'Before' });
  const [customers, tasks] = [await startReceiver(context), await startReceiver(context)];
  await createSubscription(scope, { event: 'customer.created', targetUrl: customers.url });
  await createSubscription(scope, { event: 'task.created', events: ['order.created'], targetUrl: tasks.url });
  await createCustomer(scope, { firstName: 'After' });
  await deliver();
  assert.deepEqual(names(customers.calls), ['After']);
  assert.equal(tasks.calls.length, 0);
});

test('a receiver in another organization is told nothing', async (context) => {
  const { receiver } = await makeHouse(context);
  const { scope } = await makeOrganization(world);
  await createCustomer(scope, { firstName: 'Ada' });
  await deliver();
  assert.equal(receiver.calls.length, 0);
});

test('an event whose body is larger than 256 kB is not sent, and says so in the log', async (context) => {
  const house = await makeHouse(context);
  const { scope, receiver } = house;
  const customer = await createCustomer(scope, { firstName: 'Ada' });
  const event = eventOf(scope, 'customer.created', customer);
  const dataJson = JSON.stringify({ id: customer.id, note: 'x'.repeat(260 * 1024) });
  await scope.write((tx) => recordEvent(tx, scope, { ...event, dataJson }));
  await deliver();
  assert.equal(receiver.calls.length, 1);
  const large = (await logOf(house)).find(({ failureReason }) => failureReason);
  assert.deepEqual([large!.status, large!.failureReason], ['failed', 'event_too_large']);
});

test('a closing process finishes its calls, begins no more, and leaves the rest to others', async (context) => {
  const { scope, receiver } = await makeHouse(context);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  receiver.answer = async () => {
    await opened;
    return 200;
  };
  for (let count = 0; count < 12; count += 1) await createCustomer(scope, { firstName: `Guest ${count}` });
  await publish();
  const closing = deliverer();
  await closing.start();
  await receiver.received(8);
  closing.stop();
  open();
  await closing.idle();
  assert.equal(receiver.calls.length, 8);
  assert.equal(await closing.start(), 0);
  await deliver();
  assert.equal(new Set(receiver.calls.map(({ event }) => event.id)).size, 12);
  assert.equal(receiver.calls.length, 12);
});
